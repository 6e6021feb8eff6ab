import { expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import { soundBook, slippageBps } from '#shared/risk/liquidity/order-book.ts'
import { slippageAt } from '#shared/risk/liquidity/exit-cost.ts'
import { liquidityOf } from '#shared/risk/liquidity/liquidity.ts'
import { fillOf } from '#shared/risk/liquidity/depth-fill.ts'
import { participationSeconds, secondsOf } from '#shared/risk/liquidity/flatten-time.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { depth } from '#test/support/desk-facts.ts'
import { contract, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'
import { compareLeaves, readOracle, type Tolerance } from '../oracle.ts'
import { volatilities } from './facts.ts'

type Level = [price: string, quantity: string]

interface Known {
  readonly inputs: Record<
    string,
    {
      kind: 'linear' | 'inverse'
      multiply: string
      close_side: 'SELL' | 'BUY'
      qty: string
      bids: Level[]
      asks: Level[]
      fee: number
      sigma_daily: number
      adv_base: number
      maxMarketVolume: string
      rate_cap: number
      rate_window_s: number
      participation: number
    }
  >
  readonly expected: Record<string, Record<string, number | null>>
  readonly tolerance: Tolerance
}

const ORACLE = readOracle('liquidity_cost') as Known

it.each(Object.entries(ORACLE.inputs))('gives the known cost and time to close %s', (name, given) => {
  const { kind, qty, multiply } = given
  const side = given.close_side === 'SELL' ? 'sell' : 'buy'
  const sign = side === 'sell' ? 1 : -1
  const mid = ORACLE.expected[name]!['mid']!
  const of = contract('BTC', kind === 'linear' ? 'USDT' : 'USD', {
    direction: kind,
    multiplier: multiply,
    maxMarketVolume: given.maxMarketVolume,
  })
  const held = position(of, {
    side: side === 'sell' ? 'long' : 'short',
    volume: qty,
    maxFeeRate: given.fee,
    averagePrice: mid,
    markPrice: mid,
  })
  const book = depth('contract', of.name, given.bids, given.asks)
  // The oracle has the day's volume in coins; an order book counts contracts.
  const dayVolume = (given.adv_base * (kind === 'linear' ? 1 : mid)) / toFloat(decimal(multiply))
  const spot = pair('BTC', 'USDT')
  const { rows } = liquidityOf({
    model: modelAccount(
      riskInputs({ instruments: [of, spot], positions: [held], quotes: [quote(of, mid), quote(spot, mid)] }),
    ),
    instruments: [of, spot],
    depths: [{ ...book, readAt: 0, mark: { price: decimal(mid), readAt: 0 } }],
    orders: [],
    statistics: volatilities({ BTC: given.sigma_daily }),
    dayVolumes: new Map([[`contract:${of.name}`, dayVolume]]),
    unread: [],
  })
  const row = rows[0]!
  const market = { dayVolume, dailyVolatility: { value: given.sigma_daily, reason: null } }
  const sound = soundBook(book, side)
  if (!sound.ok) throw new Error(sound.error.code)
  const fill = fillOf(sound.value, { side, volumes: [decimal(qty)], direction: kind }, market)

  const rate = kind === 'linear' ? 1 : mid
  const visible = { direction: kind, sign, size: fill.filled.times(multiply) } as const
  const average = mid * (1 - (sign * row.slippageBps.value!) / 1e4)
  const limit = { calls: given.rate_cap, seconds: given.rate_window_s }
  const seconds = secondsOf(row.clips!, limit)
  const participation = participationSeconds(decimal(qty), dayVolume, given.participation).value!
  const actual = {
    mid: row.mid,
    filled_visible: row.size.minus(row.unfilled),
    unfilled: row.unfilled,
    levels_used: row.levelsUsed,
    vwap_visible: row.averagePrice,
    worst_price: row.worstPrice,
    slippage_bps_visible: slippageBps(side, row.mid!, row.averagePrice!),
    cost_vs_mid_usd_visible: slippageAt(visible, row.averagePrice!, row.mid!).times(rate),
    impact_peak: fill.impact.value,
    price_unfilled_est: fill.beyond,
    vwap_total: average,
    cost_vs_mid_usd_total: row.spreadCost.value! + row.depthCost.value! + row.impactCost.value!,
    // An inverse fee is in coins. The oracle prices it where it was paid.
    fee_usd: (row.fee.value! / rate) * (kind === 'linear' ? 1 : average),
    orders: row.clips,
    t_api_s: seconds,
    t_participation_s: participation,
    t_flatten_s: Math.max(seconds, participation),
  }
  expect(compareLeaves(actual, ORACLE.expected[name], ORACLE.tolerance)).toBe(17)
})
