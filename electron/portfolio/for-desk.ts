import type { DeskView, OrderRead } from '#shared/desk/facts.ts'
import { liquidationsOf } from '#shared/risk/account/position-risk.ts'
import { STALE_AFTER } from '#shared/snapshot/freshness.ts'
import { knowledgeOf, ordersKnown } from '#shared/snapshot/knowledge.ts'
import type { Unattended } from '#shared/snapshot/leaving.ts'
import type { Part } from '#shared/snapshot/snapshot.ts'
import type { AccountSources, KnownAccount } from './known-account.ts'

/** The newest known account, as the basis of the desk's decisions. */
export function deskViewOf(account: KnownAccount, { client, quotes }: AccountSources): DeskView {
  const { instruments, positions, balances, orders, lists } = account.known()
  const risk = account.riskInputs()
  const ageOf = (readAt: number | null): number | null => account.ageOf(readAt)
  const kept = (positions ?? []).flatMap(({ key, keptFrom }) =>
    keptFrom === undefined ? [] : [[key, ageOf(keptFrom)] as const],
  )
  const orderReads: readonly OrderRead[] = account
    .openOrders()
    .scopes.map(({ area, instrument, readAt }) => ({ area, instrument, ageMs: ageOf(readAt) }))
  return {
    instruments,
    positions,
    balances,
    orders,
    orderReads,
    positionsAgeMs: ageOf(risk.positionsReadAt),
    ...(kept.length > 0 && { keptMs: new Map(kept) }),
    isPartial: risk.incomplete.includes('positions'),
    listedAreas: [...lists.areas],
    areas: client.areas,
    blind: account.unlistedAreas(),
    quotes: quotes.list().map((quote) => ({ ...quote, ageMs: ageOf(quote.readAt) })),
    pace: { ...client.budget(), roundTripMs: client.clock()?.roundTripMs ?? null },
    marketClose: client.dialect().marketClose,
    ...(risk.ownFees && { ownFees: risk.ownFees }),
    doubtful: (risk.priceFindings ?? []).flatMap(({ area, instrument }) => (area === 'contract' ? [instrument] : [])),
    // Margin rates need only the contract account, so they are available while Spot is down.
    risk: risk.marginAccounts === null || risk.positions === null ? null : risk,
  }
}

/**
 * What stays at the venue once Plimsoll stops watching. `ageMs`: the age of the oldest read behind it. Liquidation
 * prices are computed here: a trader who leaves must not wait for the risk worker, nor see its older figures.
 */
export function unattendedOf(account: KnownAccount, { parts }: AccountSources, ageMs: number | null): Unattended {
  const { positions, orders } = account.known()
  const isStale = ({ readAt, expectEveryMs }: Pick<Part<unknown>, 'readAt' | 'expectEveryMs'>): boolean =>
    readAt !== null && expectEveryMs !== null && (account.ageOf(readAt) ?? Infinity) > STALE_AFTER * expectEveryMs
  const [held, listed] = [parts.part('positions'), parts.part('orders')]
  return {
    positions,
    orders,
    ageMs,
    known: {
      positions: knowledgeOf(held, isStale(held)),
      orders: ordersKnown({ data: account.openOrders(), failure: listed.failure }, isStale(listed)),
    },
    liquidations: liquidationsOf(account.riskInputs()),
  }
}
