import type { Area } from '#shared/domain/instrument.ts'
import type { DeskView, OrderRead } from '#shared/desk/facts.ts'
import type { Unattended } from '#shared/snapshot/leaving.ts'
import { knowledgeOf, ordersKnown, STALE_AFTER } from '#shared/snapshot/knowledge.ts'
import type { OpenOrders, OrderScope, Part } from '#shared/snapshot/snapshot.ts'
import { liquidationsOf } from '#shared/risk/account/position-risk.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import type { EndpointName, VenueClient } from '../venue/port.ts'
import type { QuoteBoard } from './boards.ts'
import type { Parts } from './parts.ts'
import { orderScopes, type Known } from './interest.ts'
import type { OrderBoard } from './order-board.ts'
import type { ReadLog } from './read-log.ts'

/** What lists the instruments of an area. */
const LISTS = { spot: 'spot.pairs', contract: 'contract.contracts' } as const satisfies Record<Area, EndpointName>

/**
 * Open orders, and the areas that may have unknown ones: their instruments were not listed, or the balances that show
 * what is locked were not read.
 */
export function withBlind(open: OpenOrders, areas: readonly Area[], log: ReadLog, parts: Parts): OpenOrders {
  const isWhole = parts.part('balances').data !== null && !parts.incomplete().includes('balances')
  const blind = areas.filter((area) => !log.wasAnswered(LISTS[area]) || (area === 'spot' && !isWhole))
  return blind.length > 0 ? { ...open, blind } : open
}

/** Whether these are all there are, as far as each of their lists was read since the last sleep. */
export function areAllRead({ scopes, blind = [] }: OpenOrders, parts: Parts): boolean {
  const isRead = ({ readAt, isCut, unreadRows = 0 }: OrderScope): boolean =>
    readAt !== null && isCut !== true && unreadRows === 0 && !parts.isBeforeSleep(readAt)
  return blind.length === 0 && scopes.every(isRead)
}

/** What the views are made from. */
export interface DeskSources {
  readonly client: VenueClient
  readonly known: Known
  readonly risk: RiskInputs
  readonly quotes: QuoteBoard
  readonly orders: OrderBoard
  readonly log: ReadLog
  /** Ms since a moment; null: not known. */
  readonly ageOf: (readAt: number | null) => number | null
}

/** The newest known account, for the desk to decide on. */
export function deskViewOf({ client, known, risk, quotes, orders, log, ageOf }: DeskSources): DeskView {
  const { instruments, positions, balances, orders: open } = known
  const kept = (positions ?? []).flatMap(({ key, keptFrom }) =>
    keptFrom === undefined ? [] : [[key, ageOf(keptFrom)] as const],
  )
  const orderReads: readonly OrderRead[] = orders
    .open(orderScopes(known))
    .scopes.map(({ area, instrument, readAt }) => ({ area, instrument, ageMs: ageOf(readAt) }))
  return {
    ...{ instruments, positions, balances, orderReads },
    positionsAgeMs: ageOf(risk.positionsReadAt),
    ...(kept.length > 0 && { keptMs: new Map(kept) }),
    isPartial: risk.incomplete.includes('positions'),
    orders: open,
    listedAreas: [...known.lists.areas],
    areas: client.areas,
    blind: client.areas.filter((area) => !log.wasAnswered(LISTS[area])),
    quotes: quotes.list().map((quote) => ({ ...quote, ageMs: ageOf(quote.readAt) })),
    pace: { ...client.budget(), roundTripMs: client.clock()?.roundTripMs ?? null },
    marketClose: client.dialect().marketClose,
    ...(risk.ownFees && { ownFees: risk.ownFees }),
    doubtful: (risk.priceFindings ?? []).flatMap(({ area, instrument }) => (area === 'contract' ? [instrument] : [])),
    // Margin rates are of the contract account: a Spot that is down does not stand before them.
    risk: risk.marginAccounts === null || risk.positions === null ? null : risk,
  }
}

/**
 * What stays at the venue once Plimsoll stops watching. `ageMs`: since the oldest of it was read; `open`: of now. Where
 * positions are liquidated is computed here: leaving the app does not wait for the risk worker, and uses no older
 * figures of it.
 */
export function unattendedOf(
  { positions, orders }: Known,
  open: OpenOrders,
  parts: Parts,
  { risk, ageMs, ageOf }: Pick<DeskSources, 'risk' | 'ageOf'> & { readonly ageMs: number | null },
): Unattended {
  const isStale = ({ readAt, expectEveryMs }: Pick<Part<unknown>, 'readAt' | 'expectEveryMs'>): boolean => {
    if (readAt === null || expectEveryMs === null) return false
    const age = ageOf(readAt)
    return age === null || age > STALE_AFTER * expectEveryMs
  }
  const [account, listed] = [parts.part('positions'), parts.part('orders')]
  return {
    ...{ positions, orders, ageMs },
    known: {
      positions: knowledgeOf(account, isStale(account)),
      orders: ordersKnown({ data: open, failure: listed.failure }, isStale(listed)),
    },
    liquidations: liquidationsOf(risk),
  }
}
