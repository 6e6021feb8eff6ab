/** How far a margin rate may be off because its prices and positions have an age. Pure. */
import { message } from '#shared/words/message.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, toFloat, type Encoded } from '#shared/domain/decimal.ts'
import type { Instrument } from '#shared/domain/instrument.ts'
import { stalenessBand, marginRateSlopes, type RatedPosition } from '#shared/risk/account/staleness-band.ts'
import { figure, none, type Figure } from '#shared/risk/number/figure.ts'
import type { PositionRisk, RiskReport } from '#shared/risk/report.ts'
import type { CorrelationReport, StatisticsReport } from '#shared/risk/statistics-report.ts'
import { contractsIn } from '../app/contracts.ts'
import { formatRatio } from '../kit/format.ts'

/** dR/dx of a margin rate R for a move x of each asset alone. */
type Slopes = ReadonlyMap<string, number>

/**
 * The slopes of a margin unit's rate by its id, each asset's on its own; null where a position of it is not modelled.
 * There may be hundreds of units, and few are in sight.
 */
export function rateSlopes(
  report: Pick<Encoded<RiskReport>, 'margin' | 'positions'>,
  positions: readonly Encoded<Position>[],
  instruments: readonly Encoded<Instrument>[],
): (unitId: string) => Slopes | null {
  const sides = new Map(positions.map(({ key, side, contract }) => [key, { side, contract }]))
  const contracts = contractsIn(instruments)
  const rated = ({ key, value }: Encoded<PositionRisk>): RatedPosition | null => {
    const held = sides.get(key)
    const contract = contracts.get(held?.contract ?? '')
    if (!held || !contract || value === null) return null
    const { baseAsset, direction } = contract
    return { asset: baseAsset, direction, sign: held.side === 'long' ? 1 : -1, value: toFloat(decimal(value)) }
  }
  const byUnit = Map.groupBy(report.positions, ({ unitId }) => unitId)
  const rates = new Map(report.margin.map(({ id, marginRate }) => [id, marginRate]))
  return (unitId) => {
    const own = (byUnit.get(unitId) ?? []).map(rated)
    const known = own.filter((position) => position !== null)
    return known.length < own.length ? null : marginRateSlopes(rates.get(unitId) ?? null, known)
  }
}

/**
 * One standard deviation of a rate over `ageMs`, the age of the oldest price or position in it; a fraction; null: there
 * is no age or no statistics. √(Σ Σ h(a) h(b) ρ(a,b)), h(a) = slope x σ(a, minute) x √(age in minutes). An unknown
 * correlation counts as the worst one.
 */
export function hiddenRates(
  slopesOf: (unitId: string) => Slopes | null,
  statistics: Pick<StatisticsReport, 'assets' | 'correlation'> | null,
  ageMs: number | null,
): (unitId: string) => Figure | null {
  if (statistics === null || ageMs === null) return () => null
  const volatilities = new Map(statistics.assets.map(({ asset, minuteVolatility }) => [asset, minuteVolatility]))
  const rho = correlationIn(statistics.correlation)
  return (unitId) => {
    const of = slopesOf(unitId)
    if (of === null) return none(message('figure.notModelled'))
    const parts: (readonly [asset: string, by: number])[] = []
    for (const [asset, slope] of of) {
      const volatility = volatilities.get(asset)?.value ?? null
      if (volatility === null) return none(message('figure.noMinuteVolatilityOf', { asset }))
      const { value, reason } = stalenessBand({ ageMs, minuteVolatility: volatility, slope })
      if (value === null) return none(reason)
      parts.push([asset, Math.sign(slope) * Math.abs(value)])
    }
    let variance = 0
    for (const [a, x] of parts) for (const [b, y] of parts) variance += x * y * (rho(a, b) ?? Math.sign(x * y))
    return figure(Math.sqrt(Math.max(variance, 0)))
  }
}

function correlationIn({ assets, matrix }: CorrelationReport): (a: string, b: string) => number | null {
  const places = new Map(assets.map((asset, index) => [asset, index]))
  return (a, b) => (a === b ? 1 : (matrix[places.get(a) ?? -1]?.[places.get(b) ?? -1] ?? null))
}

/** "± 0.60" in percentage points, rounded up: never less than it is. */
export function hiddenText(fraction: number): string {
  const hundredths = Math.ceil(fraction * 10_000 - 1e-9)
  return `±\u202f${formatRatio(hundredths / 100, { places: 2 })}`
}
