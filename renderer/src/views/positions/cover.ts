/** How much of a position would be closed without us: by stops placed from here and by orders that close it. Pure. */
import type { Protection } from '#shared/desk/plan.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, sum, toFloat, type Encoded } from '#shared/domain/decimal.ts'
import { formatAmount, formatPercent, formatTime, UNKNOWN } from '../../format.ts'
import { PURPOSE_WORDS } from '../../ui/intent-words.ts'

export interface Cover {
  /** Share of the position, 0 to 1; null when its size is not known. */
  readonly share: number | null
  /** Protective orders of this position, stops first, newest first within. */
  readonly protections: readonly Encoded<Protection>[]
}

/** A take-profit covers nothing: it does not fire while the price goes the wrong way. */
export function coverOf(position: Encoded<Position>, all: readonly Encoded<Protection>[]): Cover {
  const protections = all
    .filter(({ request }) => request.positionKey === position.key)
    .toSorted((a, b) => purposeRank(a) - purposeRank(b) || b.placedAt - a.placedAt)
  const volume = decimal(position.volume)
  if (volume.lte(0)) return { share: null, protections }
  const stops = protections.filter(({ request, state }) => request.purpose === 'stopLoss' && state === 'believed')
  const covered = sum([decimal(position.pendingCloseVolume), ...stops.map(({ request }) => decimal(request.volume))])
  return { share: Math.min(1, toFloat(covered.div(volume))), protections }
}

const purposeRank = ({ request }: Encoded<Protection>): number => (request.purpose === 'stopLoss' ? 0 : 1)

/** "50 %"; "none" is a fact. */
export function coverText({ share }: Cover): string {
  if (share === null) return UNKNOWN
  return share === 0 ? 'none' : formatPercent(share, { places: 0 })
}

/** What stands behind the share, in a few words. */
export function coverSource({ protections }: Cover, position: Encoded<Position>): { text: string; tone: string } {
  const stops = protections.filter(({ request, state }) => request.purpose === 'stopLoss' && state !== 'orphaned')
  if (stops.some(({ state }) => state === 'unknown')) return { text: 'stop unknown', tone: 'amber' }
  const [first] = stops
  if (first) return { text: `stop ${formatAmount(first.request.triggerPrice)}`, tone: '' }
  return { text: decimal(position.pendingCloseVolume).gt(0) ? 'orders' : '', tone: '' }
}

const STATE_WORDS: Record<Protection['state'], string> = {
  believed: 'not verifiable',
  unknown: 'reply lost: look on the venue’s own site',
  orphaned: 'left over: its position is gone',
}

/** One protective order: "Stop-loss 600 ct at 3,720, placed 14:03:11, not verifiable". */
export function protectionText({ request, placedAt, state }: Encoded<Protection>): string {
  const what = `${PURPOSE_WORDS[request.purpose]} ${formatAmount(request.volume)} ct at ${formatAmount(request.triggerPrice)}`
  return `${what}, placed ${formatTime(placedAt)}, ${STATE_WORDS[state]}`
}

/** All of it for hover. */
export function coverInFull({ protections }: Cover, position: Encoded<Position>): string {
  const orders = decimal(position.pendingCloseVolume).gt(0)
    ? [`${formatAmount(position.pendingCloseVolume)} ct in closing orders`]
    : []
  const lines = [...orders, ...protections.map(protectionText)]
  return lines.length === 0 ? 'No stop was placed from here, no order closes it.' : lines.join('\n')
}
