import { describe, expect, it } from 'vitest'
import { decimal, toFloat } from '#shared/domain/decimal.ts'
import {
  averageEntry,
  breakEven,
  initialMargin,
  unrealizedAt,
  valueAt,
  type PositionTerms,
} from '#shared/risk/account/contract-pnl.ts'
import { ratio } from '#shared/risk/number/ratio.ts'
import { compareLeaves, readOracle } from '../oracle.ts'
import { netIfClosed } from '#test/support/net-if-closed.ts'

interface Case {
  kind: 'linear' | 'inverse'
  side: 'BUY' | 'SELL'
  volume: string
  multiply: string
  avgPrice: string
  markPrice: string
  leverageLevel: string
  tradeFee: string
  capitalFee: string
  close_fee_rate: string
}
interface Held {
  side: 'BUY' | 'SELL'
  qty: number
  entry: number
  mark: number
}
interface PnlOracle {
  inputs: {
    bybit_linear_aep: [number, number][]
    bybit_linear_upnl: Held[]
    bybit_inverse_aep: [number, number][]
    bybit_inverse_upnl: { side: 'BUY'; N: number; entry: number; mark: number }
    breakeven_first_order: { entry: number; fee_open: number; fee_close: number }
    cases: Record<string, Case>
  }
  expected: {
    bybit_linear_aep: number
    bybit_linear_upnl: number[]
    bybit_inverse_aep: number
    bybit_inverse_upnl: { exact: number; printed: number }
    breakeven_first_order: { printed_first_order: number; exact: number }
    cases: Record<string, object>
  }
  tolerance: { published_abs: number; inverse_printed_abs: number; rel: number }
}

const terms = (
  direction: 'linear' | 'inverse',
  side: 'BUY' | 'SELL',
  size: string | number,
  entry: string | number,
): PositionTerms => ({
  direction,
  sign: side === 'BUY' ? 1 : -1,
  size: decimal(size),
  entry: decimal(entry),
})

describe('profit of a contract', () => {
  const { inputs, expected, tolerance } = readOracle('contract_pnl') as PnlOracle
  const fills = (rows: [number, number][]) =>
    rows.map(([size, price]) => ({ size: decimal(size), price: decimal(price) }))

  it('agrees with the examples that exchanges publish', () => {
    const inverse = inputs.bybit_inverse_upnl
    const first = inputs.breakeven_first_order
    const published = {
      bybit_linear_aep: averageEntry('linear', fills(inputs.bybit_linear_aep)),
      bybit_linear_upnl: inputs.bybit_linear_upnl.map(({ side, qty, entry, mark }) =>
        unrealizedAt(terms('linear', side, qty, entry), decimal(mark)),
      ),
      bybit_inverse_aep: averageEntry('inverse', fills(inputs.bybit_inverse_aep)),
    }
    const gain = unrealizedAt(terms('inverse', inverse.side, inverse.N, inverse.entry), decimal(inverse.mark))
    const opened = terms('linear', 'BUY', 1, first.entry)
    const paid = decimal(first.entry).times(decimal(first.fee_open)).neg()
    const exact = breakEven(opened, paid, decimal(first.fee_close))
    const { bybit_linear_aep, bybit_linear_upnl, bybit_inverse_aep, bybit_inverse_upnl, breakeven_first_order } =
      expected
    const compared =
      compareLeaves(
        published,
        { bybit_linear_aep, bybit_linear_upnl, bybit_inverse_aep },
        { abs: tolerance.published_abs },
      ) +
      compareLeaves(gain, bybit_inverse_upnl.exact, { rel: tolerance.rel }) +
      compareLeaves(gain, bybit_inverse_upnl.printed, { abs: tolerance.inverse_printed_abs }) +
      compareLeaves(exact, breakeven_first_order.exact, { rel: tolerance.rel })
    expect(compared).toBe(7)
    // The printed figure is the first-order formula, entry x (1 + fees), which has a second-order error. Ours is exact.
    expect(Math.abs(toFloat(exact!) - breakeven_first_order.printed_first_order)).toBeGreaterThan(
      tolerance.published_abs,
    )
  })

  it('agrees with the constructed cases, linear and inverse, long and short', () => {
    const actual = Object.fromEntries(Object.entries(inputs.cases).map(([name, row]) => [name, figuresOf(row)]))
    expect(compareLeaves(actual, expected.cases, { rel: tolerance.rel })).toBe(40)
  })

  it('has no average entry without fills', () => {
    expect(averageEntry('linear', [])).toBeNull()
    expect(averageEntry('inverse', [])).toBeNull()
  })

  it('has no break-even when an inverse position paid exactly its own coins', () => {
    expect(breakEven(terms('inverse', 'BUY', 50_000, 50_000), decimal(-1), decimal('0.001'))).toBeNull()
  })

  it('has no break-even when the closing fee takes the whole price', () => {
    expect(breakEven(terms('linear', 'BUY', 1, 100), decimal(0), decimal(1))).toBeNull()
  })
})

function figuresOf(row: Case): object {
  const size = decimal(row.volume).times(row.multiply)
  const own = terms(row.kind, row.side, size.toFixed(), row.avgPrice)
  const mark = decimal(row.markPrice)
  const cashFlows = decimal(row.tradeFee).plus(row.capitalFee)
  const feeRate = decimal(row.close_fee_rate)
  const margin = initialMargin(own, decimal(row.leverageLevel))
  const isLinear = row.kind === 'linear'
  return {
    position_value: valueAt(own, mark),
    unrealized: unrealizedAt(own, mark),
    roe: ratio(unrealizedAt(own, mark), margin),
    initial_margin: margin,
    breakeven: breakEven(own, cashFlows, feeRate),
    net_if_closed_at_mark: netIfClosed(own, mark, cashFlows, feeRate),
    delta_base_units: isLinear ? size.times(own.sign) : null,
    usd_equivalent_face: isLinear ? null : size.times(own.sign),
  }
}
