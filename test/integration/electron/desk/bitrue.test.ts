/** What differs at a venue that speaks as Bitrue: how orders are sent, and which functions are missing. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Dialect } from '#electron/venue/port.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { Action } from '#shared/desk/action.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { positionKey } from '#shared/domain/account.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { BITRUE } from '#test/support/families.ts'
import { placeOnSpot } from '#test/support/flatten-at-venue.ts'
import { deskAt, stillVenue, wireTime } from '#test/support/still-venue.ts'
import { saidOf } from '#test/support/codes.ts'
import { inARow, message } from '#shared/words/message.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const LINK = 'E-LINK-USDT'
const KEY = positionKey(LINK, 'cross', 'long')
const STOP: Action = {
  kind: 'protect',
  positionKey: KEY,
  purpose: 'stopLoss',
  size: { kind: 'percent', percent: 100 },
  trigger: { kind: 'price', price: '18' },
}

let venue: Simulator
let run: DeskAtVenue

beforeEach(() => begin())

async function begin(dialect: Partial<Dialect> = {}): Promise<void> {
  const clock = wireTime()
  venue = await stillVenue({ clock: clock.forVenue(), dialect: BITRUE.sim })
  run = await deskAt({ venue, clock, dialect: { ...BITRUE.dialect, ...dialect } })
}

async function carriedOut(action: Action): Promise<IntentReport> {
  expect(await run.desk.submit('a', action)).toEqual({ kind: 'accepted', intentId: 'a' })
  return run.ended()
}

const arrivals = (endpoint: string) => venue.ledger.arrivals({ endpoint })
const ordersOfLink = () => venue.exchange.contracts.openOrders().filter(({ spec }) => spec.name === LINK)
const held = () => venue.exchange.contracts.positions().find(({ spec }) => spec.name === LINK)

describe('at a venue that speaks as Bitrue', () => {
  it('a close at market is sent as an order that does not rest, at most 2 % from the mark', async () => {
    const { state, legs } = await carriedOut(closeAtMarket(KEY))
    expect([state, ...legs.map((leg) => leg.state)]).toEqual(['done', 'verified'])
    expect(legs[0]?.request).toMatchObject({
      price: decimal('21.168'),
      timeInForce: 'IOC',
      leverage: expect.anything(),
    })
    expect([arrivals('contract.newOrder').length, held(), ordersOfLink()]).toEqual([1, undefined, []])
  })

  it('a close is refused when the leverage has changed since it was read, and the refusal says where to set it', async () => {
    venue.faults.inject({
      match: 'contract.account',
      kind: 'oddNumbers',
      field: 'leverageLevel',
      body: '3',
      times: 1_000,
    })
    await run.read()
    const { state, legs } = await carriedOut(closeAtMarket(KEY, 50))
    expect([state, legs[0]?.state, legs[0]?.failure?.venue?.code]).toEqual(['failed', 'rejected', '-1166'])
    expect(saidOf(legs[0]?.detail)).toContain('The leverage differs from the one set for this contract')
    expect([arrivals('contract.newOrder').length, toText(held()!.volume)]).toEqual([1, '310'])
  })

  it.each([
    ['that was done', 'resetAfterRead', 'verified'],
    ['that was lost on its way', 'resetBeforeRead', 'absent'],
  ] as const)(
    'a close %s without an answer is looked up by our own id',
    async (_, kind, became) => {
      venue.faults.inject({ match: 'contract.newOrder', kind })
      const { legs } = await carriedOut(closeAtMarket(KEY, 50))
      expect(legs.map(({ state }) => state)).toEqual([became])
      expect(legs[0]?.orderId === null).toBe(became === 'absent')
      expect([arrivals('contract.newOrder').length, arrivals('contract.order').length > 0]).toEqual([1, true])
      expect(toText(held()!.volume)).toBe(became === 'absent' ? '310' : '155')
    },
    30_000,
  )

  it('orders of a pair are cancelled one by one', async () => {
    while (venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt').length < 5)
      placeOnSpot(venue)
    await run.read()
    const filter = allOrdersOf('spot', 'BTCUSDT')
    const shown = await run.desk.preview({ kind: 'cancelMatching', filter })
    const { state, legs } = await carriedOut({ kind: 'cancelMatching', filter })
    expect([state, legs.length]).toEqual(['done', 5])
    expect(shown.kind === 'plan' && shown.plan.estimate?.requests).toBe(5)
    expect(venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt')).toEqual([])
    expect([arrivals('spot.cancel').length, arrivals('spot.batchCancel').length]).toEqual([5, 0])
    expect(venue.ledger.arrivals({ status: 429 })).toEqual([])
  })

  it('a flatten sells Spot at market, closes what is listed, and leaves no order', async () => {
    const { legs } = await carriedOut({ kind: 'flatten', spot: 'sell' })
    expect(
      legs.filter(({ state }) => state !== 'verified').map(({ request, state, detail }) => [request, state, detail]),
    ).toEqual([])
    expect(legs.some(({ request }) => request.kind === 'sell')).toBe(true)
    // Inverse contracts have another API root, which is a separate account here.
    expect(venue.exchange.contracts.positions().filter(({ spec }) => !spec.inverse)).toEqual([])
    expect(venue.exchange.spot.openOrders()).toEqual([])
    expect(venue.ledger.twice().arrived).toEqual([])
  })

  it('a protective order is denied, both in the plan and when it is submitted', async () => {
    const before = venue.ledger.arrivals().length
    const denied = {
      kind: 'denied',
      denial: { code: 'NOT_OFFERED', message: inARow([message('plan.noStops'), message('plan.nothingSent')]) },
    }
    expect(await run.desk.preview(STOP)).toMatchObject(denied)
    expect(await run.desk.submit('a', STOP)).toMatchObject(denied)
    expect(run.desk.report().intents.filter(({ state }) => state !== 'refused')).toEqual([])
    const writes = venue.ledger
      .arrivals()
      .slice(before)
      .filter(({ endpoint }) => endpoint === 'contract.newOrder')
    expect(writes).toEqual([])
  })

  it('a drill reports that there are no test orders, and a flatten can still be planned', async () => {
    const answer = await run.desk.drill()
    if (answer.kind !== 'card') throw new Error(answer.message.code)
    const { checks } = answer.card
    expect(checks.find(({ name }) => name === 'testOrders')).toMatchObject({
      verdict: 'skipped',
      found: [{ code: 'drill.noTestOrder' }],
    })
    expect(checks.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  })
})
