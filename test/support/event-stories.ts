/** An account at the simulated exchange, read as a client reads it, and the watch that compares the reads. */
import { positionKey } from '#shared/domain/account.ts'
import { decimal, ZERO } from '#shared/domain/decimal.ts'
import type { Fill } from '#shared/domain/fill.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import type { Order, OrderStatus } from '#shared/domain/order.ts'
import type { Happening } from '#shared/events/event.ts'
import type { OwnActivity } from '#shared/events/own.ts'
import { AccountWatch, type AccountReading, type LookupAnswer, type Lookup } from '#shared/events/watch.ts'
import { averagePrice, type SimOrder } from '#electron/simulator/exchange/account/sim-order.ts'
import type { Fill as SimFill } from '#electron/simulator/exchange/account/sim-order.ts'
import { seedDemoAccount } from '#electron/simulator/demo/seed.ts'
import { Exchange } from '#electron/simulator/exchange/exchange.ts'
import { CONTRACTS, PAIRS } from '#electron/simulator/exchange/market/specs.ts'
import { unrealized } from '#electron/simulator/exchange/account/sim-position.ts'
import { VenueTime } from '#electron/simulator/exchange/venue-time.ts'
import { ManualClock } from '#test/support/clock.ts'

export const NOTHING_OWN: OwnActivity = { legs: [], protections: [], owns: () => false }

const FREEZE = { 0: 'none', 1: 'liquidation', 2: 'delivery' } as const
const STATUS: Record<SimOrder['status'], OrderStatus> = {
  NEW: 'new',
  PART_FILLED: 'partially-filled',
  FILLED: 'filled',
  PENDING_CANCEL: 'canceling',
  CANCELED: 'canceled',
}

export interface Story {
  readonly exchange: Exchange
  readonly happenings: readonly Happening[]
  /**
   * One read of everything, one second later, followed by the lookups that the watch asks for. `spoil` may change the
   * reading. `between` runs after the positions are read and before the orders are.
   */
  read(spoil?: (reading: AccountReading) => AccountReading, between?: () => void): void
  /** Reads as often as the watch waits for anything. */
  settle(reads?: number): void
  /** Closes Plimsoll and starts it again. `meanwhile` happens in between. */
  restart(meanwhile: () => void): void
  own: OwnActivity
  /** Whether histories, trades and single orders can be read. */
  canLookUp: boolean
}

export function story(seed: number, positionMode: 'hedge' | 'oneWay' = 'hedge'): Story {
  const clock = new ManualClock()
  const exchange = new Exchange({ seed, time: new VenueTime(clock), cancelDelayMs: 0, positionMode })
  seedDemoAccount(exchange)
  let watch = new AccountWatch()
  const happenings: Happening[] = []
  let now = 0
  const at = () => ({ mono: now, wall: clock.wall() })

  function lookUp(lookup: Lookup): LookupAnswer {
    if (lookup.kind === 'order') {
      const area = lookup.area === 'spot' ? exchange.spot : exchange.contracts
      const found = area.orders.get(lookup.orderId)
      if (!found || !self.canLookUp) return { lookup, look: { kind: self.canLookUp ? 'notFound' : 'failed' } }
      return { lookup, look: { kind: 'found', order: orderOf(found) } }
    }
    if (lookup.kind === 'trades') {
      const own = exchange.spot.fills.filter(({ order }) => nameOf(order) === lookup.symbol)
      return { lookup, look: self.canLookUp ? own.map(fillOf) : null }
    }
    if (!self.canLookUp) return { lookup, look: { orders: null, trades: null } }
    const orders = [...exchange.contracts.orders.values()].filter(({ spec }) => spec.name === lookup.contract)
    const trades = exchange.contracts.fills.filter(({ order }) => nameOf(order) === lookup.contract)
    return { lookup, look: { orders: orders.map(orderOf).toReversed(), trades: trades.map(fillOf).toReversed() } }
  }

  function judge(): void {
    const judged = watch.judge(self.own, at())
    happenings.push(...judged.happenings)
    for (const lookup of judged.lookups) watch.takeAnswer(lookUp(lookup), now)
  }

  const self: Story = {
    exchange,
    happenings,
    own: NOTHING_OWN,
    canLookUp: true,
    read(spoil = (reading) => reading, between = () => undefined) {
      now += 1_000
      clock.jumpWall(1_000)
      watch.instruments(INSTRUMENTS, null, at())
      watch.account(spoil({ ...at(), whole: true, ...accountOf(exchange) }), self.own)
      judge()
      between()
      const balances = exchange.spot.balances()
      watch.spot({ ...at(), whole: true, list: balances.map((each) => ({ ...each, gaps: [] })) })
      for (const spec of CONTRACTS) {
        const list = exchange.contracts.openOrdersOf(spec).map(orderOf)
        watch.orders('contract', spec.name, { ...at(), whole: true, list })
      }
      for (const spec of PAIRS) {
        const list = exchange.spot.openOrdersOf(spec).map(orderOf)
        watch.orders('spot', spec.symbol, { ...at(), whole: true, list })
      }
      judge()
    },
    settle(reads = 70) {
      for (let read = 0; read < reads; read += 1) self.read()
    },
    restart(meanwhile) {
      const kept = watch.toStore(clock.wall())
      meanwhile()
      watch = new AccountWatch()
      watch.restore(kept)
    },
  }
  return self
}

const INSTRUMENTS: readonly Instrument[] = [
  ...PAIRS.map((spec): Instrument => ({
    area: 'spot',
    symbol: spec.symbol,
    baseAsset: spec.base,
    quoteAsset: spec.quote,
    pricePrecision: spec.pricePrecision,
    quantityPrecision: spec.quantityPrecision,
    ...{ minMarketSell: null, makerFee: null, takerFee: null },
  })),
  ...CONTRACTS.map((spec): Instrument => ({
    area: 'contract',
    name: spec.name,
    kind: 'perpetual',
    gaps: [],
    direction: spec.inverse ? 'inverse' : 'linear',
    tradable: true,
    baseAsset: spec.base,
    quoteAsset: spec.quote,
    marginCoin: spec.marginCoin,
    multiplier: spec.multiplier,
    multiplierCoin: spec.inverse ? spec.quote : spec.base,
    pricePrecision: spec.pricePrecision,
    minOrderVolume: spec.minVolume,
    minOrderMoney: null,
    maxMarketVolume: null,
    maxMarketMoney: null,
    maxLimitVolume: null,
    ...{ maxValidOrders: null, makerFee: null, takerFee: null },
  })),
]

function accountOf({ contracts, market }: Exchange): Pick<AccountReading, 'positions' | 'marginAccounts'> {
  return {
    marginAccounts: contracts.wallet.coins.map((marginCoin) => ({
      marginCoin,
      walletBalance: contracts.wallet.normal(marginCoin),
      orderMargin: contracts.wallet.locked(marginCoin),
      crossEquity: contracts.held.crossEquity(marginCoin),
    })),
    positions: contracts.positions().map((held) => {
      const marginMode = held.positionType === 1 ? 'cross' : 'isolated'
      const side = held.side === 'BUY' ? 'long' : 'short'
      const mark = market.price(held.spec)
      return {
        key: positionKey(held.spec.name, marginMode, side),
        ...{ contract: held.spec.name, marginCoin: held.spec.marginCoin, marginMode, side },
        ...{ volume: held.volume, freeze: FREEZE[held.freeze], markPrice: mark, venueLiquidationPrice: null },
        ...{ leverage: decimal(held.leverage), averagePrice: held.averagePrice, margin: held.margin },
        ...{ realizedPnl: held.realized, unrealizedPnl: unrealized(held, mark), fundingFees: held.capitalFee },
      }
    }),
  }
}

const nameOf = ({ spec }: SimOrder): string => ('symbol' in spec ? spec.symbol : spec.name)

function orderOf(order: SimOrder): Order {
  return {
    ...{ area: order.area, instrument: nameOf(order), orderId: order.orderId, clientOrderId: order.clientOrderId },
    side: order.side === 'BUY' ? 'buy' : 'sell',
    action: order.area === 'spot' ? null : order.action === 'OPEN' ? 'open' : 'close',
    type: order.type === 'LIMIT' ? 'limit' : 'market',
    ...{ price: order.price, quantity: order.volume, executed: order.executed },
    averagePrice: order.executed.isZero() ? null : averagePrice(order),
    status: STATUS[order.status],
    createdAt: order.createdAt,
  }
}

function fillOf({ order, tradeId, price, quantity, fee, feeCoin, isMaker, at }: SimFill): Fill {
  return {
    ...{ area: order.area, instrument: nameOf(order), tradeId: String(tradeId), orderId: order.orderId },
    side: order.side === 'BUY' ? 'buy' : 'sell',
    ...{ price, quantity, fee: fee.eq(0) ? ZERO : fee, feeCoin, isMaker, time: at },
  }
}
