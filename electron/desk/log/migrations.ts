/**
 * Versions of the journal file. Rows are never rewritten. They are read as their version meant them, or the whole file
 * is archived and a new one begins with the state they led to.
 */
import type { DatabaseSync } from 'node:sqlite'
import { isInProgress, type LegState } from '#shared/desk/plan.ts'
import { REPORTED } from '../state/reduce.ts'
import type { Entry } from './entry.ts'
import { storedRows, type Row } from './replay.ts'

/**
 * What `user_version` says about the tables and the contents of rows. Since 3, a row says how the last look of an
 * intent ended, and the first row may carry over the state of an archive. Since 4, messages are codes with facts;
 * earlier rows hold English sentences, which are shown as they are. A Plimsoll older than 4 does not open a file of 4.
 */
export const VERSION = 4

/** Older versions cannot be read: their words had other meanings. */
export const OLDEST_VERSION = 2

/** Whether rows of `version` are complete. */
export function areRowsComplete(version: number): boolean {
  return version >= 3
}

/**
 * The entries that rows of `version` lack. Version 2 did not write how a look ended: for old intents whose legs have
 * all ended, the look has ended too. The next start decides the others.
 */
export function missingFrom(db: DatabaseSync, version: number): ReadonlyMap<number, Entry> {
  if (areRowsComplete(version)) return new Map()
  const intents = new Map<string, OldIntent>()
  for (const { row } of storedRows(db)) takeIn(intents, row)
  const accounts = Map.groupBy(intents.values(), ({ account }) => account)
  const ended = [...accounts.values()].flatMap((all) => all.slice(0, -REPORTED).filter(hasEnded))
  return new Map(ended.map(({ last }) => [last, ENDED]))
}

const ENDED: Entry = { kind: 'looked', look: 'none', note: null }

/** What rows of version 2 say about an intent. */
interface OldIntent {
  readonly account: string
  readonly isChase: boolean
  /** How many legs it has, and the newest state of each. */
  legs: number
  readonly states: Map<number, LegState>
  /** Its newest row. */
  last: number
}

function takeIn(intents: Map<string, OldIntent>, { seq, account, intent, leg, kind, body }: Row): void {
  const key = JSON.stringify([account, intent])
  if (leg === null && kind === 'accepted') {
    intents.set(key, { account, isChase: body.includes('"kind":"chase"'), legs: 0, states: new Map(), last: seq })
  }
  const known = intents.get(key)
  if (known === undefined) return
  known.last = seq
  if (leg !== null) known.states.set(leg, kind as LegState)
  else if (kind === 'accepted' || kind === 'extended') known.legs += legsIn(body)
}

function legsIn(body: string): number {
  const { plan, legs } = JSON.parse(body) as { plan?: { legs: unknown[] }; legs?: unknown[] }
  return (plan?.legs ?? legs ?? []).length
}

/** A chase with a waiting order has not ended. */
function hasEnded({ isChase, legs, states }: OldIntent): boolean {
  return (
    states.size === legs &&
    [...states.values()].every((state) => !isInProgress(state) && !(isChase && state === 'working'))
  )
}
