/** Text for float64 figures of charts: shocks, rates, axis ticks. Exact amounts go through format.ts. */
import { decimal, toText } from '#shared/domain/decimal.ts'
import { formatCompact, formatNumber, formatPercent, formatRatio, formatValue } from '../format.ts'
import type { FigureKind } from '../privacy.ts'

/** "14.2 %" or "−3.0 %"; two places below one per cent. */
export function rateText(fraction: number | null): string {
  return formatPercent(fraction, { places: placesOf(fraction) })
}

/** "11.50 %" of a margin rate: the same two places as in the tables beside it. */
export function marginRateText(rate: number | null): string {
  return formatPercent(rate, { places: 2 })
}

/** "23.9 %" of −0.239: the size, without the direction. */
export function sizeText(fraction: number): string {
  return rateText(Math.abs(fraction))
}

/** "+4.1 %" or "−23.9 %" of a price shock: the sign is always shown; zero has none. */
export function shockText(fraction: number): string {
  return formatPercent(fraction, { places: placesOf(fraction), sign: 'always' })
}

/** "95 %" of a confidence. */
export function levelText(confidence: number): string {
  return formatPercent(confidence, { places: 0 })
}

/** A whole-percent axis tick: "−60 %", "0", "+30 %". */
export function shockTick(fraction: number): string {
  return Math.abs(fraction) < 0.005 ? '0' : formatPercent(fraction, { places: 0, sign: 'always' })
}

/** "40k", "−1.25M": an axis tick, without trailing zeros. */
export function compactText(value: number): string {
  return withoutZeros(formatCompact(toText(decimal(value))))
}

/** "+40k", "−1.25M": the same of a profit, whose sign is always shown. */
export function profitTick(value: number): string {
  return withoutZeros(formatCompact(toText(decimal(value)), { sign: 'always' }))
}

function withoutZeros(text: string): string {
  return text.replace(/\.0+(?=\D|$)/, '')
}

/** "48,210.55" of a drawn figure, with a sign "+48,210.55". */
export function figureText(value: number, sign: 'always' | 'negative' = 'negative'): string {
  return formatValue(value, { sign })
}

/** "1.25" of a number that is no amount: a beta, a p-value. */
export function ratioText(value: number): string {
  return formatRatio(value, { places: 2 })
}

/** "3,656" of an estimate: cents only where they are a visible part of `scale`, the largest of the figures beside it. */
export function roundText(
  value: number,
  { sign = 'negative', scale = value, kind }: { sign?: 'always' | 'negative'; scale?: number; kind?: FigureKind } = {},
): string {
  const places = Math.abs(scale) >= 1_000 ? 0 : 2
  return kind === undefined ? formatValue(value, { places, sign }) : formatNumber(value, { places, sign }, kind)
}

/** "2026-01-14" of the opening time of a daily candle: days of the market are UTC. */
export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function placesOf(fraction: number | null): number {
  return fraction !== null && fraction !== 0 && Math.abs(fraction) < 0.01 ? 2 : 1
}
