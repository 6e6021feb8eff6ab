/** What covers a position, in words. Pure. */
import { toText, type Decimal } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import { formatAmount, formatLiquidation, formatPercent, formatPrice, formatTime, UNKNOWN } from '../kit/format.ts'
import { say, t } from '../kit/say.ts'
import { isCover, type Cover, type Placed } from './cover.ts'
import type { PositionRow } from './position-rows.ts'

/** "50 %", "≥ 50 %" where some orders are not known; "none" is a fact. */
export function coverText({ share, isAtLeast }: Cover): string {
  if (share === null) return UNKNOWN
  if (share === 0) return t('kit.none')
  return `${isAtLeast ? '≥\u202f' : ''}${formatPercent(share, { places: 0 })}`
}

/** What backs the share, or why there is none, in a few words. */
export function coverSource({ protections, orders }: Cover): { text: string; tone: '' | 'amber' } {
  const stops = protections.filter(({ request, state }) => request.purpose === 'stopLoss' && state !== 'orphaned')
  if (stops.some(({ state }) => state === 'unknown')) return { text: t('positions.cover.unknown'), tone: 'amber' }
  const stop = stops.find(isCover)
  if (stop) return { text: t('positions.cover.stop', { price: formatPrice(stop.request.triggerPrice) }), tone: '' }
  const why = WORST_FIRST.find((verdict) => stops.some((each) => each.verdict === verdict))
  if (why !== undefined) return { text: t(`positions.cover.${why}`), tone: 'amber' }
  if (orders.covering.gt(0)) return { text: t('positions.cover.orders'), tone: '' }
  if (orders.unknown.gt(0)) return { text: t('positions.cover.ordersUnknown'), tone: '' }
  return { text: orders.waiting.gt(0) ? t('positions.cover.profitOnly') : '', tone: '' }
}

/** Why no stop covers anything. */
const WORST_FIRST = ['overdue', 'locked', 'maybeLocked', 'late'] as const

/** One protective order: "Stop-loss 600 ct at 3,720, placed 14:03:11, not verifiable". */
export function protectionText(
  { request, placedAt, state, verdict, liquidatedAt }: Placed,
  { position, pricePlaces }: Pick<PositionRow, 'position' | 'pricePlaces'>,
): string {
  const protection = message(`positions.protection.${request.purpose}`, {
    volume: formatAmount(request.volume),
    price: formatPrice(request.triggerPrice),
    at: formatTime(placedAt),
    state: message(`positions.protection.${state}`),
  })
  if (verdict === 'late' && liquidatedAt !== null) {
    const price = formatLiquidation(liquidatedAt, position.markPrice, pricePlaces)
    return t('positions.protection.late', { protection, price })
  }
  return verdict === 'locked' || verdict === 'maybeLocked'
    ? t(`positions.protection.${verdict}`, { protection })
    : say(protection)
}

/** Everything, for hover. */
export const coverInFull = (...of: Parameters<typeof coverLines>): string => coverLines(...of).join('\n')

/** Each order that covers the position, or that is meant to; or that there is none. */
export function coverLines(cover: Cover, of: Pick<PositionRow, 'position' | 'pricePlaces'>): readonly string[] {
  const { covering, waiting, unknown } = cover.orders
  const part = (volume: Decimal, kind: 'inOrders' | 'inWaiting' | 'inUnknown'): string[] =>
    volume.gt(0) ? [t(`positions.cover.${kind}`, { volume: formatAmount(toText(volume)) })] : []
  const lines = [
    ...part(covering, 'inOrders'),
    ...part(waiting, 'inWaiting'),
    ...part(unknown, 'inUnknown'),
    ...cover.protections.map((each) => protectionText(each, of)),
  ]
  return lines.length === 0 ? [t('positions.cover.nothing')] : lines
}
