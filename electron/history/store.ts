/**
 * Past prices, in one SQLite file for all venues. A venue returns only the last 300 candles, so older ones cannot be
 * read again. Without the file they are kept in memory.
 */
import type { DatabaseSync } from 'node:sqlite'
import { BAR_INTERVALS, type Bar, type BarInterval } from '#shared/domain/bar.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { InstrumentRef } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { copyOpen, inTransaction, wordsOf } from '../sqlite/database.ts'
import { openInMemory, openOrReplace, type Opened } from '../sqlite/open-file.ts'

/** Each step migrates a file of the version before it; the first creates the tables. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    area TEXT NOT NULL,
    instrument TEXT NOT NULL,
    interval TEXT NOT NULL,
    UNIQUE (venue, area, instrument, interval)
  ) STRICT;
  CREATE TABLE candle (
    series INTEGER NOT NULL REFERENCES series,
    open_time INTEGER NOT NULL,
    open REAL NOT NULL,
    high REAL NOT NULL,
    low REAL NOT NULL,
    close REAL NOT NULL,
    volume REAL NOT NULL,
    PRIMARY KEY (series, open_time)
  ) STRICT, WITHOUT ROWID;`,
]

/** The candles of one instrument at one interval. */
export interface Series extends InstrumentRef {
  readonly interval: BarInterval
}

export type VenueHistory = ReturnType<typeof venueHistory>
export type History = ReturnType<typeof historyOver>

const DAY_MS = 86_400_000
/** How long candles of each interval are kept, ms. */
export const KEPT_MS: Readonly<Record<BarInterval, number>> = {
  '1day': Infinity,
  '60min': 60 * DAY_MS,
  '1min': 2 * DAY_MS,
}

/**
 * Opens the history at `path`, creating it if missing. A damaged file is kept beside it under another name and a new
 * one is started; if that fails, the history is in memory.
 */
export function openHistory(path: string, clock: Pick<Clock, 'wall'>): History {
  return historyOver(openOrReplace('history', path, MIGRATIONS, clock))
}

/** A history that lasts only until Plimsoll ends. */
export function historyInMemory(): History {
  return historyOver({ db: openInMemory(MIGRATIONS), notice: null })
}

function historyOver({ db, notice }: Opened) {
  return {
    /** What was wrong with the file, for the user; null: nothing. */
    notice,
    /** `venue`: any constant name for it. */
    at: (venue: string) => venueHistory(db, venue),
    copyTo: (path: string): Promise<void> => copyOpen(db, path),
    close: (): void => void (db.isOpen && db.close()),
  }
}

/** The candles of one venue. */
function venueHistory(db: DatabaseSync, venue: string) {
  const ids = new Map<string, number>()
  const find = db.prepare('SELECT id FROM series WHERE venue = ? AND area = ? AND instrument = ? AND interval = ?')
  const found = db.prepare('INSERT INTO series (venue, area, instrument, interval) VALUES (?, ?, ?, ?) RETURNING id')
  const read = db.prepare(
    'SELECT open_time AS openTime, open, high, low, close, volume FROM candle WHERE series = ? ORDER BY open_time DESC LIMIT ?',
  )
  const write = db.prepare('INSERT OR REPLACE INTO candle VALUES (?, ?, ?, ?, ?, ?, ?)')
  const forget = db.prepare(
    'DELETE FROM candle WHERE series IN (SELECT id FROM series WHERE venue = ? AND interval = ?) AND open_time < ?',
  )

  function idOf({ area, instrument, interval }: Series, make: boolean): number | null {
    const key = `${area}:${instrument}:${interval}`
    const known = ids.get(key)
    if (known !== undefined) return known
    const names = [venue, area, instrument, interval] as const
    // A STRICT table holds the declared types.
    const row = (find.get(...names) ?? (make ? found.get(...names) : undefined)) as { id: number } | undefined
    if (row !== undefined) ids.set(key, row.id)
    return row?.id ?? null
  }

  return {
    /** The newest `most` candles, oldest first. */
    bars: (series: Series, most: number): Result<readonly Bar[], Message> =>
      attempt('unread', () => {
        const id = idOf(series, false)
        const rows = id === null ? [] : read.all(id, most).reverse()
        return rows.map((row) => ({ ...(row as unknown as Bar) }))
      }),

    /** Adds closed candles. One replaces a stored candle with the same opening time. */
    keep: (series: Series, bars: readonly Bar[]): Result<null, Message> =>
      attempt('unwritten', () => {
        const id = idOf(series, true)
        inTransaction(db, () => {
          for (const { openTime, open, high, low, close, volume } of bars) {
            write.run(id, openTime, open, high, low, close, volume)
          }
        })
        return null
      }),

    /** Deletes candles older than `KEPT_MS` at `now`, ms of the venue's clock. */
    prune: (now: number): Result<null, Message> =>
      attempt('unpruned', () => {
        for (const interval of BAR_INTERVALS) {
          if (KEPT_MS[interval] !== Infinity) forget.run(venue, interval, now - KEPT_MS[interval])
        }
        return null
      }),
  }
}

function attempt<T>(what: 'unread' | 'unwritten' | 'unpruned', work: () => T): Result<T, Message> {
  try {
    return ok(work())
  } catch (cause) {
    return err(message(`storage.history.${what}`, { cause: wordsOf(cause) }))
  }
}
