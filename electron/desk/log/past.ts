/**
 * What a run needs of the rows of earlier runs. A file grows with every change of every leg, but of an intent that came
 * to its end long ago only the ids of its orders are still asked for: its rows need not be decoded to know that, which
 * is what takes long.
 */
import { isInProgress } from '#shared/desk/plan.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { MOST_REFUSED, UNTOLD } from '../state/refused.ts'
import { decodeEntry } from './entries.ts'
import type { Entry, Row } from './entries.ts'

/** How many intents are reported, the newest ones, besides those that are still going on. */
export const REPORTED = 50

export interface JournalRow {
  readonly intentId: string
  /** Wall clock ms. */
  readonly at: number
  readonly entry: Entry
}

/** What is needed of one account. */
export interface AccountPast {
  /**
   * The rows of every intent that may not have come to its end, that placed something that is still remembered, or is
   * one of the newest; oldest first. Of a leg the newest row only, and of intents that were refused the newest.
   */
  readonly rows: readonly JournalRow[]
  /** The orders of the legs of all other intents. */
  readonly orderIds: readonly string[]
}

export interface Past {
  /** Takes in the next row, oldest first. */
  take(row: Row): void
  /**
   * Lets go of what is not needed. Call while nothing goes on: an intent between two rounds looks like one at its end.
   * Returns the number of the first row that is needed and can not be read; null when there is none.
   */
  settle(): number | null
  of(accountId: string): AccountPast
}

/** One intent, as far as its rows were taken in. */
interface Track {
  /** What is about the intent as a whole: its plan, what was added to it, what was noted of it. */
  readonly own: Row[]
  /** The newest row of each leg. */
  readonly legs: Map<number, Row>
}

interface Account {
  /** By intent, in the order they were accepted. */
  readonly tracks: Map<string, Track>
  /** Those of intents that were let go. */
  readonly orderIds: string[]
  /** What was refused and is told, oldest first. */
  refused: readonly Row[]
}

export function createPast(): Past {
  const accounts = new Map<string, Account>()
  const decoded = new WeakMap<Row, Entry>()

  function accountOf(id: string): Account {
    const account = accounts.get(id) ?? { tracks: new Map(), orderIds: [], refused: [] }
    accounts.set(id, account)
    return account
  }

  /** Each row is decoded once, however often the account is opened. */
  function read(row: Row): Entry | null {
    const entry = decoded.get(row) ?? decodeEntry(row.body)
    if (entry !== null) decoded.set(row, entry)
    return entry
  }

  return {
    take(row) {
      const account = accountOf(row.account)
      const { tracks } = account
      if (row.kind === 'denied' && !isUntold(row)) account.refused = [...account.refused, row].slice(-REFUSED_KEPT)
      if (row.leg === null && row.kind === 'accepted') tracks.set(row.intent, { own: [], legs: new Map() })
      const track = tracks.get(row.intent)
      if (row.leg === null) track?.own.push(row)
      else track?.legs.set(row.leg, row)
    },

    settle() {
      for (const { tracks, orderIds } of accounts.values()) {
        for (const [id, track] of [...tracks].slice(0, -REPORTED)) {
          const left = orderIdsLeft(track)
          if (left === null) continue
          tracks.delete(id)
          orderIds.push(...left)
        }
      }
      const rows = [...accounts.values()].flatMap(neededOf)
      return rows.find((row) => read(row) === null)?.seq ?? null
    },

    of(accountId) {
      const account = accountOf(accountId)
      const rows = neededOf(account).toSorted((one, other) => one.seq - other.seq)
      const { orderIds } = account
      return { rows: rows.map((row) => ({ intentId: row.intent, at: row.at, entry: readable(read(row)) })), orderIds }
    },
  }
}

function readable(entry: Entry | null): Entry {
  if (entry === null) throw new Error('expected a row that was readable when the journal was opened')
  return entry
}

function neededOf({ tracks, refused }: Account): readonly Row[] {
  return [...[...tracks.values()].flatMap(rowsOf), ...refused]
}

/** The same refused again and again is one that is told. */
const REFUSED_KEPT = 5 * MOST_REFUSED

function isUntold(row: Row): boolean {
  return [...UNTOLD].some((code) => says([row], `"code":"${code}"`))
}

function rowsOf({ own, legs }: Track): readonly Row[] {
  return [...own, ...legs.values()]
}

/** Of an intent that came to its end and is not remembered, the orders of its legs; null for any other. */
function orderIdsLeft(track: Track): readonly string[] | null {
  try {
    if (!hasEnded(track) || isRemembered(track)) return null
    return [...track.legs.values()].flatMap(({ body }) => (parsed(body) as LegBody).record.orderId ?? [])
  } catch {
    // Kept, so that reading it whole tells what is wrong.
    return null
  }
}

function hasEnded({ own, legs }: Track): boolean {
  const count = own.reduce((sum, row) => sum + legCount(row), 0)
  for (let leg = 0; leg < count; leg += 1) {
    const state = legs.get(leg)?.kind as LegState | undefined
    if (state === undefined || isInProgress(state)) return false
  }
  return true
}

/** Protective and restored orders are asked for ever after, and so is the order of a chase that was not seen to end. */
function isRemembered({ own, legs }: Track): boolean {
  if (says(own, '"kind":"protect"') || says(own, '"kind":"place"')) return true
  const isWaiting = says(own, '"kind":"chase"') && [...legs.values()].some(({ kind }) => kind === 'working')
  return isWaiting && !own.some((row) => row.kind === 'extended' && legCount(row) === 0)
}

/** Quotes inside a text of an entry are escaped: none can be taken for one of these words. */
function says(rows: readonly Row[], word: string): boolean {
  return rows.some(({ body }) => body.includes(word))
}

/** How many legs a row adds. */
function legCount({ kind, body }: Row): number {
  if (kind === 'accepted') return (parsed(body) as AcceptedBody).plan.legs.length
  return kind === 'extended' ? (parsed(body) as ExtendedBody).legs.length : 0
}

interface AcceptedBody {
  readonly plan: ExtendedBody
}
interface ExtendedBody {
  readonly legs: readonly unknown[]
}
interface LegBody {
  readonly record: { readonly orderId: string | null }
}

/** Without the checks of the schema, which take longer; throws where it is not even JSON. */
function parsed(body: string): unknown {
  return JSON.parse(body)
}
