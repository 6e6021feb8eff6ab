import { NOTHING_KNOWN } from '#electron/desk/state/desk-state.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { DrillCard, DrillCheck } from '#shared/desk/drill.ts'
import { DRILL_CHECKS } from '#shared/desk/drill.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { BITRUE, FAMILIES, USUAL, type Family } from '#test/support/families.ts'
import { positionsIn } from '#test/support/flatten-at-venue.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { message } from '#shared/words/message.ts'

let clock: WireTime
let venue: Simulator
let run: DeskAtVenue | null
let spoken: Family

/** Starts a venue with a healthy account. */
async function open(family: Family): Promise<void> {
  spoken = family
  clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), dialect: family.sim })
  // A remainder of DOT that is too small for an order.
  venue.exchange.spot.deposit('DOT', decimal(10))
  run = null
}

async function start(): Promise<DeskAtVenue> {
  return (run = await deskAt({ venue, clock, dialect: spoken.dialect }))
}

async function drilled(): Promise<DrillCard> {
  const { desk } = run ?? (await start())
  const answer = await desk.drill()
  if (answer.kind !== 'card') throw new Error(answer.message.code)
  return answer.card
}

function checkOf(card: DrillCard, name: DrillCheck['name']): Omit<DrillCheck, 'name'> {
  const found = card.checks.find((check) => check.name === name)
  if (!found) throw new Error(name)
  return found
}

/** The names of the checks that did not pass. */
function troubles(card: DrillCard): readonly DrillCheck['name'][] {
  return card.checks.filter(({ verdict }) => verdict !== 'passed').map(({ name }) => name)
}

/** Everything in the account: orders, positions and balances. */
function accountAt({ exchange: { spot, contracts } }: Simulator): string {
  const orders = [...spot.openOrders(), ...contracts.openOrders()].map(({ orderId }) => orderId)
  const held = contracts.positions().map(({ id, volume }) => [String(id), volume])
  return JSON.stringify([orders, held, spot.balances()])
}

describe.each(FAMILIES)('a fire drill at $family', (family) => {
  const hasTests = family !== BITRUE
  beforeEach(() => open(family))

  it('proves the way out of a healthy account without changing anything', async () => {
    const { desk, journal } = await start()
    const before = accountAt(venue)
    const arrived = venue.ledger.arrivals().length
    const card = await drilled()
    expect(troubles(card)).toEqual(hasTests ? [] : ['testOrders'])
    expect(card.checks.map(({ name }) => name)).toEqual(DRILL_CHECKS)
    expect(checkOf(card, 'sizes').found).toMatchObject([
      {
        code: 'drill.sizesClipped',
        facts: { most: 2, positions: { facts: { count: positionsIn(venue, family).length } } },
      },
    ])
    expect(card.flatten?.likelyMs).toBeGreaterThan(0)
    // The drill only reads and sends test orders, all of them visible in the ledger. No order was placed or cancelled.
    const asked = venue.ledger.arrivals().slice(arrived)
    const written = asked.filter(({ method }) => method !== 'GET').map(({ endpoint }) => endpoint)
    expect(new Set(written)).toEqual(new Set(hasTests ? ['spot.testOrder'] : []))
    expect(asked.filter(({ endpoint }) => endpoint === 'contract.account').length).toBeGreaterThanOrEqual(5)
    expect(accountAt(venue)).toBe(before)
    expect(desk.report()).toMatchObject({ intents: [], drill: card })
    expect(journal.state('account')).toEqual(NOTHING_KNOWN)
  })

  it('runs once at a time: a second request gets the same card', async () => {
    const { desk } = await start()
    const [one, other] = await Promise.all([desk.drill(), desk.drill()])
    expect(one.kind).toBe('card')
    expect(other).toBe(one)
    const next = await desk.drill()
    expect(next).not.toBe(one)
  })

  it('reports a held contract that the venue does not trade', async () => {
    const { exchange } = venue
    const [held] = exchange.contracts.positions()
    if (!held) throw new Error('expected a position')
    exchange.contracts.held.adopt({ ...held, id: 999, spec: exchange.contract('E-LTC-USDT') })
    const card = await drilled()
    expect(checkOf(card, 'contracts')).toMatchObject({
      verdict: 'failed',
      found: [message('plan.notTraded', { names: ['E-LTC-USDT'] })],
    })
  })

  it('ends in bounded time when the Contract host does not answer, and checks the rest', async () => {
    await start()
    venue.faults.inject({ match: 'contract.*', kind: 'stall', times: Infinity })
    const begun = clock.mono()
    const card = await drilled()
    expect(clock.mono() - begun).toBeLessThan(30_000)
    expect(checkOf(card, 'contract').verdict).toBe('failed')
    expect(checkOf(card, 'spot').verdict).toBe('passed')
    expect(checkOf(card, 'testOrders').verdict).toBe(hasTests ? 'passed' : 'skipped')
    for (const name of ['contracts', 'sizes', 'plan'] as const) expect(checkOf(card, name).verdict).toBe('failed')
    expect(card.flatten).toBeNull()
  })

  it('is denied once the account is closed, and the earlier card stays', async () => {
    const { desk } = await start()
    const card = await drilled()
    const answer = desk.drill()
    await desk.close()
    expect(await answer).toMatchObject({ kind: 'denied' })
    expect(await desk.drill()).toMatchObject({ kind: 'denied' })
    expect(desk.report().drill).toEqual(card)
  })
})

describe('a fire drill with test orders', () => {
  beforeEach(() => open(USUAL))

  it("gives the venue's reason for refusing a test order", async () => {
    await start()
    venue.faults.inject({ match: 'spot.testOrder', kind: 'errorWith200', code: -2016 })
    const card = await drilled()
    expect(checkOf(card, 'testOrders')).toMatchObject({
      verdict: 'failed',
      found: [
        { code: 'drill.testRefused' },
        { facts: { sentences: [{}, { code: 'failure.venueWords', facts: { code: '-2016' } }] } },
      ],
    })
  })

  it('skips the test orders at a venue that has none', async () => {
    await start()
    venue.faults.inject({ match: 'spot.testOrder', kind: 'serverError', status: 404 })
    expect(checkOf(await drilled(), 'testOrders').verdict).toBe('skipped')
  })

  it('detects, at the first test order, a venue that executes it', async () => {
    await start()
    const { spot } = venue.exchange
    const check = spot.check.bind(spot)
    let taken = 0
    spot.check = (ticket) => {
      spot.check = check
      taken += 1
      const placed = spot.place(ticket)
      return placed.ok ? null : placed.error
    }
    const { verdict, found } = checkOf(await drilled(), 'testOrders')
    expect([verdict, taken]).toEqual(['failed', 1])
    expect(venue.ledger.arrivals({ endpoint: 'spot.testOrder' })).toHaveLength(1)
    expect(found).toMatchObject([{ code: 'drill.testPlaced' }])
  })
})
