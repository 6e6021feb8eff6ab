/** Stops that do not protect their position. Pure. */
import type { Position } from '#shared/domain/account.ts'
import { toText, type Encoded } from '#shared/domain/decimal.ts'
import { isOffered } from '#shared/domain/offered.ts'
import { message } from '#shared/words/message.ts'
import { formatAmount, formatLiquidation, formatPrice } from '../kit/format.ts'
import { FREEZE_WORDS } from '../kit/freeze-words.ts'
import { coverOf, isCover, type Cover, type Placed } from '../positions/cover.ts'
import { item, positionOf, pricePlaces, type Facts, type Item, type Offer } from './attention-item.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

/**
 * A stop that cannot work is worse than none: it looks like protection. Listed while the position has no working stop.
 */
export function deadStops({ parts }: Facts): readonly Item[] {
  const stopped = new Set(parts.desk?.data?.protections.map(({ request }) => request.positionKey))
  return (parts.positions?.data ?? []).flatMap((held) => {
    if (!stopped.has(held.key)) return []
    const cover = coverIn(parts, held)
    const stops = cover.protections.filter(({ request }) => request.purpose === 'stopLoss')
    const overdue = stops.filter(({ verdict }) => verdict === 'overdue')
    const rest = stops.some(isCover) ? [] : stops.filter(({ verdict }) => verdict === 'late' || verdict === 'locked')
    return [...overdue, ...rest.slice(0, 1)].map((stop) =>
      item('act', `${stop.verdict} ${held.key} ${stop.intentId}`, 'positions', {
        ...deadStopWords(stop, held, cover, pricePlaces(held.contract, parts)),
        offers: newStop(held, parts),
      }),
    )
  })
}

function deadStopWords(
  { request, verdict, liquidatedAt }: Placed,
  held: Encoded<Position>,
  cover: Cover,
  places: number | undefined,
): Pick<Item, 'title' | 'detail'> {
  const stop = { position: positionOf(held), trigger: formatPrice(request.triggerPrice) }
  if (verdict === 'overdue')
    return { title: message('overview.stop.overdue', stop), detail: message('overview.stop.overdueWhy') }
  if (verdict === 'late') {
    const price = formatLiquidation(liquidatedAt, held.markPrice, places)
    return { title: message('overview.stop.late', stop), detail: message('overview.stop.lateWhy', { price }) }
  }
  const volume = formatAmount(request.volume)
  const detail =
    cover.closable === null
      ? message('overview.stop.lockedUnknown', { volume })
      : message('overview.stop.lockedWhy', { closable: formatAmount(toText(cover.closable)), volume })
  return { title: message('overview.stop.locked', stop), detail }
}

/** Offers to plan a stop, if one can be placed. */
export function newStop({ key, freeze }: Encoded<Position>, { health }: Partial<Parts>): readonly Offer[] {
  const isThere = isOffered('contract.conditionOrder', health?.data?.budget.pools ?? [])
  return isThere && FREEZE_WORDS[freeze] === null ? [{ kind: 'stop', positionKey: key }] : []
}

/** What covers a position, by what is known now. */
export function coverIn({ risk, desk, orders }: Partial<Parts>, held: Encoded<Position>): Cover {
  return coverOf(held, {
    protections: (desk?.data?.protections ?? []).filter(({ request }) => request.positionKey === held.key),
    open: orders?.data ?? null,
    risk: risk?.data?.positions.find(({ key }) => key === held.key) ?? null,
  })
}
