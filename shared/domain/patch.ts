/** What became of plain data since it was last sent: only that crosses to the worker's reader and to the window. Pure. */

/**
 * How one value became another. `all`: it is another one. `put`: members that are others, whole; `into`: members that
 * changed inside. `from`: where each row of a list stood before, −1 for a new one; without it they stand as they stood.
 */
export type Patch =
  | { readonly all: unknown }
  | {
      readonly from?: readonly number[]
      readonly put?: Members
      readonly into?: Readonly<Record<string, Patch>>
    }

type Members = Readonly<Record<string, unknown>>

/** What rows are told apart by, the first of these that they have; without one, by their place. */
const KEYS = ['key', 'orderId', 'id', 'asset', 'instrument', 'name'] as const

/** Null: nothing changed. What is the same object in both was not changed, and is not looked into. */
export function patchOf(before: unknown, after: unknown): Patch | null {
  if (Object.is(before, after)) return null
  if (Array.isArray(before) && Array.isArray(after)) return listPatch(before, after)
  if (!isRecord(before) || !isRecord(after)) return { all: after }
  const names = namesOf(after)
  // Members that come or go are rare; so a patch never takes one away.
  if (!isSame(namesOf(before), names)) return { all: after }
  return within(names, (name) => [before[name], after[name]])
}

function listPatch(before: readonly unknown[], after: readonly unknown[]): Patch | null {
  if (!after.some(isObject)) return isSame(before, after) ? null : { all: after }
  const from = places(before, after)
  const inner = within([...after.keys()], (place) => [before[from?.[place] ?? place], after[place]])
  return from === null ? inner : { ...inner, from }
}

/** Where each row stood before; null where all stand as they stood. */
function places(before: readonly unknown[], after: readonly unknown[]): readonly number[] | null {
  const keys = after.map(keyOf)
  if (before.length === after.length && before.every((row, place) => keyOf(row) === keys[place])) return null
  const known = new Map(before.map((row, place) => [keyOf(row) ?? place, place]))
  return keys.map((key, place) => known.get(key ?? place) ?? -1)
}

function keyOf(row: unknown): unknown {
  // Points and levels begin with their time or price.
  if (Array.isArray(row)) return row[0]
  return isRecord(row) ? row[KEYS.find((name) => typeof row[name] === 'string') ?? ''] : undefined
}

/** `membersOf`: what a member was, and is. */
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

/** `before` with the changes; what did not change is the same object. */
export function patched(before: unknown, patch: Patch | null): unknown {
  if (patch === null) return before
  if ('all' in patch) return patch.all
  const { from, put, into } = patch
  const rows = Array.isArray(before) ? (before as readonly unknown[]) : null
  const held = rows && from ? from.map((place) => rows[place]) : (before as Members)
  const changed = Object.entries(into ?? {}).map(([name, inner]) => [name, patched((held as Members)[name], inner)])
  const fresh: Members = { ...put, ...(Object.fromEntries(changed) as Members) }
  return Array.isArray(held) ? Object.assign([...(held as readonly unknown[])], fresh) : { ...held, ...fresh }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Members {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype
}

/** Of the members that there are: one that is undefined does not cross. */
function namesOf(value: Members): readonly string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined)
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, place) => Object.is(value, other[place]))
}
