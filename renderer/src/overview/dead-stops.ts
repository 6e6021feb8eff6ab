/** Stops that do not do what they are there for. Pure. */
import type { Position } from '#shared/domain/account.ts'
import { toText, type Encoded } from '#shared/domain/decimal.ts'
import { isOffered } from '#shared/domain/offered.ts'
import { formatAmount, formatLiquidation } from '../kit/format.ts'
import type { Parts } from '../app/stores/portfolio.ts'
import { FREEZE_WORDS } from '../kit/freeze-words.ts'
import { coverOf, isCover, type Cover, type Placed } from '../positions/cover.ts'
import type { Facts, Item, Offer } from './attention-item.ts'
import { pricePlaces } from './price-places.ts'

type Held = Encoded<Position>

/** A stop that can not work is worse than none: it looks like one. Told while no other stop of the position works. */
export function deadStops({ parts }: Facts): readonly Item[] {
  return (parts.positions?.data ?? []).flatMap((held): readonly Item[] => {
    if (!(parts.desk?.data?.protections ?? []).some(({ request }) => request.positionKey === held.key)) return []
    const cover = coverIn(parts, held)
    const stops = cover.protections.filter(({ request }) => request.purpose === 'stopLoss')
    const overdue = stops.filter(({ verdict }) => verdict === 'overdue')
    const rest = stops.some(isCover) ? [] : stops.filter(({ verdict }) => verdict === 'late' || verdict === 'locked')
    return [...overdue, ...rest.slice(0, 1)].map((stop) => ({
      id: `${stop.verdict} ${held.key} ${stop.intentId}`,
      urgency: 'act',
      ...deadStopWords(stop, held, cover, pricePlaces(held.contract, parts)),
      screen: 'positions',
      offers: newStop(held, parts),
    }))
  })
}

function deadStopWords(
  { request, verdict, liquidatedAt }: Placed,
  held: Held,
  cover: Cover,
  places: number | undefined,
): Pick<Item, 'title' | 'detail'> {
  const whose = `${held.contract} ${held.side}`
  const at = formatAmount(request.triggerPrice)
  if (verdict === 'overdue')
    return {
      title: `${whose}: its stop at ${at} should have fired`,
      detail:
        'The mark was beyond the trigger and nothing was closed: this stop covers nothing. Close, or place another.',
    }
  if (verdict === 'late')
    return {
      title: `${whose} is liquidated before its stop at ${at} fires`,
      detail: `Liquidation at about ${formatLiquidation(liquidatedAt, held.markPrice, places)}: this stop covers nothing. Place a nearer one.`,
    }
  const closable = cover.closable === null ? 'Not all' : formatAmount(toText(cover.closable))
  return {
    title: `${whose}: its stop at ${at} can not work while other closing orders stand`,
    detail: `${closable} of the ${formatAmount(request.volume)} contracts it is for can be closed by it: cancel those orders, or place a smaller stop.`,
  }
}

/** Offers to plan a stop, where one can be placed. */
export function newStop({ key, freeze }: Held, { health }: Partial<Parts>): readonly Offer[] {
  const isThere = isOffered('contract.conditionOrder', health?.data?.budget.pools ?? [])
  return isThere && FREEZE_WORDS[freeze] === null ? [{ kind: 'stop', positionKey: key }] : []
}

/** What covers a position, by what is known now. */
export function coverIn({ risk, desk, orders }: Partial<Parts>, held: Held): Cover {
  return coverOf(held, {
    protections: (desk?.data?.protections ?? []).filter(({ request }) => request.positionKey === held.key),
    open: orders?.data ?? null,
    risk: risk?.data?.positions.find(({ key }) => key === held.key) ?? null,
  })
}
