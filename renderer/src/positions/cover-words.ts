/** What covers a position, in words. Pure. */
import type { Verdict } from '#shared/desk/cover.ts'
import type { Protection } from '#shared/desk/plan.ts'
import { toText, type Decimal } from '#shared/domain/decimal.ts'
import { formatAmount, formatLiquidation, formatPercent, formatTime, UNKNOWN } from '../kit/format.ts'
import { PURPOSE_WORDS } from '../desk/intent-words.ts'
import { isCover, type Cover, type Placed } from './cover.ts'
import type { PositionRow } from './position-rows.ts'

/** "50 %", "≥ 50 %" where some orders are not known; "none" is a fact. */
export function coverText({ share, isAtLeast }: Cover): string {
  if (share === null) return UNKNOWN
  if (share === 0) return 'none'
  return `${isAtLeast ? '≥\u202f' : ''}${formatPercent(share, { places: 0 })}`
}

/** What stands behind the share, or why there is none, in a few words. */
export function coverSource({ protections, orders }: Cover): { text: string; tone: '' | 'amber' } {
  const stops = protections.filter(({ request, state }) => request.purpose === 'stopLoss' && state !== 'orphaned')
  if (stops.some(({ state }) => state === 'unknown')) return { text: 'stop unknown', tone: 'amber' }
  const stop = stops.find(isCover)
  if (stop) return { text: `stop ${formatAmount(stop.request.triggerPrice)}`, tone: '' }
  const why = SOURCE_WORDS.find(([verdict]) => stops.some((each) => each.verdict === verdict))
  if (why !== undefined) return { text: why[1], tone: 'amber' }
  if (orders.covering.gt(0)) return { text: 'orders', tone: '' }
  if (orders.unknown.gt(0)) return { text: 'orders ?', tone: '' }
  return { text: orders.waiting.gt(0) ? 'profit only' : '', tone: '' }
}

/** Why no stop covers anything, in a few words; the worst first. */
const SOURCE_WORDS: readonly (readonly [Verdict, string])[] = [
  ['overdue', 'stop did not fire'],
  ['locked', 'stop too large'],
  ['maybeLocked', 'stop may be locked'],
  ['late', 'stop too far'],
]

const STATE_WORDS: Record<Protection['state'], string> = {
  believed: 'not verifiable',
  unknown: 'reply lost: look on the venue’s own site',
  overdue: 'should have fired: the price was beyond it and nothing was closed',
  orphaned: 'left over: its position is gone',
}

type Prices = Pick<PositionRow, 'position' | 'pricePlaces'>

/** One protective order: "Stop-loss 600 ct at 3,720, placed 14:03:11, not verifiable". */
export function protectionText({ request, placedAt, state, verdict, liquidatedAt }: Placed, of: Prices): string {
  const what = `${PURPOSE_WORDS[request.purpose]} ${formatAmount(request.volume)} ct at ${formatAmount(request.triggerPrice)}`
  const placed = `${what}, placed ${formatTime(placedAt)}, ${STATE_WORDS[state]}`
  if (verdict === 'late' && liquidatedAt !== null)
    return `${placed}; covers nothing: ${liquidatedText(liquidatedAt, of)}`
  return `${placed}${VERDICT_WORDS[verdict] ?? ''}`
}

const VERDICT_WORDS: { readonly [V in Verdict]?: string } = {
  locked: '; covers nothing: it is for more contracts than can still be closed, and the venue would refuse it',
  maybeLocked: '; may cover nothing: closing orders that are not known may hold contracts it is for',
}

function liquidatedText(at: NonNullable<Placed['liquidatedAt']>, { position, pricePlaces }: Prices): string {
  return `it is liquidated at about ${formatLiquidation(at, position.markPrice, pricePlaces)} before this fires`
}

/** All of it for hover. */
export function coverInFull({ cover, ...of }: Pick<PositionRow, 'cover'> & Prices): string {
  const { covering, waiting, unknown } = cover.orders
  const part = (volume: Decimal, words: string): string[] =>
    volume.gt(0) ? [`${formatAmount(toText(volume))} ct in ${words}`] : []
  const lines = [
    ...part(covering, 'closing orders'),
    ...part(waiting, 'closing orders at a profit: they cover nothing while the price goes the wrong way'),
    ...part(unknown, 'closing orders not known: whether they cover anything can not be told'),
    ...cover.protections.map((each) => protectionText(each, of)),
  ]
  return lines.length === 0 ? 'No stop was placed from here, no order closes it.' : lines.join('\n')
}
