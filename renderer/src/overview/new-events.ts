/** Work items for events not seen yet: one for each loss of control, one for each other kind of event. Pure. */
import type { Message } from '#shared/domain/message.ts'
import { gravityOf } from '#shared/events/event.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { eventsTitle, eventWords, type EventView } from '../journal/event-words.ts'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { item, type Facts, type Item } from './attention-item.ts'

/** The most readings that a line of detail holds. */
const MOST_NAMED = 3

export function newEvents({ parts }: Facts): readonly Item[] {
  const titleOf = titlesOf(parts.instruments?.data ?? [])
  const unseen = (parts.events?.data ?? []).filter(({ seenAt }) => seenAt === null)
  const groups = Map.groupBy(unseen, keyOf)
  return [...groups].flatMap(([key, events]) => {
    const [newest] = events
    if (newest === undefined) return []
    const words = events.slice(0, MOST_NAMED).map((event) => eventWords(event, titleOf))
    const detail = words.map(({ title, detail: why, readings }) =>
      verbatim(events.length === 1 ? [why, readings].filter(Boolean).join(' ') : title),
    )
    const rest = events.length - MOST_NAMED
    const more = rest > 0 ? [message('overview.events.more', { number: rest })] : []
    return item(gravityOf(newest.facts), `event ${key}`, 'journal', {
      title: eventsTitle(newest, events.length, titleOf),
      detail: [...detail, ...more].reduce(oneAndOther),
      offers: [{ kind: 'eventSeen', ids: events.map(({ id }) => id) }],
    })
  })
}

const oneAndOther = (one: Message, other: Message): Message => message('kit.both', { one, other })

/** Each loss of control stands alone. */
function keyOf({ id, facts }: EventView): string {
  return gravityOf(facts) === 'act' ? id : facts.code
}
