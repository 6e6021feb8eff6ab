/** What happened to each account, on disk: one SQLite file, bounded. Without its file Plimsoll goes on in memory. */
import { z } from 'zod'
import { gravityOf, isEventCode, MOST_EVENTS, type AccountEvent, type Delivery } from '#shared/events/event.ts'
import type { Kept } from '#shared/events/watch.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { decimal, encode } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { openInMemory, openOrReplace, type Opened } from '../sqlite/open-file.ts'
import { copyOpen, wordsOf } from '../sqlite/database.ts'

/** What is kept of one account. Nothing here fails: what can not be kept is in memory, and `notice` says so. */
export interface AccountEvents {
  /** The newest, newest first. */
  list(): readonly AccountEvent[]
  add(event: AccountEvent): void
  markSeen(ids: readonly string[], at: number): void
  /** What became of their notification. */
  markTold(ids: readonly string[], told: Delivery): void
  /** What the last run of this account left; null: none did, or it can not be read. */
  kept(): Kept | null
  keep(kept: Kept): void
  /** Why what happens is not kept for good; null: it is. */
  notice(): Message | null
}

export interface EventsFile {
  /** Set when there was something wrong with the file: say it to the user. */
  readonly notice: Message | null
  open(accountId: string): AccountEvents
  forget(accountId: string): void
  copyTo(path: string): Promise<void>
  close(): void
}

/** Each step takes a file of the version before it to its own; rows are only ever added to. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE event (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    seen_at INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT;
  CREATE INDEX event_by_time ON event (account, at);
  CREATE TABLE last_reading (
    account TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;`,
]

/** Older ones are let go. */
const MOST_KEPT = 2_000

/**
 * Opens the events at `path`, making the file if there is none. A damaged one is kept beside it under another name and a
 * new one is started.
 */
export function openEvents(path: string, clock: Pick<Clock, 'wall'>): EventsFile {
  return eventsOver(openOrReplace('events', path, MIGRATIONS, clock))
}

/** Events that end with Plimsoll. */
export function eventsInMemory(): EventsFile {
  return eventsOver({ db: openInMemory(MIGRATIONS), notice: null })
}

function eventsOver({ db, notice }: Opened): EventsFile {
  const newest = db.prepare(
    'SELECT id, seen_at AS seenAt, body FROM event WHERE account = ? ORDER BY at DESC, rowid DESC LIMIT ?',
  )
  const insert = db.prepare('INSERT OR REPLACE INTO event (account, id, at, seen_at, body) VALUES (?, ?, ?, ?, ?)')
  const seen = db.prepare('UPDATE event SET seen_at = ? WHERE account = ? AND id = ? AND seen_at IS NULL')
  const rewrite = db.prepare('UPDATE event SET body = ? WHERE account = ? AND id = ?')
  const prune = db.prepare(
    'DELETE FROM event WHERE account = ?1 AND id NOT IN (SELECT id FROM event WHERE account = ?1 ORDER BY at DESC, rowid DESC LIMIT ?2)',
  )
  const last = db.prepare('SELECT body FROM last_reading WHERE account = ?')
  const keepLast = db.prepare('INSERT OR REPLACE INTO last_reading (account, body) VALUES (?, ?)')
  return {
    notice,
    open(account) {
      let trouble: Message | null = null
      const attempt = (work: () => void): void => {
        try {
          work()
          trouble = null
        } catch (cause) {
          trouble = message('storage.events.notKept', { cause: wordsOf(cause) })
        }
      }
      let events: readonly AccountEvent[] = []
      attempt(() => {
        events = newest.all(account, MOST_EVENTS).flatMap((row) => eventOf(row as unknown as Row) ?? [])
      })
      return {
        list: () => events,
        add(event) {
          events = bounded([event, ...events])
          const { id, seenAt } = event
          attempt(() => {
            insert.run(account, id, Math.trunc(event.at), seenAt, bodyOf(event))
            prune.run(account, MOST_KEPT)
          })
        },
        markSeen(ids, at) {
          const wanted = new Set(ids)
          events = events.map((event) =>
            wanted.has(event.id) && event.seenAt === null ? { ...event, seenAt: at } : event,
          )
          attempt(() => {
            for (const id of wanted) seen.run(Math.trunc(at), account, id)
          })
        },
        markTold(ids, told) {
          const wanted = new Set(ids)
          events = events.map((event) => (wanted.has(event.id) ? { ...event, told } : event))
          attempt(() => {
            for (const event of events.filter(({ id }) => wanted.has(id))) rewrite.run(bodyOf(event), account, event.id)
          })
        },
        kept() {
          const found: { body?: string } = {}
          attempt(() => Object.assign(found, last.get(account)))
          return found.body === undefined ? null : keptOf(found.body)
        },
        keep: (kept) => attempt(() => keepLast.run(account, JSON.stringify(encode(kept)))),
        notice: () => trouble,
      }
    },
    forget(account) {
      db.prepare('DELETE FROM event WHERE account = ?').run(account)
      db.prepare('DELETE FROM last_reading WHERE account = ?').run(account)
    },
    copyTo: (path) => copyOpen(db, path),
    close: () => db.isOpen && db.close(),
  }
}

/** What a person has to see stays, whatever comes after it. */
function bounded(events: readonly AccountEvent[]): readonly AccountEvent[] {
  if (events.length <= MOST_EVENTS) return events
  const isDue = ({ facts, seenAt }: AccountEvent): boolean => seenAt === null && gravityOf(facts) === 'act'
  const [surplus] = [...events.keys()].toReversed().filter((index) => !isDue(events[index] as AccountEvent))
  return events.toSpliced(surplus ?? events.length - 1, 1)
}

interface Row {
  readonly id: string
  readonly seenAt: number | null
  readonly body: string
}

/** What is not in columns of its own. */
function bodyOf(event: AccountEvent): string {
  return JSON.stringify({ ...encode(event), id: undefined, seenAt: undefined })
}

const eventSchema = z.looseObject({
  facts: z.looseObject({ code: z.string() }),
  since: z.number(),
  at: z.number(),
  evidence: z.array(z.string()),
  whileClosed: z.boolean(),
})
const keptSchema = z.looseObject({
  wall: z.number(),
  positions: z.array(z.looseObject({ key: z.string() })).nullable(),
  orders: z.array(z.looseObject({ order: z.looseObject({ orderId: z.string() }) })),
  scopes: z.array(z.string()),
  balances: z.array(z.looseObject({ asset: z.string() })),
  tradable: z.record(z.string(), z.boolean()),
})

/** null for a row that is none of ours: of a newer version, or damaged. */
function eventOf({ id, seenAt, body }: Row): AccountEvent | null {
  const parsed = parse(body, eventSchema)
  if (parsed === null || !isEventCode(parsed.facts.code)) return null
  return { ...(parsed as unknown as Omit<AccountEvent, 'id' | 'seenAt'>), id, seenAt }
}

function keptOf(body: string): Kept | null {
  return parse(body, keptSchema) as Kept | null
}

function parse<T>(body: string, schema: z.ZodType<T>): T | null {
  try {
    const found = schema.safeParse(JSON.parse(body, reviveAmount))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** Members that hold amounts; they were written as decimal text. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['volume', 'before', 'after', 'price', 'quantity', 'averagePrice', 'amount', 'executed', 'told', 'leverage'],
  ...['markPrice', 'venueLiquidationPrice'],
])

function reviveAmount(key: string, value: unknown): unknown {
  return AMOUNTS.has(key) && typeof value === 'string' && /^-?\d{1,40}(\.\d{1,40})?$/.test(value)
    ? decimal(value)
    : value
}
