/**
 * A venue that is gone for hours, lists that forget, partly executed batches, two hundred orders, and another program
 * on the same key.
 */
import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '#electron/simulator/exchange/market/specs.ts'
import type { Fault, SimOrder, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { DeskReport } from '#shared/desk/report.ts'
import { positionKey } from '#shared/domain/account.ts'
import { wait } from '#shared/domain/clock.ts'
import { sum } from '#shared/domain/decimal.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'
import { placeOnSpot } from '#test/support/flatten-at-venue.ts'
import { cancelsTwice } from '#test/support/ledger.ts'
import { restOnContracts } from '#test/support/portfolio-at-venue.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'

const LINK = 'E-LINK-USDT'
const KEY = positionKey(LINK, 'cross', 'long')
const CLOSE = closeAtMarket(KEY)
const HOUR_MS = 3_600_000
/** A dead network: no request is read, and nothing is answered. */
const GONE: Fault = { match: '*', kind: 'stall', executed: false, times: Infinity }

const held = ({ exchange }: Simulator) => exchange.contracts.positions().find(({ spec }) => spec.name === LINK)

async function start(onReport: (report: DeskReport) => unknown = () => undefined) {
  const clock = wireTime()
  const venue = await stillVenue({ clock: clock.forVenue() })
  const run = async () => deskAt({ venue, clock, onReport: (report) => void onReport(report) })
  return { clock, venue, run }
}

describe.each([
  ['5 s', 5_000],
  ['5 min', 300_000],
  ['1 h', HOUR_MS],
])('F12: a network that is gone for %s during a close', (_, goneMs) => {
  it.each([true, false])(
    'sends nothing after it returns before reading the account; the close was done: %s',
    async (executed) => {
      const { clock, venue, run } = await start()
      const at = await run()
      const { desk } = at
      venue.faults.inject({ match: 'contract.newOrder', kind: 'stall', executed })
      await desk.submit('a', CLOSE)
      await venue.ledger.arrival('contract.newOrder')
      venue.faults.inject(GONE)
      await wait(clock, goneMs)
      venue.faults.clear()
      const before = venue.ledger.arrivals().length
      await at.ended()
      const after = venue.ledger.arrivals().slice(before)
      const again = after.findIndex(({ endpoint }) => endpoint === 'contract.newOrder')
      const looked = after.slice(0, again < 0 ? undefined : again).map(({ endpoint }) => endpoint)
      expect(looked).toContain('contract.account')
      expect(venue.ledger.twice().arrived).toEqual([])
      expect(held(venue)).toBeUndefined()
    },
  )
})

describe('F34: an order that the venue does not show for 40 min', () => {
  it('is never placed again, and no other order closes its size meanwhile', async () => {
    const shown = new Set<LegState | undefined>()
    const { clock, venue, run } = await start(({ intents }) => shown.add(intents.at(-1)?.legs[0]?.state))
    const { desk } = await run()
    const spec = venue.exchange.contract(LINK)
    const price = venue.exchange.market.price(spec).times('1.2').toDecimalPlaces(spec.pricePrecision)
    venue.faults.inject({ match: 'contract.newOrder', kind: 'lostAndHidden', ms: 40 * 60_000 })
    const atLimit: Action = { ...CLOSE, tactic: { kind: 'limit', price: price.toFixed() } }
    expect(await desk.submit('a', atLimit)).toMatchObject({ kind: 'accepted' })
    const most = (): boolean => {
      const closing = venue.exchange.contracts
        .openOrders()
        .filter((order) => order.spec === spec && order.action === 'CLOSE')
      return sum(closing.map((order) => order.volume)).lte(held(venue)?.volume ?? 0)
    }
    for (let minute = 0; minute < 40; minute++) {
      await wait(clock, 60_000)
      if (minute % 10 === 5) await desk.submit(`again ${minute}`, CLOSE)
      expect(most()).toBe(true)
    }
    expect(venue.ledger.arrivals({ endpoint: 'contract.newOrder' })).toHaveLength(1)
    expect([...shown]).not.toContain('absent')
    expect(
      desk
        .report()
        .intents.at(-1)
        ?.legs.map(({ state }) => state),
    ).toEqual(['working'])
  })
})

describe('F43: a batch of ten cancels', () => {
  type Meanwhile = (venue: Simulator, orders: readonly SimOrder[]) => void
  it.each<[string, Meanwhile, LegState, string, number]>([
    ['three of which are gone', goneAlready, 'alreadyGone', 'done', 0],
    ['three of which the venue refuses', refuseOnce, 'rejected', 'partial', 3],
  ])('%s: each order gets its own outcome, and none is cancelled twice', async (_, meanwhile, of, end, left) => {
    const { venue, run } = await start()
    const open = () => venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt')
    while (open().length < 10) placeOnSpot(venue)
    const at = await run()
    const { desk } = at
    const before = open()
    void venue.ledger.arrival('spot.batchCancel').then(() => meanwhile(venue, before.slice(2, 5)))
    await desk.submit('a', { kind: 'cancelMatching', filter: allOrdersOf('spot', 'BTCUSDT') })
    const { legs, state } = await at.ended()
    const own = before.map(({ orderId }) =>
      legs.find(({ request }) => 'orderId' in request && request.orderId === orderId),
    )
    const ends = [
      ...Array<LegState>(2).fill('verified'),
      ...Array<LegState>(3).fill(of),
      ...Array<LegState>(5).fill('verified'),
    ]
    expect([own.map((leg) => leg?.state), state, open().length]).toEqual([ends, end, left])
    expect(cancelsTwice(venue.ledger)).toEqual([])
  })
})

function goneAlready({ exchange }: Simulator, orders: readonly SimOrder[]): void {
  for (const order of orders) exchange.cancel(order)
}

/** The venue refuses the first cancel of each of these orders. */
function refuseOnce({ exchange }: Simulator, orders: readonly SimOrder[]): void {
  const left = new Set(orders)
  const cancel = exchange.cancel.bind(exchange)
  exchange.cancel = (order) => (left.delete(order) ? { ok: false, error: { code: -1145, msg: 'no' } } : cancel(order))
}

describe('F44: two hundred contract orders', () => {
  it("are cancelled one by one at the venue's pace in little more than 20 s, with progress reports", async () => {
    const seen = new Set<number>()
    const { venue, run } = await start(({ intents: [newest] }) => {
      seen.add(newest?.legs.filter(({ state }) => state === 'verified').length ?? 0)
    })
    while (venue.exchange.contracts.openOrders().length < 200) restOnContracts(venue, 1, CONTRACTS)
    const at = await run()
    const { desk } = at
    await desk.submit('a', {
      kind: 'cancelMatching',
      filter: { area: 'contract', instrument: null, side: null, closing: true },
    })
    const { state, legs, tookMs } = await at.ended()
    expect([state, legs.length, venue.exchange.contracts.openOrders()]).toEqual(['done', 200, []])
    expect(tookMs).toBeLessThan(26_000)
    expect(seen.size).toBeGreaterThan(10)
    expect(venue.ledger.maxInWindow('contract.cancel', 2_000)).toBeLessThanOrEqual(20)
    expect(cancelsTwice(venue.ledger)).toEqual([])
  })
})
