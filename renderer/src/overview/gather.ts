/** Gathers many items of one kind into few rows. Pure. */
import { listed, message } from '#shared/words/message.ts'
import type { Item } from './attention-item.ts'

/** Up to this many rows of a kind are shown one by one. */
const MOST_ROWS = 5
/** Up to this many titles are named in the row for the others. */
const MOST_NAMED = 5

/** An item, or a function that makes it. There may be hundreds; only those that are shown or named are made. */
export type Found = Item | (() => Item)

const made = (found: Found): Item => (typeof found === 'function' ? found() : found)
/** The events that an item lets the trader mark as seen. Items that are not made yet have none. */
const eventsOf = (found: Found): readonly string[] =>
  (typeof found === 'function' ? [] : (found.offers ?? [])).flatMap((offer) =>
    offer.kind === 'eventSeen' ? offer.ids : [],
  )

/**
 * `found`: the items of one rule, worst first. If there are more than five, four are shown and one row names and counts
 * the rest.
 */
export function gathered(found: readonly Found[]): readonly Item[] {
  if (found.length <= MOST_ROWS) return found.map(made)
  const others = found.slice(MOST_ROWS - 1)
  const ids = others.flatMap(eventsOf)
  const [next] = others.slice(0, 1).map(made)
  if (next === undefined) return found.map(made)
  return [
    ...found.slice(0, MOST_ROWS - 1).map(made),
    {
      id: `others ${next.id}`,
      urgency: next.urgency,
      screen: next.screen,
      title: message('overview.others', { count: others.length }),
      detail: message('overview.othersAre', { titles: listed(others, MOST_NAMED, (other) => made(other).title) }),
      ...(ids.length > 0 && { offers: [{ kind: 'eventSeen', ids }] }),
    },
  ]
}
