/** The order of rows: groups, open rows, and an order that holds still while the trader aims at a row. */

/** The column that rows are sorted by. */
export interface Sort {
  readonly id: string
  readonly desc: boolean
}

/** A place in the table. `row` is null once its row is gone: the place stays, so that nothing slides up. */
export interface Place<Row> {
  readonly key: string
  readonly group: string
  readonly row: Row | null
}

/** The rows sorted by a value computed once for each; rows without one come last. */
export function inOrder<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number | null,
  isDescending: boolean,
): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: by(row) }))
  const way = isDescending ? -1 : 1
  const order = (a: string | number | null, b: string | number | null): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return a === b ? 0 : a > b ? way : -way
  }
  return keyed.sort((a, b) => order(a.key, b.key)).map(({ row }) => row)
}

/** The rows in an order of their keys; null: one of them is not in it, or none is there for one of its keys. */
export function inOrderOf<Row>(
  rows: readonly Row[],
  keys: readonly string[],
  keyOf: (row: Row) => string,
): readonly Row[] | null {
  if (rows.length !== keys.length) return null
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const found = keys.map((key) => byKey.get(key)).filter((row) => row !== undefined)
  return found.length === rows.length ? found : null
}

/**
 * The `live` places in the order of `held`: a row that is gone keeps its place, a new one comes last. Without `held`,
 * the live order.
 */
export function holdOrder<Row>(live: readonly Place<Row>[], held: readonly Place<Row>[] | null): readonly Place<Row>[] {
  if (held === null) return live
  const byKey = new Map(live.map((place) => [place.key, place]))
  const known = new Set(held.map(({ key }) => key))
  const kept = held.map((place) => byKey.get(place.key) ?? { ...place, row: null })
  return [...kept, ...live.filter(({ key }) => !known.has(key))]
}

/** Whether the two stand in the same order. */
export function sameOrder(a: readonly { readonly key: string }[], b: readonly { readonly key: string }[]): boolean {
  return a === b || (a.length === b.length && a.every(({ key }, index) => key === b[index]?.key))
}

export interface Group {
  readonly id: string
  readonly title: string
  readonly note?: string
}

/** One drawn line of the table, with its key for Vue and the virtual list. */
type Line<Row> =
  | { readonly kind: 'group'; readonly key: string; readonly group: Group; readonly count: number }
  | { readonly kind: 'row'; readonly key: string; readonly row: Row }
  | { readonly kind: 'gone'; readonly key: string }
  | { readonly kind: 'detail'; readonly key: string; readonly row: Row }

/**
 * Places as lines: group by group, empty groups left out, each open row followed by its detail. Without groups and
 * details one line a place, made as fast as can be: a large account has a thousand, four times a second.
 */
export function toLines<Row>(
  places: readonly Place<Row>[],
  groups: readonly Group[],
  opened: ReadonlySet<string>,
): Line<Row>[] {
  if (groups.length === 0 && opened.size === 0) return places.map(lineOf)
  if (groups.length === 0) return places.flatMap((place) => linesOf(place, opened))
  return groups.flatMap((group) => {
    const members = places.filter((place) => place.group === group.id)
    if (members.length === 0) return []
    const head: Line<Row> = { kind: 'group', key: `group ${group.id}`, group, count: members.length }
    return [head, ...members.flatMap((place) => linesOf(place, opened))]
  })
}

function linesOf<Row>(place: Place<Row>, opened: ReadonlySet<string>): Line<Row>[] {
  const { key, row } = place
  return row !== null && opened.has(key)
    ? [lineOf(place), { kind: 'detail', key: `detail ${key}`, row }]
    : [lineOf(place)]
}

function lineOf<Row>({ key, row }: Place<Row>): Line<Row> {
  return row === null ? { kind: 'gone', key } : { kind: 'row', key, row }
}
