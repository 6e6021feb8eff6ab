/**
 * Versions of the journal file. Rows are never rewritten: they are read as the version that wrote them meant them, or the
 * file goes whole into the archive, and the new one begins with what its rows came to.
 */
import type { DatabaseSync } from 'node:sqlite'
import { isInProgress, type LegState } from '#shared/desk/plan.ts'
import { REPORTED } from '../state/reduce.ts'
import type { Entry } from './entry.ts'
import { storedRows, type Row, type Supplement } from './replay.ts'

/**
 * What `user_version` says of the tables and of what their rows hold. Since 3 a row says how the last look of an intent
 * ended, and the first row may carry over what the archive came to. Since 4 what is said is codes and facts; rows of
 * before hold English sentences, which are shown as they are. A Plimsoll that knows only those opens no file of 4.
 */
export const VERSION = 4

/** There is no way from a version before this one: its words meant something else. */
export const OLDEST_VERSION = 2

/** Whether rows of `version` leave nothing open. */
export function isToldWhole(version: number): boolean {
  return version >= 3
}

/**
 * What rows of `version` leave open. Version 2 did not write down how a look ended: of an intent that is no longer told,
 * and whose legs have all ended, it had. Of the others the next start says how.
 */
export function missingFrom(db: DatabaseSync, version: number): Supplement {
  if (isToldWhole(version)) return new Map()
  const intents = new Map<string, Told>()
  for (const { row } of storedRows(db)) takeIn(intents, row)
  const accounts = Map.groupBy(intents.values(), ({ account }) => account)
  const ended = [...accounts.values()].flatMap((all) => all.slice(0, -REPORTED).filter(hasEnded))
  return new Map(ended.map(({ last }) => [last, ENDED]))
}

const ENDED: Entry = { kind: 'looked', look: 'none', note: null }

/** What rows of version 2 say of an intent. */
interface Told {
  readonly account: string
  readonly isChase: boolean
  /** How many legs it has, and the newest state of each. */
  legs: number
  readonly states: Map<number, LegState>
  /** Its newest row. */
  last: number
}

function takeIn(intents: Map<string, Told>, { seq, account, intent, leg, kind, body }: Row): void {
  const key = JSON.stringify([account, intent])
  if (leg === null && kind === 'accepted') {
    intents.set(key, { account, isChase: body.includes('"kind":"chase"'), legs: 0, states: new Map(), last: seq })
  }
  const told = intents.get(key)
  if (told === undefined) return
  told.last = seq
  if (leg !== null) told.states.set(leg, kind as LegState)
  else if (kind === 'accepted' || kind === 'extended') told.legs += legsIn(body)
}

function legsIn(body: string): number {
  const { plan, legs } = JSON.parse(body) as { plan?: { legs: unknown[] }; legs?: unknown[] }
  return (plan?.legs ?? legs ?? []).length
}

/** A chase whose order waits was not seen to end. */
function hasEnded({ isChase, legs, states }: Told): boolean {
  return (
    states.size === legs &&
    [...states.values()].every((state) => !isInProgress(state) && !(isChase && state === 'working'))
  )
}
