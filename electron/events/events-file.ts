/** The events of each account, in one bounded SQLite file. Without the file they are kept in memory. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { gravityOf, isEventCode, MOST_EVENTS, type AccountEvent, type Delivery } from '#shared/events/event.ts'
import type { StoredReading } from '#shared/events/watch.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { openInMemory, openOrReplace, type Opened } from '../sqlite/open-file.ts'
import { copyOpen, inTransaction, wordsOf } from '../sqlite/database.ts'

export type EventsFile = ReturnType<typeof eventsOver>

/** Each step migrates a file of the version before it. */
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

/** Older ones are deleted. */
const MOST_KEPT = 2_000

/**
 * Opens the events at `path`, creating the file if missing. A damaged one is kept beside it under another name, and a
 * new one is started.
 */
export function openEvents(path: string, clock: Pick<Clock, 'wall'>): EventsFile {
  return eventsOver(openOrReplace('events', path, MIGRATIONS, clock))
}

/** Events that last only until Plimsoll ends. */
export function eventsInMemory(): EventsFile {
  return eventsOver({ db: openInMemory(MIGRATIONS), notice: null })
}

function eventsOver({ db, notice }: Opened) {
  return {
    /** What was wrong with the file, for the user; null: nothing. */
    notice,
    open: (account: string): AccountEvents => new AccountEvents(db, account),
    /** Fails with kind `storage` when they cannot be deleted; then all of them are still there. */
    forget(account: string): Result<null, Failure> {
      try {
        inTransaction(db, () => {
          for (const table of ['event', 'last_reading'])
            db.prepare(`DELETE FROM ${table} WHERE account = ?`).run(account)
        })
        return ok(null)
      } catch (cause) {
        const why = message('storage.events.notForgotten', { cause: wordsOf(cause) })
        return err(localFailure('storage', 'events.forget', why))
      }
    },
    copyTo: (path: string): Promise<void> => copyOpen(db, path),
    close: (): void => void (db.isOpen && db.close()),
  }
}

const NEWEST = 'SELECT id, seen_at AS seenAt, body FROM event WHERE account = ? ORDER BY at DESC, rowid DESC LIMIT ?'
const PRUNE =
  'DELETE FROM event WHERE account = ?1 AND id NOT IN (SELECT id FROM event WHERE account = ?1 ORDER BY at DESC, rowid DESC LIMIT ?2)'

/**
 * The stored events of one account. Nothing here fails: what cannot be stored stays in memory, and `notice` says so.
 */
export class AccountEvents {
  readonly #account: string
  readonly #statements
  #events: readonly AccountEvent[] = []
  #trouble: Message | null = null

  constructor(db: DatabaseSync, account: string) {
    this.#account = account
    this.#statements = {
      insert: db.prepare('INSERT OR REPLACE INTO event (account, id, at, seen_at, body) VALUES (?, ?, ?, ?, ?)'),
      seen: db.prepare('UPDATE event SET seen_at = ? WHERE account = ? AND id = ? AND seen_at IS NULL'),
      rewrite: db.prepare('UPDATE event SET body = ? WHERE account = ? AND id = ?'),
      prune: db.prepare(PRUNE),
      last: db.prepare('SELECT body FROM last_reading WHERE account = ?'),
      keepLast: db.prepare('INSERT OR REPLACE INTO last_reading (account, body) VALUES (?, ?)'),
    }
    this.#attempt(() => {
      const rows = db.prepare(NEWEST).all(account, MOST_EVENTS)
      this.#events = rows.flatMap((row) => eventOf(row as unknown as Row) ?? [])
    })
  }

  /** The newest events, newest first. */
  list(): readonly AccountEvent[] {
    return this.#events
  }

  add(event: AccountEvent): void {
    const { id, seenAt } = event
    this.#events = bounded([event, ...this.#events])
    this.#attempt(() => {
      this.#statements.insert.run(this.#account, id, Math.trunc(event.at), seenAt, bodyOf(event))
      this.#statements.prune.run(this.#account, MOST_KEPT)
    })
  }

  markSeen(ids: readonly string[], at: number): void {
    const wanted = new Set(ids)
    this.#events = this.#events.map((event) =>
      wanted.has(event.id) && event.seenAt === null ? { ...event, seenAt: at } : event,
    )
    this.#attempt(() => {
      for (const id of wanted) this.#statements.seen.run(Math.trunc(at), this.#account, id)
    })
  }

  /** Records the delivery of their notification. */
  recordDelivery(ids: readonly string[], delivery: Delivery): void {
    const wanted = new Set(ids)
    this.#events = this.#events.map((event) => (wanted.has(event.id) ? { ...event, delivery } : event))
    this.#attempt(() => {
      for (const event of this.#events) {
        if (wanted.has(event.id)) this.#statements.rewrite.run(bodyOf(event), this.#account, event.id)
      }
    })
  }

  /** The newest reading stored by the last run of this account; null: none, or it cannot be read. */
  storedReading(): StoredReading | null {
    const found: { body?: string } = {}
    this.#attempt(() => Object.assign(found, this.#statements.last.get(this.#account)))
    return found.body === undefined ? null : (parse(found.body, readingSchema) as StoredReading | null)
  }

  storeReading(reading: StoredReading): void {
    this.#attempt(() => this.#statements.keepLast.run(this.#account, JSON.stringify(encode(reading))))
  }

  /** Why events are not stored; null: they are. */
  notice(): Message | null {
    return this.#trouble
  }

  #attempt(work: () => void): void {
    try {
      work()
      this.#trouble = null
    } catch (cause) {
      this.#trouble = message('storage.events.notKept', { cause: wordsOf(cause) })
    }
  }
}

/** Drops surplus events, but none that a person still has to see. */
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

/** The fields without a column of their own. The delivery is stored as `told`. */
function bodyOf(event: AccountEvent): string {
  const { delivery: told } = event
  return JSON.stringify({ ...encode(event), id: undefined, seenAt: undefined, delivery: undefined, told })
}

const eventSchema = z.looseObject({
  facts: z.looseObject({ code: z.string() }),
  since: z.number(),
  at: z.number(),
  evidence: z.array(z.string()),
  whileClosed: z.boolean(),
})
const readingSchema = z.looseObject({
  wall: z.number(),
  positions: z.array(z.looseObject({ key: z.string() })).nullable(),
  orders: z.array(z.looseObject({ order: z.looseObject({ orderId: z.string() }) })),
  scopes: z.array(z.string()),
  balances: z.array(z.looseObject({ asset: z.string() })),
  tradable: z.record(z.string(), z.boolean()),
})

/** null: a row of a newer version, or a damaged one. */
function eventOf({ id, seenAt, body }: Row): AccountEvent | null {
  const parsed = parse(body, eventSchema)
  if (parsed === null || !isEventCode(parsed.facts.code)) return null
  const { told: delivery, ...event } = parsed as unknown as Omit<AccountEvent, 'id' | 'seenAt' | 'delivery'> & {
    readonly told?: Delivery
  }
  return { ...event, ...(delivery && { delivery }), id, seenAt }
}

function parse<T>(body: string, schema: z.ZodType<T>): T | null {
  try {
    const found = schema.safeParse(JSON.parse(body, reviveAmount))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** Fields with amounts, stored as decimal text. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['volume', 'before', 'after', 'price', 'quantity', 'averagePrice', 'amount', 'executed', 'told', 'leverage'],
  ...['markPrice', 'venueLiquidationPrice'],
])

function reviveAmount(key: string, value: unknown): unknown {
  return AMOUNTS.has(key) && typeof value === 'string' && /^-?\d{1,40}(\.\d{1,40})?$/.test(value)
    ? decimal(value)
    : value
}
