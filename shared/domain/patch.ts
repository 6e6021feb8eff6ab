/**
 * What changed in plain data since it was last sent. Only that is sent to the window, and from the risk worker. Pure.
 */
import { sameMembers } from './same-members.ts'

/**
 * How to turn one value into another. `all`: replace it. `put`: members replaced whole; `into`: members changed inside.
 * `from`: the earlier index of each row of a list, −1 for a new row; absent: the order is the same.
 */
export type Patch =
  | { readonly all: unknown }
  | {
      readonly from?: readonly number[]
      readonly put?: Members
      readonly into?: Readonly<Record<string, Patch>>
    }

type Members = Readonly<Record<string, unknown>>

/** The field that identifies a row: the first of these that it has; without one, its index. */
const KEYS = ['key', 'orderId', 'id', 'asset', 'instrument', 'name'] as const

/** null: nothing changed. The same object in both counts as unchanged and is not compared. */
export function patchOf(before: unknown, after: unknown): Patch | null {
  if (Object.is(before, after)) return null
  if (Array.isArray(before) && Array.isArray(after)) return listPatch(before, after)
  if (!isRecord(before) || !isRecord(after)) return { all: after }
  const names = namesOf(after)
  // Members rarely come or go, so a patch never removes one.
  if (!sameMembers(namesOf(before), names)) return { all: after }
  return within(names, (name) => [before[name], after[name]])
}

function listPatch(before: readonly unknown[], after: readonly unknown[]): Patch | null {
  if (!after.some(isObject)) return sameMembers(before, after) ? null : { all: after }
  const from = places(before, after)
  const inner = within([...after.keys()], (place) => [before[from?.[place] ?? place], after[place]])
  return from === null ? inner : { ...inner, from }
}

/** The earlier index of each row; null if the order is the same. */
function places(before: readonly unknown[], after: readonly unknown[]): readonly number[] | null {
  const keys = after.map(keyOf)
  if (before.length === after.length && before.every((row, place) => keyOf(row) === keys[place])) return null
  const known = new Map(before.map((row, place) => [keyOf(row) ?? place, place]))
  return keys.map((key, place) => known.get(key ?? place) ?? -1)
}

function keyOf(row: unknown): unknown {
  // The time or price at their start identifies points and levels.
  if (Array.isArray(row)) return row[0]
  return isRecord(row) ? row[KEYS.find((name) => typeof row[name] === 'string') ?? ''] : undefined
}

/** `membersOf`: the earlier and the new value of a member. */
function within<Name extends string | number>(
  names: readonly Name[],
  membersOf: (name: Name) => readonly [unknown, unknown],
): Patch | null {
  const put: [Name, unknown][] = []
  const into: [Name, Patch][] = []
  for (const name of names) {
    const patch = patchOf(...membersOf(name))
    if (patch === null) continue
    if ('all' in patch) put.push([name, patch.all])
    else into.push([name, patch])
  }
  if (put.length === 0 && into.length === 0) return null
  return {
    ...(put.length > 0 && { put: Object.fromEntries(put) }),
    ...(into.length > 0 && { into: Object.fromEntries(into) }),
  }
}

/** `before` with the changes; unchanged parts stay the same objects. */
export function patched(before: unknown, patch: Patch | null): unknown {
  if (patch === null) return before
  if ('all' in patch) return patch.all
  const { from, put, into = {} } = patch
  const rows = Array.isArray(before) ? (before as readonly unknown[]) : null
  const held = rows ? (from?.map((place) => rows[place]) ?? [...rows]) : { ...(before as Members) }
  // Every name is a member already, so that none (`__proto__`) calls a setter.
  const now = Object.assign(held, put) as Record<string, unknown>
  for (const name of Object.keys(into)) now[name] = patched(now[name], into[name] ?? null)
  return now
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Members {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype
}

/** The names of the members, except undefined ones: these are not sent. */
function namesOf(value: Members): readonly string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined)
}
