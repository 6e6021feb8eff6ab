/** A chase by the real client at the simulated venue over HTTP, while the market moves. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ContractOrder, Fault, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Action } from '#shared/desk/action.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { positionKey } from '#shared/domain/account.ts'
import { sum, ZERO } from '#shared/domain/decimal.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FAMILIES, type Family } from '#test/support/families.ts'
import { deskAt, journalPath, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { codesOf, saidOf } from '#test/support/codes.ts'

const LINK = 'E-LINK-USDT'
const CHASE: Action = {
  kind: 'closePosition',
  positionKey: positionKey(LINK, 'cross', 'long'),
  size: { kind: 'percent', percent: 100 },
  tactic: { kind: 'chase', stopPercent: '0.5' },
}

let clock: WireTime
let venue: Simulator
let path: string
let run: DeskAtVenue
let reported = Promise.withResolvers<undefined>()
let spoken: Family

function start(): Promise<DeskAtVenue> {
  const onReport = (): void => {
    reported.resolve(undefined)
    reported = Promise.withResolvers()
  }
  return deskAt({ venue, clock, path, onReport, dialect: spoken.dialect })
}

/** Waits until the newest intent satisfies `isSo`, and returns it. */
async function until(isSo: (intent: IntentReport) => boolean): Promise<IntentReport> {
  for (;;) {
    const [newest] = run.desk.report().intents
    if (newest !== undefined && isSo(newest)) return newest
    await reported.promise
  }
}

const closes = ({ legs }: IntentReport) => legs.filter(({ request }) => request.kind === 'close')

/** Waits until the chase has a resting order for the `count`th time. */
const placedTimes = (count: number) =>
  until((intent) => closes(intent).length === count && closes(intent).at(-1)?.state === 'working')

function held() {
  return venue.exchange.contracts.positions().find(({ spec }) => spec.name === LINK)?.volume ?? ZERO
}

/** The chase's orders at the venue, oldest first. */
function orders(): readonly ContractOrder[] {
  const all = [...venue.exchange.contracts.orders.values()]
  return all.filter(({ spec, action }) => spec.name === LINK && action === 'CLOSE')
}

/** Moves the market by tenths of a percent of its initial price. */
function move(tenths: number): void {
  venue.exchange.setPrice('LINK', began.times(1 + tenths / 1_000))
}

/** Moves the market through the resting order. */
function fill(): void {
  for (let n = 0; n < 500 && !held().isZero(); n += 1) move(10)
}

/** Moves the market to the resting order until it is partly filled. */
function fillSome(): void {
  const order = orders().at(-1)!
  for (let n = 0; n < 50 && order.executed.isZero(); n += 1) venue.exchange.setPrice('LINK', order.price!.plus('0.002'))
  if (order.executed.isZero() || order.status === 'FILLED') throw new Error('expected a part of the order to be filled')
}

let began = ZERO

async function begin(): Promise<void> {
  began = venue.exchange.market.price(venue.exchange.contract(LINK))
  await run.desk.submit('a', CHASE)
  await placedTimes(1)
}

function expectOnce(): void {
  expect(venue.ledger.twice()).toMatchObject({ arrived: [], executed: [] })
  const canceled = venue.ledger.arrivals({ endpoint: 'contract.cancel' }).map(({ orderId }) => orderId)
  expect(new Set(canceled).size).toBe(canceled.length)
}

describe.each(FAMILIES)('a chase at a simulated venue that speaks as $family', (family) => {
  beforeEach(async () => {
    spoken = family
    clock = wireTime()
    venue = await stillVenue({ clock: clock.forVenue(), cancelDelayMs: 400, dialect: family.sim })
    path = journalPath()
    run = await start()
  })

  it('is done when its first order fills', async () => {
    const asked = held()
    await begin()
    fill()
    const { state, note, legs } = await run.ended()
    expect({ state, note, states: legs.map((leg) => leg.state) }).toEqual({
      state: 'done',
      note: null,
      states: ['verified'],
    })
    expect(sum(orders().map(({ executed }) => executed))).toEqual(asked)
    expectOnce()
  })

  it('follows the market three times and closes exactly the requested size', async () => {
    const asked = held()
    await begin()
    fillSome()
    for (const [moved, tenths] of [-1, -2, -3].entries()) {
      move(tenths)
      await placedTimes(moved + 2)
    }
    fill()
    const intent = await run.ended()
    expect({ state: intent.state, note: intent.note }).toEqual({ state: 'done', note: null })
    expect(held()).toEqual(ZERO)
    expect(orders()).toHaveLength(4)
    expect(orders().map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED', 'CANCELED', 'FILLED'])
    expect(sum(orders().map(({ executed }) => executed))).toEqual(asked)
    expect(closes(intent).map(({ executed }) => executed)).toEqual(orders().map(({ executed }) => executed))
    expect(orders().map(({ price }) => price)).toEqual(
      [...orders().map(({ price }) => price)].sort((a, b) => b!.cmp(a!)),
    )
    expect(venue.ledger.arrivals({ endpoint: 'contract.newOrder' })).toHaveLength(4)
    expectOnce()
  })

  it('stops at the stop price', async () => {
    const asked = held()
    await begin()
    move(-8)
    const { state, note } = await run.ended()
    expect(state).toBe('partial')
    expect(saidOf(note)).toMatch(/^The price moved 0\.5 % away from 2\d\.\d+\. (\d+) of \1 contracts stay open\.$/)
    expect(orders().map(({ status }) => status)).toEqual(['CANCELED'])
    expect(held()).toEqual(asked)
  })

  it('ends when its order is cancelled by another program', async () => {
    await begin()
    const [order] = orders()
    venue.exchange.withdraw(order!)
    move(-1)
    const { state, note } = await run.ended()
    expect(state).toBe('partial')
    expect(codesOf(note)).toContain('intent.chase.takenBack')
    expect(orders()).toHaveLength(1)
  })

  it.each<[string, Fault, number]>([
    ['its cancel is lost but done', { match: 'contract.cancel', kind: 'resetAfterRead' }, 2],
    ['its cancel is lost and not done', { match: 'contract.cancel', kind: '504NotExecuted' }, 1],
    ['its new order is lost but placed', { match: 'contract.newOrder', kind: 'resetAfterRead' }, 2],
    ['its new order is lost but placed late', { match: 'contract.newOrder', kind: '504ExecutedLate', ms: 1_500 }, 2],
    ['its new order is lost and not placed', { match: 'contract.newOrder', kind: '504NotExecuted' }, 1],
  ])(
    'sends nothing twice when the answer to %s',
    async (_, fault, placed) => {
      const asked = held()
      await begin()
      venue.faults.inject(fault)
      move(-1)
      if (placed === 2) {
        await placedTimes(2)
        fill()
        expect((await run.ended()).state).toBe('done')
        expect(sum(orders().map(({ executed }) => executed))).toEqual(asked)
      } else {
        expect((await run.ended()).state).toBe('partial')
        expect(held()).toEqual(asked)
      }
      expect(orders()).toHaveLength(placed)
      expectOnce()
    },
    30_000,
  )

  it('sends nothing after the account is closed, and the next run names the resting order', async () => {
    await begin()
    await run.stop()
    move(-1)
    run = await start()
    const { state, note } = await run.ended()
    expect(state).toBe('partial')
    expect(saidOf(note)).toMatch(/^Plimsoll was closed during the chase\. Its last order waits at 2\d\.\d+\.$/)
    expect(orders().map(({ status }) => status)).toEqual(['NEW'])
    expect(venue.ledger.arrivals({ endpoint: 'contract.cancel' })).toEqual([])
  })
})
