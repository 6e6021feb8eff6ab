/** A stressed market: thin order books and wild prices, the two things that make exits expensive. Assumed. */
import { decimal } from '../../domain/decimal.ts'
import { mapFigure, type Figure } from '../number/figure.ts'
import type { SoundBook } from './order-book.ts'
import type { Market } from './depth-fill.ts'
import { STRESSED_FIGURES, type ExitFigures, type StressedExit } from './liquidity-report.ts'

/** A quarter of every level is left. Volatility is multiplied by `wildestOverAll`, or by 3 with too little history. */
export const STRESSED_MARKET = { depthLeft: 0.25, volatilityFactor: 3 } as const

/** The factor on a day's volatility. `wildest`: the ratio of `wildestOverAll` of the asset. */
export function volatilityFactor(
  wildest: Figure | undefined,
): Pick<StressedExit, 'volatilityFactor' | 'isFactorAssumed'> {
  const known = wildest?.value ?? null
  return { volatilityFactor: known ?? STRESSED_MARKET.volatilityFactor, isFactorAssumed: known === null }
}

/** The book with a quarter of every level left; its prices stay. */
export function thinned(book: SoundBook): SoundBook {
  const left = decimal(STRESSED_MARKET.depthLeft)
  return { ...book, levels: book.levels.map(([price, quantity]) => [price, quantity.times(left)] as const) }
}

/** The market with its volatility multiplied; its volume stays. */
export function wilder({ dayVolume, dailyVolatility }: Market, factor: number): Market {
  return { dayVolume, dailyVolatility: mapFigure(dailyVolatility, (sigma) => sigma * factor) }
}

/** The figures of an exit that the stressed market changes. */
export function stressedExit(under: ExitFigures, factor: ReturnType<typeof volatilityFactor>): StressedExit {
  const changed = Object.fromEntries(STRESSED_FIGURES.map((name) => [name, under[name]])) as Pick<
    ExitFigures,
    (typeof STRESSED_FIGURES)[number]
  >
  return { ...changed, ...factor }
}
