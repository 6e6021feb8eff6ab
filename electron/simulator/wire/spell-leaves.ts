import type { OrderStatus } from '../exchange/account/sim-order.ts'
import type { SimDialect } from './sim-dialect.ts'
import { Amount, Id, isRawJSON, rawJSON, Status, Time, writeNumber } from './leaves.ts'

type Words = Readonly<Record<OrderStatus, string>>

const PLAIN: Words = {
  NEW: 'NEW',
  PART_FILLED: 'PARTIALLY_FILLED',
  FILLED: 'FILLED',
  PENDING_CANCEL: 'PENDING_CANCEL',
  CANCELED: 'CANCELED',
}
const IN_WORDS: Words = {
  ...PLAIN,
  NEW: 'New Order',
  PART_FILLED: 'Partially Filled',
  FILLED: 'Filled',
  CANCELED: 'Cancelled',
}
const ON_CONTRACTS: Words = { ...PLAIN, PART_FILLED: 'PART_FILLED' }
const TWO_L: Words = { ...PLAIN, CANCELED: 'CANCELLED' }
/** A new order is 0 in the reply that made it. */
const IN_NUMBERS: Readonly<Record<OrderStatus, number>> = {
  NEW: 0,
  FILLED: 2,
  PART_FILLED: 3,
  CANCELED: 4,
  PENDING_CANCEL: 5,
}

/** Writes every leaf of a reply as the dialect does, and drops the keys that `isKept` rejects. */
export function spelled(value: unknown, dialect: SimDialect, isKept: ((key: string) => boolean) | null): unknown {
  if (value === null || typeof value !== 'object' || isRawJSON(value)) return value
  if (value instanceof Amount) return writeNumber(value.text, orElse(dialect.numbers, value.style))
  if (value instanceof Id) return spellId(value, dialect)
  if (value instanceof Time) return spellTime(value, dialect)
  if (value instanceof Status) return spellStatus(value, dialect)
  if (Array.isArray(value)) return value.map((entry) => spelled(entry, dialect, isKept))
  const out: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) {
    if (isKept === null || isKept(key)) out[key] = spelled(part, dialect, isKept)
  }
  return out
}

function orElse<T extends string>(chosen: 'mixed' | T, usual: T): T {
  return chosen === 'mixed' ? usual : chosen
}

function spellId({ digits, style, isNew }: Id, { ids, createdId }: SimDialect): unknown {
  const chosen = isNew ? orElse<'number' | 'string' | 'list'>(createdId, style) : orElse(ids, style)
  if (chosen === 'list') return [digits]
  return chosen === 'string' ? digits : rawJSON(digits)
}

const HOUR_MS = 3_600_000

function spellTime({ ms, of }: Time, { klineTime, times, zoneHours }: SimDialect): unknown {
  const at = of === 'server' ? ms : ms + zoneHours * HOUR_MS
  const value = of === 'candle' && klineTime === 's' ? Math.floor(at / 1000) : at
  return times === 'text' ? String(value) : value
}

function spellStatus(leaf: Status, dialect: SimDialect): string | number {
  switch (leaf.place) {
    case 'created':
      if (dialect.createdStatus === 'integer') return IN_NUMBERS[leaf.status]
      return (dialect.createdStatus === 'words' ? IN_WORDS : PLAIN)[leaf.status]
    case 'canceled':
      return dialect.spotStatus === 'words' ? 'PENDING_CANCEL' : PLAIN[documented(leaf)]
    case 'spot':
      return dialect.spotStatus === 'words' ? IN_WORDS[leaf.status] : PLAIN[documented(leaf)]
    case 'binance':
      return leaf.isFresh && leaf.status === 'NEW' ? 'PENDING_CREATE' : PLAIN[documented(leaf)]
    case 'contract':
      if (dialect.contractStatus === 'plain') return TWO_L[documented(leaf)]
      if (leaf.isFresh && leaf.status === 'NEW') return 'INIT'
      return dialect.contractStatus === 'init' ? PLAIN[documented(leaf)] : ON_CONTRACTS[leaf.status]
  }
}

/** The documented states have no pending cancel, so the order keeps its state until it is gone. */
function documented({ status, hasFills }: Status): OrderStatus {
  if (status !== 'PENDING_CANCEL') return status
  return hasFills ? 'PART_FILLED' : 'NEW'
}
