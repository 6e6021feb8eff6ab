/** Gathers many items of one kind into few rows. Pure. */
import { listed, message } from '#shared/words/message.ts'
import type { Item } from './attention-item.ts'

/** Up to this many rows of a kind are shown one by one. */
const MOST_ROWS = 5
/** Up to this many titles are named in the row for the others. */
const MOST_NAMED = 5

/** `items`: of one rule, worst first. Of more than five the first four stay, and one row names and counts the others. */
export function gathered(items: readonly Item[]): readonly Item[] {
  if (items.length <= MOST_ROWS) return items
  const others = items.slice(MOST_ROWS - 1)
  const ids = others.flatMap(({ offers = [] }) =>
    offers.flatMap((offer) => (offer.kind === 'eventSeen' ? offer.ids : [])),
  )
  const [next] = others
  if (next === undefined) return items
  return [
    ...items.slice(0, MOST_ROWS - 1),
    {
      ...{ id: `others ${next.id}`, urgency: next.urgency, screen: next.screen },
      title: message('overview.others', { count: others.length }),
      detail: message('overview.othersAre', {
        titles: listed(
          others.map(({ title }) => title),
          MOST_NAMED,
        ),
      }),
      ...(ids.length > 0 && { offers: [{ kind: 'eventSeen', ids }] }),
    },
  ]
}
