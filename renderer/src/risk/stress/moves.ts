import { parseDecimal, toFloat } from '#shared/domain/decimal.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { AssetExposure } from '#shared/risk/report.ts'
import type { AssetPnl, Moves } from '#shared/risk/stress/scenario-report.ts'
import { asTyped, t } from '../../kit/say.ts'
import { formatCompact, MINUS } from '../../kit/format.ts'

/** A price can fall by all of it at most; a rise beyond tenfold is not tried out. */
export const LEAST_MOVE = -1
export const MOST_MOVE = 10

export interface MoveRow {
  /** null: every asset without a move of its own. */
  readonly asset: string | null
  readonly name: string
  /** Net exposure now, reporting coin, short. */
  readonly exposure: string
  /** A fraction. */
  readonly move: number
  /** The P&L of its move, reporting coin; null: not known. */
  readonly pnl: number | null
  /** Whether it follows the others because nothing was set for it. */
  readonly isFollowing: boolean
}

/**
 * A row for the benchmark, one for every exposed asset, largest first, and one for the rest. `gains`: what each asset
 * adds to the profit; empty while nothing is tried.
 */
export function moveRows(
  exposures: readonly Encoded<AssetExposure>[],
  { named, others }: Moves,
  gains: readonly AssetPnl[],
  benchmark: string,
): readonly MoveRow[] {
  const values = new Map(exposures.map(({ asset, value }) => [asset, value]))
  const gained = new Map(gains.map(({ asset, pnl }) => [asset, pnl]))
  // Cash has no row until it moves.
  const movedCash = gains.filter(({ asset, pnl }) => named[asset] !== undefined && pnl !== 0)
  const assets = [...new Set([benchmark, ...values.keys(), ...movedCash.map(({ asset }) => asset)])]
  return [
    ...assets.map((asset): MoveRow => {
      const value = values.get(asset)
      return {
        asset,
        name: asset,
        exposure: value === undefined ? t('kit.none') : formatCompact(value, { sign: 'always' }),
        move: named[asset] ?? others,
        pnl: gained.get(asset) ?? null,
        isFollowing: named[asset] === undefined,
      }
    }),
    { asset: null, name: t('stress.allOthers'), exposure: '', move: others, pnl: null, isFollowing: false },
  ]
}

/** "+5.5", "−20.0", "0.0": a fraction in percent, as it can be typed. */
export function moveText(move: number): string {
  const percent = Math.round(move * 1000) / 10
  return asTyped(`${percent < 0 ? MINUS : percent > 0 ? '+' : ''}${Math.abs(percent).toFixed(1)}`)
}

/** The fraction typed as percent ("-20", "+5.5 %"); null if it is no number, or no price could move so. */
export function readMove(typed: string): number | null {
  const amount = parseDecimal(asTyped(typed.replaceAll(/[\s%]/g, '').replace(MINUS, '-')))
  if (amount === null) return null
  const move = toFloat(amount.div(100))
  return move >= LEAST_MOVE && move <= MOST_MOVE ? move : null
}
