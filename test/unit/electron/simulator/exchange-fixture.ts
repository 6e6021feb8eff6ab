import type { Side } from '#electron/simulator/exchange/market/books.ts'
import type { ContractTicket, SpotTicket } from '#electron/simulator/exchange/account/sim-order.ts'
import { Exchange } from '#electron/simulator/exchange/exchange.ts'
import type { ExchangeOptions } from '#electron/simulator/exchange/exchange.ts'
import { VenueTime } from '#electron/simulator/exchange/venue-time.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'

/** An exchange without the demo account: large balances and no position. */
export function emptyExchange({
  clock = new ManualClock(),
  ...options
}: Partial<Omit<ExchangeOptions, 'time'>> & { clock?: ManualClock } = {}): Exchange {
  const exchange = new Exchange({ seed: 7, cancelDelayMs: 0, ...options, time: new VenueTime(clock) })
  for (const [asset, amount] of Object.entries({ USDT: 1_000_000, BTC: 10, ETH: 100 })) {
    exchange.spot.deposit(asset, decimal(amount))
  }
  exchange.contracts.wallet.deposit('USDT', decimal(100_000))
  exchange.contracts.wallet.deposit('BTC', decimal(2))
  return exchange
}

interface SpotTerms {
  side: Side
  volume: string
  price?: string | null
  symbol?: string
  clientOrderId?: string | null
}

/** A Spot ticket. Without a price it is a market order. */
export function spotTicket(exchange: Exchange, terms: SpotTerms): SpotTicket {
  const { side, volume, price = null, symbol = 'btcusdt', clientOrderId = null } = terms
  const type = price === null ? 'MARKET' : 'LIMIT'
  const spec = exchange.pair(symbol)
  return { spec, side, type, volume: decimal(volume), price: toPrice(price), clientOrderId }
}

interface ContractTerms {
  side: Side
  volume: string
  price?: string | null
  action?: 'OPEN' | 'CLOSE'
  contract?: string
  isolated?: boolean
  timeInForce?: ContractTicket['timeInForce']
}

/** A contract ticket. Without a price it is a market order. */
export function contractTicket(exchange: Exchange, terms: ContractTerms): ContractTicket {
  const { side, volume, price = null, action = 'OPEN', contract = 'E-BTC-USDT', isolated = false } = terms
  return {
    spec: exchange.contract(contract),
    ...{ side, action, type: price === null ? 'MARKET' : 'LIMIT', price: toPrice(price), volume: decimal(volume) },
    ...{ positionType: isolated ? 2 : 1, timeInForce: terms.timeInForce ?? 'GTC', clientOrderId: null },
  }
}

/** The value of a result that must be successful. */
export function accepted<T>(result: { ok: true; value: T } | { ok: false; error: { code: number } }): T {
  if (!result.ok) throw new Error(`expected an accepted request, was refused with ${result.error.code}`)
  return result.value
}

/** The code of a refusal, or "accepted". */
export function codeOf(result: { ok: true } | { ok: false; error: { code: number } }): number | 'accepted' {
  return result.ok ? 'accepted' : result.error.code
}

export function balance(exchange: Exchange, asset: string): { free: string; locked: string } {
  const held = exchange.spot.balances().find((row) => row.asset === asset)
  if (!held) throw new Error(`expected a balance of ${asset}`)
  return { free: held.free.toFixed(), locked: held.locked.toFixed() }
}

function toPrice(price: string | null): Decimal | null {
  return price === null ? null : decimal(price)
}
