/** Positions with odd rows, and contracts that are missing from the list, closed through the real client over HTTP. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import { positionKey } from '#shared/domain/account.ts'
import { wait } from '#shared/domain/clock.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { BITRUE, FAMILIES, type Family } from '#test/support/families.ts'
import { faultsOf, left } from '#test/support/flatten-at-venue.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { inEnglish } from '#shared/words/say.ts'

const LINK = 'E-LINK-USDT'
const CLOSE = closeAtMarket(positionKey(LINK, 'cross', 'long'))
const UNREADABLE: Fault = { match: 'contract.account', kind: 'wrongType', field: 'volume', body: 'null', where: LINK }

const LEVERAGE = ['leverageLevel is 0', { kind: 'wrongType', field: 'leverageLevel', body: '0' }] as const

let clock: WireTime
let venue: Simulator
let run: DeskAtVenue
let spoken: Family

async function begin(family: Family): Promise<void> {
  spoken = family
  clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), dialect: family.sim })
}

const inject = (fault: Fault) => void venue.faults.inject({ times: Infinity, ...fault })
const held = () => venue.exchange.contracts.positions().find(({ spec }) => spec.name === LINK)
const placed = () => venue.ledger.arrivals({ endpoint: 'contract.newOrder' }).length

async function start(...faults: readonly Fault[]): Promise<void> {
  faults.forEach(inject)
  run = await deskAt({ venue, clock, dialect: spoken.dialect })
}

describe.each(FAMILIES)('at $family, a position with an unreadable field', (family) => {
  beforeEach(() => begin(family))

  it.each<readonly [string, Omit<Fault, 'match' | 'where'>]>([
    ['holdAmount is missing', { kind: 'missingField', field: 'holdAmount' }],
    ['realizedAmount is null', { kind: 'wrongType', field: 'realizedAmount', body: 'null' }],
    ['pendingCloseVolume is missing', { kind: 'missingField', field: 'pendingCloseVolume' }],
    ['openPrice is text', { kind: 'wrongType', field: 'openPrice', body: '"text"' }],
    // At Bitrue each order must carry the leverage, so a position whose leverage was never read cannot be closed.
    ...(family === BITRUE ? [] : [LEVERAGE]),
    ['its id is a float', { kind: 'wrongType', field: 'id', body: '13699.5' }],
    ['indexPrice is an object', { kind: 'wrongType', field: 'indexPrice', body: '{}' }],
  ])(
    'is closed: %s',
    async (_, fault) => {
      await start({ match: 'contract.account', where: LINK, ...fault })
      await run.desk.submit('a', CLOSE)
      const { state, legs } = await run.ended()
      expect([state, legs.map((leg) => leg.state)]).toEqual(['done', ['verified']])
      expect(held()).toBeUndefined()
      expect(placed()).toBe(1)
      expect(faultsOf(venue)).toEqual([])
    },
    60_000,
  )
})

describe.each(FAMILIES)('at $family, a position whose whole row cannot be read', (family) => {
  beforeEach(() => begin(family))

  it('is closed by its last known size, and the plan shows the age of that size', async () => {
    await start()
    await wait(clock, 8_000)
    inject(UNREADABLE)
    await run.read()
    const volume = held()!.volume
    expect(
      run
        .view()
        .positions!.find(({ contract }) => contract === LINK)!
        .volume.eq(volume),
    ).toBe(true)
    const answer = await run.desk.preview(CLOSE)
    if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
    const [, seconds] =
      /closes the sizes known (\d+) s ago, never more/i.exec(answer.plan.estimate!.warnings.map(inEnglish).join(' ')) ??
      []
    expect(Number(seconds)).toBeGreaterThanOrEqual(8)
    await run.desk.submit('a', CLOSE, answer.planId)
    // Once the row is gone, the list is complete again, so the read shows that the position is gone.
    expect(await run.ended()).toMatchObject({ state: 'done', legs: [{ state: 'verified' }] })
    expect(held()).toBeUndefined()
    expect(placed()).toBe(1)
  })

  it('cannot be closed if it was never read: the close is denied and nothing is sent', async () => {
    await start(UNREADABLE)
    const answer = await run.desk.preview(CLOSE)
    expect(answer.kind === 'denied' && answer.denial.code).toBe('READ_FAILED')
    expect(answer.kind === 'denied' && inEnglish(answer.denial.message)).toContain('could not be read')
    expect(placed()).toBe(0)
  })
})

describe.each(FAMILIES)('at $family, a held contract', (family) => {
  beforeEach(() => begin(family))

  const LISTS: readonly (readonly [string, Fault])[] = [
    ['that the list lacks', { match: 'contract.contracts', kind: 'missingRow', field: 'symbol', body: LINK }],
    [
      'whose limits cannot be read there',
      { match: 'contract.contracts', kind: 'wrongType', field: 'maxMarketVolume', body: '{}', where: LINK },
    ],
    [
      'whose row of the list cannot be read',
      { match: 'contract.contracts', kind: 'wrongType', field: 'symbol', body: '7', where: LINK },
    ],
  ]

  it.each(LISTS)(
    '%s is closed, and the plan says what is unknown about it',
    async (_, fault) => {
      await start(fault)
      const answer = await run.desk.preview(CLOSE)
      if (answer.kind !== 'plan') throw new Error(inEnglish(answer.denial.message))
      expect(answer.plan.estimate!.warnings.map(inEnglish).join(' ')).toMatch(
        /No order limits are known|order limits .* could not be read/,
      )
      await run.desk.submit('a', CLOSE, answer.planId)
      expect(await run.ended()).toMatchObject({ state: 'done', legs: [{ state: 'verified' }] })
      expect(held()).toBeUndefined()
    },
    60_000,
  )

  it.each(LISTS.slice(0, 1))(
    '%s is flattened with the rest, and the account is seen flat',
    async (_, fault) => {
      await start(fault)
      await run.desk.submit('a', FLATTEN)
      expect(await run.ended()).toMatchObject({ state: 'done', note: null })
      expect(left(venue, family)).toBe(0)
    },
    60_000,
  )
})
