/** The text of each cell of the exits. Words and figures only. */
import { message } from '#shared/words/message.ts'
import { partsOfKey } from '#shared/domain/account.ts'
import { say, t } from '../../kit/say.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { ExitRow } from '#shared/risk/liquidity/liquidity-report.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import { formatAmount, formatDuration, formatPercent, formatRatio, NOT_APPLICABLE, UNKNOWN } from '../../kit/format.ts'
import { figureWords, shown, type FigureWords } from '../figure-words.ts'

export type Exit = Encoded<ExitRow>

/** The name of a row: the asset or the contract. */
export const name = ({ key, area, instrument }: Exit): string =>
  area === 'spot' ? key.slice('spot:'.length) : instrument

/** "cross, 1,200 ct", "Spot, 0.42". */
export function sub({ key, area, size }: Exit): string {
  const amount = formatAmount(size, { maxPlaces: 4 })
  if (area === 'spot') return t('liquidity.holding', { size: amount })
  const mode = partsOfKey(key)?.marginMode
  return mode === undefined
    ? t('kit.volume', { volume: amount })
    : t('stress.held', { mode: message(`positions.${mode}`), volume: amount })
}

/** Money to the cent; a fee of a cent matters as little as the rest. */
export const money = (figure: Figure, sign: 'always' | 'negative' = 'negative'): FigureWords =>
  figureWords(figure, { places: 2, sign })

export const notional = ({ notional: known }: Exit): FigureWords => figureWords(known)

/** Why the cost of an exit excludes mark to mid; null: it includes it, or there is no cost. */
export const gapLeftOut = ({ cost: known, markGap }: Exit): string | null =>
  known.value === null || markGap.reason === null ? null : say(markGap.reason)

/** The hint of a figure says what the figure leaves out. */
function withoutGap(words: FigureWords, exit: Exit): FigureWords {
  const why = gapLeftOut(exit)
  return why === null ? words : { ...words, title: t('liquidity.gapless', { why }) }
}

export const cost = (exit: Exit): FigureWords => withoutGap(money(exit.cost), exit)

/** "12.3 bps" */
export const basisPoints = (figure: Figure): FigureWords =>
  shown(figure, (value) => t('liquidity.bps', { value: formatRatio(value, { places: 1 }) }))

/** A cost in basis points of the traded value. */
export function costShare({ cost, notional: known }: Exit): string {
  if (cost.value === null || known.value === null || known.value === 0) return ''
  return basisPoints({ value: (cost.value / known.value) * 10_000, reason: null }).text
}

/** Seconds as a duration: "0 s", "12 min 03 s". */
export const seconds = (figure: Figure): FigureWords => shown(figure, (value) => formatDuration(value * 1000))

/** How long calls wait for the venue's limits; calls that fit into one window do not wait. */
export function limitSeconds(figure: Figure): FigureWords {
  return figure.value === 0 ? { text: t('kit.none'), title: t('liquidity.noWaitWhy') } : seconds(figure)
}

/** "1, no wait", "3 in 4 s"; nothing is sent for what the venue has frozen. */
export function clipsTime(exit: Exit): string {
  if (exit.clips === 0) return NOT_APPLICABLE
  return exit.apiSeconds.value === 0
    ? t('liquidity.clipsAtOnce', { clips: clips(exit) })
    : t('liquidity.clipsIn', { clips: clips(exit), time: seconds(exit.apiSeconds).text })
}

/** A holding has no entry price, so profit does not apply to it; it is not unknown. */
export function exitPnl(exit: Exit): FigureWords {
  const { area, exitPnl: known } = exit
  if (area === 'spot') return { text: NOT_APPLICABLE, title: known.reason ? say(known.reason) : undefined }
  const words = money(known, 'always')
  return known.value === null ? words : withoutGap(words, exit)
}

export const clips = ({ clips: count }: Exit): string => formatRatio(count)

/** "46 %", "4.9×", "24×": a share of the order book, as a multiple from 100 % on; "≤46 %" if it was not read so deep. */
export function shareText({
  share: { value },
  isAtMost,
}: Pick<Exit['depthShare'][number], 'share' | 'isAtMost'>): string {
  if (value === null) return UNKNOWN
  if (value < 0.01) return `<${formatPercent(0.01, { places: 0 })}`
  const times = (places: number): string => `${formatRatio(value, { places })}×`
  const text = value < 1 ? formatPercent(value, { places: 0 }) : times(value < 10 ? 1 : 0)
  return isAtMost ? `≤${text}` : text
}

/** What the share is of, why it is missing, or why it may be less. */
export function shareTitle({ bps, share, isAtMost }: Exit['depthShare'][number]): string {
  if (share.reason !== null) return say(share.reason)
  return t(isAtMost ? 'liquidity.shareAtMost' : 'liquidity.shareOf', { bps })
}
