/** A flatten that also sells the Spot holdings, through the real client at the simulated venue. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { DEFAULT_DIALECT } from '#electron/venue/venue.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { decimal, sum, toText, ZERO } from '#shared/domain/decimal.ts'
import { amount, message } from '#shared/words/message.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FAMILIES, type Family } from '#test/support/families.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { inEnglish } from '#shared/words/say.ts'

const FLATTEN = { kind: 'flatten', spot: 'sell' } as const

let clock: WireTime
let venue: Simulator
let run: DeskAtVenue

async function begin({ sim, dialect }: Pick<Family, 'sim' | 'dialect'>): Promise<void> {
  clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), cancelDelayMs: 250, dialect: sim })
  run = await deskAt({ venue, clock, dialect })
}

function holding(asset: string) {
  const held = venue.exchange.spot.balances().find((each) => each.asset === asset)
  return { free: held?.free ?? ZERO, locked: held?.locked ?? ZERO }
}

function sells({ legs }: IntentReport, asset?: string): readonly LegReport[] {
  return legs.filter(({ request }) => request.kind === 'sell' && (asset === undefined || request.asset === asset))
}

/** Market sells that arrived at the venue more than once. */
function arrivedTwice(): readonly unknown[] {
  return venue.ledger.twice().arrived
}

describe.each(FAMILIES)('a flatten that sells, at $family,', (family) => {
  beforeEach(() => begin(family))

  it('first frees what orders lock, then sells every holding for cash, and leaves what is too small to sell', async () => {
    const dust = decimal('0.0000000001')
    venue.exchange.spot.deposit('BTC', dust)
    const shown = await run.desk.preview(FLATTEN)
    if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
    const kinds = shown.plan.legs.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('cancel')).toBeLessThan(kinds.indexOf('sell'))
    const before = venue.exchange.spot
      .balances()
      .filter(({ asset, free, locked }) => asset !== 'USDT' && free.plus(locked).gt(0))
    const planned = shown.plan.legs.flatMap((leg) => (leg.kind === 'sell' ? [leg] : []))
    expect(before.some(({ locked }) => locked.gt(0))).toBe(true)
    expect(planned.map(({ asset }) => asset).length).toBeGreaterThan(1)
    const cash = holding('USDT').free
    await run.desk.submit('a', FLATTEN, shown.planId)
    const intent = await run.ended()
    expect(planned.map(({ asset }) => asset)).not.toContain('DOT')
    expect(shown.plan.estimate?.warnings.map(inEnglish).join(' ')).toMatch(/Too little to sell: ARB, DOT\./)
    expect(intent).toMatchObject({ state: 'done', note: null })
    expect(sells(intent).filter(({ state }) => state === 'verified')).toHaveLength(planned.length)
    expect(holding('USDT').free.gt(cash)).toBe(true)
    for (const asset of new Set(planned.map((leg) => leg.asset))) {
      const quantity = sum(planned.filter((leg) => leg.asset === asset).map((leg) => leg.quantity))
      const was = before.find((each) => each.asset === asset)
      // The whole holding, locked or free, except for the remainder below the pair's smallest step.
      expect(toText(holding(asset).free)).toBe(toText(was!.free.plus(was!.locked).minus(quantity)))
      expect(holding(asset).locked.isZero()).toBe(true)
    }
    expect(arrivedTwice()).toEqual([])
  })

  it('sells the free part at once when the cancel of an order is refused, and names what stays locked', async () => {
    for (const match of ['spot.cancel', 'spot.batchCancel']) {
      venue.faults.inject({ match, kind: 'errorWith200', code: -2011, times: Infinity })
    }
    const before = venue.exchange.spot.balances().filter(({ free, locked }) => free.gt(0) && locked.gt(0))
    await run.desk.submit('a', FLATTEN)
    const intent = await run.ended()
    const sold = new Set(sells(intent).map(({ request }) => request.kind === 'sell' && request.asset))
    const parted = before.filter(({ asset }) => sold.has(asset)).map(({ asset }) => asset)
    expect(parted).toContain('BTC')
    for (const asset of parted) {
      const [first] = sells(intent, asset)
      expect([asset, first?.round, first?.state]).toEqual([asset, 1, 'verified'])
      expect(holding(asset).locked.gt(0)).toBe(true)
      const quantity = amount(holding(asset).locked)
      expect(intent.note?.facts['sentences']).toContainEqual(message('intent.locked', { asset, quantity }))
    }
    expect(intent.state).not.toBe('done')
    expect(arrivedTwice()).toEqual([])
  })

  it('warns of a holding that is too small to sell, of one without a cash pair, and of what counts as cash', async () => {
    venue.exchange.spot.deposit('DUST', decimal(5))
    venue.exchange.spot.deposit('LINK', decimal('0.0000000001').minus(holding('LINK').free))
    const shown = await run.desk.preview(FLATTEN)
    if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
    const warnings = shown.plan.estimate?.warnings.map(inEnglish).join(' ')
    expect(warnings).toMatch(
      /No pair sells .*DUST.* for cash; it stays\. Too little to sell: .*LINK.*\. Counts as cash and stays: USDC\./,
    )
  })

  it.each([
    ['the venue sold', 'resetAfterRead', 'verified'],
    ['the venue never sold', '504NotExecuted', 'absent'],
  ] as const)(
    'finds a sale whose answer was lost by its own id, when %s',
    async (_, kind, state) => {
      venue.faults.inject({ match: 'spot.newOrder', kind })
      await run.desk.submit('a', FLATTEN)
      const intent = await run.ended()
      const first = sells(intent).filter(({ round }) => round === 1)
      expect(first.filter((leg) => leg.failure?.outcome === 'unknown').map((leg) => leg.state)).toEqual([state])
      // The next round sells what was not sold, under a new id.
      const kept = first.flatMap(({ request }) =>
        request.kind === 'sell' && holding(request.asset).free.gte(request.quantity) ? [request.asset] : [],
      )
      expect(kept).toEqual([])
      expect(intent).toMatchObject({ state: 'done', note: null })
      expect(arrivedTwice()).toEqual([])
    },
    60_000,
  )
})

describe('a flatten that sells without known limits', () => {
  it('tries twice at a venue that publishes no minimum, and says what the venue refused', async () => {
    await begin({ sim: { fields: 'documented' }, dialect: DEFAULT_DIALECT })
    await run.desk.submit('a', FLATTEN)
    const intent = await run.ended()
    const tooSmall = sells(intent).filter(({ failure }) => failure?.venue?.code === '-1136')
    expect(tooSmall.map(({ round, request }) => [round, request.kind === 'sell' && request.asset])).toEqual([
      [1, 'DOT'],
      [2, 'DOT'],
    ])
    expect(intent).toMatchObject({ state: 'partial', note: message('intent.refusedToSell', { assets: ['DOT'] }) })
    expect(arrivedTwice()).toEqual([])
  })

  it('is partial when a holding exceeds the order book, sells the rest, and says that some is left', async () => {
    await begin({ sim: {}, dialect: DEFAULT_DIALECT })
    venue.exchange.spot.deposit('SOL', decimal(1_000_000_000))
    await run.desk.submit('a', FLATTEN)
    const intent = await run.ended()
    const sold = sells(intent, 'SOL')
    expect(sold[0]).toMatchObject({ state: 'partial', round: 1 })
    expect([...new Set(sold.map(({ round }) => round))]).toEqual([1, 2, 3])
    expect(intent).toMatchObject({ state: 'partial', note: { code: 'intent.stillToDo' } })
    expect(arrivedTwice()).toEqual([])
  })
})
