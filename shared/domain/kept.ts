/** Rows of an account that the newest reply may hide: they are kept as last read, with the time of that read. Pure. */
import type { Balance, KeepableRow, MarginAccount, Position } from './account.ts'
import { bareName } from './instrument.ts'
import type { Holding, Quarantined } from './quarantine.ts'

interface Rows {
  readonly balances: Balance
  readonly marginAccounts: MarginAccount
  readonly positions: Position
}

/** How each list identifies its rows, and whether an entry may hide a row. */
const LISTS: {
  readonly [K in Holding]: {
    readonly keyOf: (row: Rows[K]) => string
    readonly mayBe: (row: Rows[K], entry: Quarantined) => boolean
  }
} = {
  balances: { keyOf: ({ asset }) => asset, mayBe: ({ asset }, { coin }) => isAlike(coin, asset) },
  marginAccounts: {
    keyOf: ({ marginCoin }) => marginCoin,
    mayBe: ({ marginCoin }, { coin }) => isAlike(coin, marginCoin),
  },
  positions: { keyOf: ({ key }) => key, mayBe: mayBePosition },
}

/** Whether an unreadable entry may be this position. */
export function mayBePosition(
  { contract, marginCoin, marginMode, side }: Pick<Position, 'contract' | 'marginCoin' | 'marginMode' | 'side'>,
  entry: Quarantined,
): boolean {
  return (
    (entry.contract === undefined || bareName(entry.contract) === bareName(contract)) &&
    isAlike(entry.coin, marginCoin) &&
    isAlike(entry.marginMode, marginMode) &&
    isAlike(entry.side, side)
  )
}

/** A list as known before. */
export interface EarlierList<Row> {
  readonly rows: readonly Row[] | null
  /** When it was read; null: not known. */
  readonly readAt: number | null
}

/** The rows of a reply, and the earlier rows missing from it that one of `hidden` may hide. */
export function keepHidden<K extends Holding>(
  list: K,
  now: readonly Rows[K][],
  { rows, readAt }: EarlierList<Rows[K]>,
  hidden: readonly Quarantined[],
): readonly Rows[K][] {
  if (hidden.length === 0 || rows === null) return now
  const { keyOf, mayBe } = LISTS[list]
  const listed = new Set(now.map(keyOf))
  const kept = rows.filter((row) => !listed.has(keyOf(row)) && hidden.some((entry) => mayBe(row, entry)))
  return [...now, ...kept.map((row) => (isConfirmed(row) ? { ...row, keptFrom: readAt } : row))]
}

/** Whether the row is from the newest read. */
export function isConfirmed({ keptFrom }: KeepableRow): boolean {
  return keptFrom === undefined
}

/** An unknown field may have any value. */
function isAlike(value: string | undefined, name: string): boolean {
  return value === undefined || value === name
}
