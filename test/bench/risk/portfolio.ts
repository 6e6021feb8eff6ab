/**
 * A generated account with a thousand positions on two hundred assets and a thousand days of returns, the same every
 * time.
 */
import { seededRandom } from '../../../electron/simulator/exchange/market/random.ts'
import type { RiskInputs } from '../../../shared/risk/inputs.ts'
import { contract, marginAccount, pair, position, quote, riskInputs } from '../../support/portfolio-fixtures.ts'

export const ASSETS = 200
export const DAYS = 1_000
const POSITIONS = 1_000
/** The first assets, this many, also have inverse contracts, margined in the asset. */
const INVERSE = 40
/** So little cash that the largest shocks liquidate the account. */
const CASH = 1_500_000

/** Column by column, as numpy gets them. Positions margined in the same coin are adjacent. */
interface Columns {
  readonly asset: Float64Array
  readonly size: Float64Array
  readonly sign: Float64Array
  readonly entry: Float64Array
  readonly mark: Float64Array
  readonly kappa: Float64Array
  readonly inverse: Float64Array
  /** The value of coins held as collateral, in the reporting coin, by asset. */
  readonly coins: Float64Array
  /**
   * For each margin unit, USDT first: its first position, its equity in its coin, the price of that coin, and whether
   * that price moves.
   */
  readonly starts: Float64Array
  readonly equity: Float64Array
  readonly price: Float64Array
  readonly moves: Float64Array
}

interface Unit {
  readonly coin: string
  readonly equity: number
  readonly price: number
  readonly moves: number
}

export interface Portfolio {
  readonly inputs: RiskInputs
  readonly columns: Columns
  /** Daily returns by asset, oldest first. */
  readonly returns: ReadonlyMap<string, Float64Array>
}

export function portfolio(): Portfolio {
  const random = seededRandom(20_261_122)
  const uniform = (low: number, high: number): number => random.between(low, high)
  const names = Array.from({ length: ASSETS }, (_, index) => `C${index}`)
  const marks = names.map(() => Math.round(uniform(1, 50_000) * 100) / 100)
  const held = Array.from({ length: POSITIONS }, (_, index) => {
    const asset = index % ASSETS
    const inverse = asset < INVERSE && index >= POSITIONS / 2
    const mark = marks[asset] as number
    const worth = Math.round(uniform(100, 10_000))
    return {
      asset,
      inverse,
      mark,
      sign: index % 3 === 0 ? -1 : 1,
      // Whole contracts of one base unit (linear) or of one unit of account (inverse).
      size: inverse ? worth : Math.max(1, Math.round(worth / mark)),
      entry: Math.round(mark * uniform(0.9, 1.1) * 100) / 100,
      kappa: 0.0056,
    }
  })
  const coinsHeld = names.map((_, asset) => (asset < INVERSE ? Math.round(uniform(1, 50)) : 0))
  const profitIn = (asset: number): number =>
    held
      .filter((each) => each.inverse && each.asset === asset)
      .reduce((sum, { sign, size, entry, mark }) => sum + sign * size * (1 / entry - 1 / mark), 0)
  const units: readonly Unit[] = [
    { coin: 'USDT', equity: CASH, price: 1, moves: 0 },
    ...names.slice(0, INVERSE).map((coin, asset) => ({
      coin,
      equity: (coinsHeld[asset] as number) + profitIn(asset),
      price: marks[asset] as number,
      moves: 1,
    })),
  ]
  const inputs = riskInputs({
    instruments: names.flatMap((name, asset) => [
      pair(name, 'USDT'),
      contract(name, 'USDT', { multiplier: 1 }),
      ...(asset < INVERSE ? [contract(name, 'USD', { direction: 'inverse', multiplier: 1 })] : []),
    ]),
    marginAccounts: units.map(({ coin, equity }) => marginAccount(coin, { crossEquity: equity })),
    positions: held.map(({ asset, inverse, sign, size, entry, mark }, index) => {
      const name = names[asset] as string
      const of = inverse
        ? contract(name, 'USD', { direction: 'inverse', multiplier: 1 })
        : contract(name, 'USDT', { multiplier: 1 })
      return position(of, {
        id: String(index),
        key: `position ${index}`,
        side: sign === 1 ? 'long' : 'short',
        marginMode: 'cross',
        volume: size,
        averagePrice: entry,
        openPrice: entry,
        markPrice: mark,
        unrealizedPnl: null,
        maintenanceRate: '0.005',
        maxFeeRate: '0.0006',
      })
    }),
    quotes: names.map((name, asset) => quote(pair(name, 'USDT'), marks[asset] as number)),
  })
  const unitOf = ({ inverse, asset }: (typeof held)[number]): number => (inverse ? asset + 1 : 0)
  const byUnit = held.toSorted((a, b) => unitOf(a) - unitOf(b))
  const column = (of: (each: (typeof held)[number]) => number): Float64Array => Float64Array.from(byUnit, of)
  return {
    inputs,
    columns: {
      asset: column(({ asset }) => asset),
      size: column(({ size }) => size),
      sign: column(({ sign }) => sign),
      entry: column(({ entry }) => entry),
      mark: column(({ mark }) => mark),
      kappa: column(({ kappa }) => kappa),
      inverse: column(({ inverse }) => (inverse ? 1 : 0)),
      coins: Float64Array.from(coinsHeld, (coins, asset) => coins * (marks[asset] as number)),
      starts: Float64Array.from(units, (_, unit) => byUnit.findIndex((each) => unitOf(each) === unit)),
      equity: Float64Array.from(units, ({ equity }) => equity),
      price: Float64Array.from(units, ({ price }) => price),
      moves: Float64Array.from(units, ({ moves }) => moves),
    },
    returns: returnsOf(names, uniform),
  }
}

/**
 * Returns with a common market move plus a part specific to each asset, so that they are correlated like those of real
 * assets.
 */
function returnsOf(
  names: readonly string[],
  uniform: (low: number, high: number) => number,
): ReadonlyMap<string, Float64Array> {
  const market = Float64Array.from({ length: DAYS }, () => uniform(-0.06, 0.06))
  return new Map(
    names.map((name) => {
      const beta = uniform(0.5, 1.8)
      return [name, market.map((move) => beta * move + uniform(-0.05, 0.05))]
    }),
  )
}
