import { beforeEach, describe, expect, it } from 'vitest'
import { averagePrice } from '#electron/simulator/exchange/account/sim-order.ts'
import type { Fault, SimPosition, Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import { positionKey } from '#shared/domain/account.ts'
import type { MarginMode } from '#shared/domain/account.ts'
import { decimal, sum, toText, ZERO, roundTo } from '#shared/domain/decimal.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { FAMILIES, type Family } from '#test/support/families.ts'
import { deskAt, journalPath, stillVenue, wireTime } from '#test/support/still-venue.ts'
import type { WireTime } from '#test/support/wire-time.ts'
import { allOrdersOf } from '#test/support/all-orders-of.ts'

const LINK = 'E-LINK-USDT'
const CLOSE = closeAtMarket(positionKey(LINK, 'cross', 'long'))

const CLOSE_SOL = closeAtMarket(positionKey('E-SOL-USDT', 'isolated', 'long'))

interface Run extends DeskAtVenue {
  readonly shown: Set<LegState>
}

let clock: WireTime
let venue: Simulator
let path: string
let run: Run

let spoken: Family

async function start(): Promise<Run> {
  const shown = new Set<LegState>()
  const started = await deskAt({
    ...{ venue, clock, path, dialect: spoken.dialect },
    onReport: (report) => {
      for (const leg of report.intents[0]?.legs ?? []) shown.add(leg.state)
    },
  })
  return { ...started, shown }
}

/** The states of the newest intent's legs, once all have ended. */
async function settled(): Promise<readonly LegState[]> {
  const { legs } = await run.ended()
  return legs.map((leg) => leg.state)
}

function held(contract = LINK): SimPosition | undefined {
  return venue.exchange.contracts.positions().find((position) => position.spec.name === contract)
}

/** The ids of the open orders that close a position in the contract. */
function closingOrders(contract: string): readonly string[] {
  const open = venue.exchange.contracts.openOrders()
  return open.filter(({ spec, action }) => spec.name === contract && action === 'CLOSE').map(({ orderId }) => orderId)
}

const placed = () => venue.ledger.arrivals({ endpoint: 'contract.newOrder' })
const cancels = () => venue.ledger.arrivals({ endpoint: 'contract.cancel' })
const codeOf = (answer: SubmitAnswer) => (answer.kind === 'denied' ? answer.denial.code : null)

function openOrder(contract: string): string {
  const order = [...venue.exchange.contracts.orders.values()].find(({ spec }) => spec.name === contract)
  if (order === undefined) throw new Error(`expected an order of ${contract}`)
  return order.orderId
}

describe.each(FAMILIES)('the desk at a simulated venue that speaks as $family', (family) => {
  beforeEach(async () => {
    spoken = family
    clock = wireTime()
    venue = await stillVenue({ clock: clock.forVenue(), cancelDelayMs: 400, dialect: family.sim })
    path = journalPath()
    run = await start()
  })

  it('closes a position and sees it gone', async () => {
    expect(await run.desk.submit('a', CLOSE)).toEqual({ kind: 'accepted', intentId: 'a' })
    expect(await settled()).toEqual(['verified'])
    expect(held()).toBeUndefined()
    expect(placed()).toHaveLength(1)
  })

  it('reports the average price at which the venue filled a close', async () => {
    await run.desk.submit('a', CLOSE)
    await settled()
    const order = [...venue.exchange.contracts.orders.values()].findLast(({ spec }) => spec.name === LINK)
    // The venue prints eight decimals.
    const written = roundTo(averagePrice(order!), 8, 'half-even')
    expect(run.desk.report().intents[0]?.legs[0]?.fillPrice).toEqual(written)
  })

  it('turns fifty rapid clicks into one request', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => run.desk.submit(`click ${n}`, CLOSE)))
    expect(answers.filter((answer) => answer.kind === 'accepted')).toHaveLength(1)
    expect(new Set(answers.map(codeOf))).toEqual(new Set([null, 'IN_FLIGHT']))
    await settled()
    expect(placed()).toHaveLength(1)
  })

  it.each<[string, Fault, LegState]>([
    ['a 504 that was executed', { match: 'contract.newOrder', kind: '504Executed' }, 'verified'],
    ['a 504 executed late', { match: 'contract.newOrder', kind: '504ExecutedLate', ms: 4_000 }, 'verified'],
    ['a 504 that was not executed', { match: 'contract.newOrder', kind: '504NotExecuted' }, 'absent'],
    ['a connection lost before it was read', { match: 'contract.newOrder', kind: 'resetBeforeRead' }, 'absent'],
    ['a connection lost after it was read', { match: 'contract.newOrder', kind: 'resetAfterRead' }, 'verified'],
    ['an answer cut short', { match: 'contract.newOrder', kind: 'truncate' }, 'verified'],
    ['an empty answer', { match: 'contract.newOrder', kind: 'emptyBody' }, 'verified'],
    ['a 400 that was executed', { match: 'contract.newOrder', kind: 'status400ButExecuted' }, 'verified'],
    ['an answer that never comes', { match: 'contract.newOrder', kind: 'stall' }, 'verified'],
  ])(
    'settles a close after %s',
    async (_, fault, outcome) => {
      venue.faults.inject(fault)
      await run.desk.submit('a', CLOSE)
      // The next round closes what did not happen, with a new order.
      expect(await settled()).toEqual(outcome === 'absent' ? ['absent', 'verified'] : [outcome])
      expect(held()).toBeUndefined()
      expect(placed().length).toBeLessThanOrEqual(outcome === 'absent' ? 2 : 1)
      for (const wrong of ['rejected', 'notSent', 'needsHuman'] as const) expect(run.shown).not.toContain(wrong)
      if (outcome === 'verified') expect(run.shown).not.toContain('absent')
    },
    30_000,
  )

  it('cancels one order, and reports it as cancelled when the venue does', async () => {
    const orderId = openOrder('E-AVAX-USDT')
    await run.desk.submit('a', { kind: 'cancelOrder', area: 'contract', instrument: 'E-AVAX-USDT', orderId })
    expect(await settled()).toEqual(['verified'])
    expect(venue.exchange.contracts.orders.get(orderId)?.status).toBe('CANCELED')
  })

  it('cancels a spot order', async () => {
    const order = [...venue.exchange.spot.orders.values()][0]
    if (order === undefined) throw new Error('expected a spot order')
    const instrument = order.spec.symbol.toUpperCase()
    await run.desk.submit('a', { kind: 'cancelOrder', area: 'spot', instrument, orderId: order.orderId })
    expect(await settled()).toEqual(['verified'])
    expect(venue.ledger.arrivals({ endpoint: 'spot.cancel' })).toHaveLength(1)
  })

  it.each<[string, Fault, LegState]>([
    ['done', { match: 'contract.cancel', kind: 'resetAfterRead' }, 'verified'],
    ['not done', { match: 'contract.cancel', kind: '504NotExecuted' }, 'absent'],
  ])(
    'settles a cancel whose answer was lost: %s',
    async (_, fault, outcome) => {
      const orderId = openOrder('E-AVAX-USDT')
      venue.faults.inject(fault)
      await run.desk.submit('a', { kind: 'cancelOrder', area: 'contract', instrument: 'E-AVAX-USDT', orderId })
      expect(await settled()).toEqual([outcome])
      expect(cancels()).toHaveLength(1)
    },
    30_000,
  )

  it('reports that an order filled before its cancel arrived', async () => {
    const orderId = openOrder('E-AVAX-USDT')
    // The buy order rests 5 % below the market. At a third of the price each tick fills part of it, until it is
    // complete.
    venue.exchange.setPrice('AVAX', '1')
    for (let n = 0; n < 200 && venue.exchange.contracts.orders.get(orderId)?.status !== 'FILLED'; n++) {
      venue.exchange.setPrice('AVAX', '1')
    }
    await run.desk.submit('a', { kind: 'cancelOrder', area: 'contract', instrument: 'E-AVAX-USDT', orderId })
    expect(await settled()).toEqual(['alreadyGone'])
    expect(run.desk.report().intents[0]?.legs[0]?.detail.code).toBe('leg.cancel.filled')
  })

  it('cancels all orders of an instrument at once', async () => {
    await run.desk.submit('a', { kind: 'cancelMatching', filter: allOrdersOf('contract', 'E-BTC-USDT') })
    const states = await settled()
    expect(states.length).toBeGreaterThan(1)
    expect(new Set(states)).toEqual(new Set(['verified']))
    expect(cancels()).toHaveLength(states.length)
  })

  it.each<[string, MarginMode]>([
    ['E-SOL-USDT', 'isolated'],
    ['E-BTC-USDT', 'cross'],
  ])('closes a whole position that a closing order locks in part: %s', async (name, mode) => {
    const locking = closingOrders(name)
    expect(locking).toHaveLength(1)
    await run.desk.submit('a', closeAtMarket(positionKey(name, mode, 'long')))
    const states = await settled()
    expect(new Set(states)).toEqual(new Set(['verified']))
    expect(run.desk.report().intents[0]?.state).toBe('done')
    expect(held(name)).toBeUndefined()
    expect(cancels().map(({ orderId }) => orderId)).toEqual(locking)
    expect(placed()).toHaveLength(states.length - 1)
    // No close arrived while the venue could still fill an order that was being cancelled.
    expect(placed().map(({ status }) => status)).not.toContain(400)
  })

  it.each<[string, Fault, readonly LegState[]]>([
    [
      'cancel is lost but done',
      { match: 'contract.cancel', kind: 'resetAfterRead' },
      ['verified', 'verified', 'verified'],
    ],
    [
      'cancel is lost and not done',
      { match: 'contract.cancel', kind: '504NotExecuted' },
      ['absent', 'verified', 'skipped'],
    ],
    [
      'close is lost but done',
      { match: 'contract.newOrder', kind: '504Executed' },
      ['verified', 'verified', 'verified'],
    ],
    [
      'close is lost and not done',
      { match: 'contract.newOrder', kind: '504NotExecuted' },
      ['verified', 'absent', 'skipped'],
    ],
  ])(
    'settles a locked position when the answer to its %s',
    async (_, fault, outcome) => {
      venue.faults.inject(fault)
      await run.desk.submit('a', CLOSE_SOL)
      expect((await settled()).slice(0, 3)).toEqual(outcome)
      expect(held('E-SOL-USDT')).toBeUndefined()
    },
    30_000,
  )

  it('never closes more than the position when the closing order fills before its cancel', async () => {
    const [orderId] = closingOrders('E-SOL-USDT')
    const order = venue.exchange.contracts.orders.get(orderId ?? '')
    // The plan is made while the order rests. The market then moves through its price.
    await run.desk.submit('a', CLOSE_SOL)
    for (let n = 0; n < 200 && order?.status !== 'FILLED'; n++) venue.exchange.setPrice('SOL', '100000')
    await settled()
    const closes = run.desk
      .report()
      .intents.flatMap(({ legs }) => legs.filter(({ request }) => request.kind === 'close'))
    const closed = sum([order?.executed ?? ZERO, ...closes.map(({ executed }) => executed ?? ZERO)])
    expect(closed.lte(1150)).toBe(true)
    expect(toText(held('E-SOL-USDT')?.volume ?? ZERO)).toBe(toText(decimal(1150).minus(closed)))
  })

  it('sends nothing when another program reversed the position, and says so', async () => {
    venue.faults.inject({ match: 'contract.account', kind: 'turnsOver', where: LINK })
    await run.desk.submit('a', CLOSE)
    const { state, legs } = await run.ended()
    expect([state, legs.map(({ detail }) => detail.code)]).toEqual(['failed', ['leg.close.turned.short']])
    expect(placed()).toEqual([])
    expect(held()?.side).toBe('SELL')
  })

  it('settles in the next run a request that the last run sent and got no answer to', async () => {
    venue.faults.inject({ match: 'contract.newOrder', kind: 'stall' })
    await run.desk.submit('a', CLOSE)
    await expect.poll(() => placed().length, { interval: 10 }).toBe(1)
    // As after a kill: the file lock is released, and the old desk can write nothing more.
    run.journal.close()
    const old = run
    run = await start()
    expect(await settled()).toEqual(['verified'])
    expect(await run.desk.submit('a', CLOSE)).toEqual({ kind: 'accepted', intentId: 'a' })
    expect(placed()).toHaveLength(1)
    expect(held()).toBeUndefined()
    await old.stop()
  })
})
