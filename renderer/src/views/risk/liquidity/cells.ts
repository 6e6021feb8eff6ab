/** What each cell of the exits says. Words and figures only. */
import { decimal, toText, type Encoded } from '#shared/domain/decimal.ts'
import type { ExitRow } from '#shared/risk/liquidity/report.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { formatAmount, formatDuration, formatPercent, NOT_APPLICABLE, UNKNOWN } from '../../../format.ts'
import { figureWords, type FigureWords } from '../stress/figure-words.ts'

export type Exit = Encoded<ExitRow>

/** The asset or the contract, as a row is called. */
export const name = ({ key, area, instrument }: Exit): string =>
  area === 'spot' ? key.slice('spot:'.length) : instrument

/** "cross, 1,200 ct", "Spot, 0.42". */
export function sub({ key, area, size }: Exit): string {
  const amount = formatAmount(size, { maxPlaces: 4 })
  return area === 'spot' ? `Spot, ${amount}` : `${key.split(':')[1] ?? ''}, ${amount} ct`
}

/** Money to the cent; a fee of a cent matters as little as the rest. */
export const money = (figure: Figure, sign: 'always' | 'negative' = 'negative'): FigureWords =>
  figureWords(figure, { places: 2, sign })

export const notional = ({ notional: known }: Exit): FigureWords => figureWords(known)

/** "12.3 bp". */
export function basisPoints({ value, reason }: Figure): FigureWords {
  return value === null
    ? { text: UNKNOWN, title: reason }
    : { text: `${formatAmount(toText(decimal(value)), { places: 1 })} bp`, title: undefined }
}

/** A cost as basis points of what is traded out of. */
export function costShare({ cost, notional: known }: Exit): string {
  if (cost.value === null || known.value === null || known.value === 0) return ''
  return basisPoints({ value: (cost.value / known.value) * 10_000, reason: null }).text
}

/** Seconds as a duration: "0 s", "12 min 03 s". */
export function seconds({ value, reason }: Figure): FigureWords {
  return value === null ? { text: UNKNOWN, title: reason } : { text: formatDuration(value * 1000), title: undefined }
}

/** A holding has no entry, so it has no profit: that is no unknown. */
export function exitPnl({ area, exitPnl: known }: Exit): FigureWords {
  return area === 'spot' ? { text: NOT_APPLICABLE, title: known.reason ?? undefined } : money(known, 'always')
}

export const clips = ({ clips: count }: Exit): string =>
  count === null ? UNKNOWN : formatAmount(toText(decimal(count)))

/** "46 %", "2.4×": a share of a book, which may be more than all of it. */
export function shareText({ value }: Figure): string {
  if (value === null) return UNKNOWN
  if (value < 0.01) return `<${formatPercent(0.01, { places: 0 })}`
  return value < 10 ? formatPercent(value, { places: 0 }) : `${formatAmount(toText(decimal(value)), { places: 0 })}×`
}
