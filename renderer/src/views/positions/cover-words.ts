/** What covers a position, in words. Pure. */
import type { Protection } from '#shared/desk/plan.ts'
import { toText, type Decimal } from '#shared/domain/decimal.ts'
import { formatAmount, formatLiquidation, formatPercent, formatTime, UNKNOWN } from '../../format.ts'
import { PURPOSE_WORDS } from '../../ui/intent-words.ts'
import { isCover, type Cover, type Placed } from './cover.ts'
import type { PositionRow } from './rows.ts'

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
  if (stops.length > 0) return { text: 'stop too far', tone: 'amber' }
  if (orders.covering.gt(0)) return { text: 'orders', tone: '' }
  if (orders.unknown.gt(0)) return { text: 'orders ?', tone: '' }
  return { text: orders.waiting.gt(0) ? 'profit only' : '', tone: '' }
}

const STATE_WORDS: Record<Protection['state'], string> = {
  believed: 'not verifiable',
  unknown: 'reply lost: look on the venue’s own site',
  orphaned: 'left over: its position is gone',
}

type Prices = Pick<PositionRow, 'position' | 'pricePlaces'>

/** One protective order: "Stop-loss 600 ct at 3,720, placed 14:03:11, not verifiable". */
export function protectionText({ request, placedAt, state, liquidatedAt }: Placed, of: Prices): string {
  const what = `${PURPOSE_WORDS[request.purpose]} ${formatAmount(request.volume)} ct at ${formatAmount(request.triggerPrice)}`
  const late =
    liquidatedAt === null || state === 'orphaned' ? '' : `; covers nothing: ${liquidatedText(liquidatedAt, of)}`
  return `${what}, placed ${formatTime(placedAt)}, ${STATE_WORDS[state]}${late}`
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
