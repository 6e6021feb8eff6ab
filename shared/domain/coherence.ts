/**
 * Whether a reply of the contract account is plausible: its positions are compared with the margin and equity fields of
 * the same reply, and with the newest plausible read. Pure. Fields that a venue leaves null or 0 prove nothing.
 */
import { heldOf, partsOfKey, type Balance, type MarginAccount, type MarginMode, type Position } from './account.ts'
import { decimal, sumIfKnown, ZERO, type Decimal } from './decimal.ts'
import type { Quarantined } from './quarantine.ts'

export interface AccountRead {
  readonly positions: readonly Position[]
  readonly marginAccounts: readonly MarginAccount[]
}

/** Evidence that positions are missing from a reply: from its own fields, or from the read before. */
export type Doubt =
  | {
      readonly code: 'marginInUse'
      readonly marginCoin: string
      readonly marginMode: MarginMode
      readonly amount: Decimal
    }
  | { readonly code: 'isolatedEquity'; readonly marginCoin: string; readonly amount: Decimal }
  | { readonly code: 'unrealizedPnl'; readonly marginCoin: string; readonly amount: Decimal }
  /** Nothing at all is listed, although contract orders were. */
  | { readonly code: 'nothingListed' }
  /** A margin coin with a balance is not listed any more. */
  | { readonly code: 'coinGone'; readonly marginCoin: string }
  /** A position is not listed any more, but neither the margin in use nor the balance changed. */
  | { readonly code: 'vanished'; readonly positionKey: string }

/** What later reads are compared with. */
export interface Belief {
  /** The newest read without a doubt; null: none yet. */
  readonly read: AccountRead | null
  /** Positions of that read that have gone missing since while nothing else changed: key, and since when (ms). */
  readonly missing: ReadonlyMap<string, number>
  /**
   * Replies list nothing at all since a time when contract orders were known to be open. Even once these orders are
   * gone, that does not show that nothing is held.
   */
  readonly hadOrders: boolean
}

export const NOTHING_BELIEVED: Belief = { read: null, missing: new Map(), hadOrders: false }

/**
 * How long the account fields may lag behind the positions, ms. A position missing for longer is gone, unless no listed
 * position explains the margin in use.
 */
const LONGEST_BEHIND_MS = 15_000

/** A smaller amount of a coin is a rounding remainder. */
const ROUNDING = decimal('0.00000001')

/**
 * The doubts about `read`, whose call began at `at`, and what to compare the next read with. `isOurs`: whether we
 * closed the position just now, so that it may be missing. `hasOrders`: whether contract orders are known to be open.
 */
export function holdAgainst(
  read: AccountRead,
  at: number,
  before: Belief,
  {
    isOurs = () => false,
    hasOrders = false,
  }: { readonly isOurs?: (positionKey: string) => boolean; readonly hasOrders?: boolean } = {},
): { readonly doubts: readonly Doubt[]; readonly belief: Belief } {
  const { read: earlier, missing } = before
  const listsNothing = read.marginAccounts.length === 0 && read.positions.length === 0
  const hadOrders = listsNothing && (before.hadOrders || hasOrders)
  if (hadOrders) return { doubts: [{ code: 'nothingListed' }], belief: { ...before, hadOrders } }
  const vanished = earlier ? vanishedFrom(earlier, read).filter(({ positionKey }) => !isOurs(positionKey)) : []
  const since = new Map(vanished.map(({ positionKey }) => [positionKey, missing.get(positionKey) ?? at]))
  const isLate = ({ positionKey, evidence }: Vanished): boolean =>
    evidence === 'quiet' && at - (since.get(positionKey) ?? at) >= LONGEST_BEHIND_MS
  const doubts: readonly Doubt[] = [
    ...read.marginAccounts.flatMap((account) => ownDoubts(account, read.positions)),
    ...(earlier ? coinsGone(earlier, read) : []),
    ...vanished.filter((each) => !isLate(each)).map(({ positionKey }) => ({ code: 'vanished' as const, positionKey })),
  ]
  const belief = doubts.length === 0 ? { read, missing: new Map() } : { read: earlier, missing: since }
  return { doubts, belief: { ...belief, hadOrders } }
}

/** Doubts if the fields of a coin show a position and none is listed. */
function ownDoubts(account: MarginAccount, positions: readonly Position[]): readonly Doubt[] {
  const { marginCoin, isolatedEquity, unrealizedPnl } = account
  const held = positions.filter((position) => position.marginCoin === marginCoin && position.volume.gt(0))
  const has = (mode: MarginMode): boolean => held.some(({ marginMode }) => marginMode === mode)
  const inUse = (['cross', 'isolated'] as const).flatMap((marginMode): Doubt[] => {
    const amount = marginInUse(account, marginMode)
    return amount?.gt(ROUNDING) && !has(marginMode) ? [{ code: 'marginInUse', marginCoin, marginMode, amount }] : []
  })
  if (inUse.length > 0 || held.length > 0) return inUse
  // One doubt is enough.
  if (isSome(isolatedEquity) && isolatedEquity.gt(0)) {
    return [{ code: 'isolatedEquity', marginCoin, amount: isolatedEquity }]
  }
  return isSome(unrealizedPnl) ? [{ code: 'unrealizedPnl', marginCoin, amount: unrealizedPnl }] : []
}

function marginInUse(account: MarginAccount, mode: MarginMode): Decimal | null {
  return mode === 'cross' ? account.crossInitialMargin : account.isolatedMargin
}

function isSome(amount: Decimal | null): amount is Decimal {
  return amount !== null && amount.abs().gt(ROUNDING)
}

/** A balance is missing. That its row is missing does not mean that the money is gone. */
function coinsGone(earlier: AccountRead, { marginAccounts, positions }: AccountRead): readonly Doubt[] {
  const listed = new Set([...marginAccounts, ...positions].map(({ marginCoin }) => marginCoin))
  return earlier.marginAccounts.flatMap(({ marginCoin, walletBalance, crossEquity, isolatedEquity }): Doubt[] => {
    const hadSome = [walletBalance, crossEquity, isolatedEquity].some(isSome)
    return hadSome && !listed.has(marginCoin) ? [{ code: 'coinGone', marginCoin }] : []
  })
}

/** A position of `earlier` that is missing while the account is unchanged. */
interface Vanished {
  readonly positionKey: string
  /** `margin`: the listed positions do not explain the margin in use. `quiet`: no field changed, but fields may lag. */
  readonly evidence: 'margin' | 'quiet'
}

function vanishedFrom(earlier: AccountRead, read: AccountRead): readonly Vanished[] {
  const listed = new Set(read.positions.map(({ key }) => key))
  return earlier.positions.flatMap((position): Vanished[] => {
    if (position.volume.lte(0) || listed.has(position.key)) return []
    const was = coinOf(earlier, position)
    const is = coinOf(read, position)
    const evidence = was && is && evidenceOf(position, was, is)
    return evidence ? [{ positionKey: position.key, evidence }] : []
  })
}

/**
 * The account of a position's coin: its margin in use, and the margin of its listed positions of the same mode; null:
 * unknown.
 */
interface Coin {
  readonly account: MarginAccount
  readonly inUse: Decimal | null
  readonly listed: Decimal | null
}

function coinOf({ positions, marginAccounts }: AccountRead, { marginCoin, marginMode }: Position): Coin | null {
  const account = marginAccounts.find((each) => each.marginCoin === marginCoin)
  if (!account) return null
  const own = positions.filter((each) => each.marginCoin === marginCoin && each.marginMode === marginMode)
  const inUse = marginInUse(account, marginMode)
  return { account, inUse: isSome(inUse) ? inUse : null, listed: sumIfKnown(own.map(({ margin }) => margin)) }
}

/** Two amounts that differ by less than this share count as equal: fields are rounded, and of different moments. */
const SAME = decimal('0.1')

/**
 * Evidence that a missing position is still held; null: none. A close would have freed its margin and booked a fee and
 * a profit.
 */
function evidenceOf({ margin }: Position, was: Coin, is: Coin): Vanished['evidence'] | null {
  if (margin?.gt(0) && was.inUse && was.listed && was.inUse.minus(was.listed).abs().lte(was.inUse.times(SAME))) {
    const rest = is.listed === null ? ZERO : (is.inUse ?? ZERO).minus(is.listed)
    return rest.gte(margin.div(2)) ? 'margin' : null
  }
  if (was.inUse && is.inUse) return was.inUse.minus(is.inUse).lte(margin?.gt(0) ? margin.div(2) : ZERO) ? 'quiet' : null
  const pairs = [
    [was.account.walletBalance, is.account.walletBalance],
    [was.account.realizedPnl, is.account.realizedPnl],
  ] as const
  const comparisons = pairs.flatMap(([one, other]) => (one === null || other === null ? [] : [one.eq(other)]))
  return comparisons.length > 0 && comparisons.every((isSame) => isSame) ? 'quiet' : null
}

/** Whether Spot lists nothing although there was a balance: a venue lists an empty balance as 0. */
export function isEmptied(
  before: readonly Pick<Balance, 'free' | 'locked'>[] | null,
  now: readonly unknown[],
): boolean {
  return now.length === 0 && before?.some((balance) => heldOf(balance)?.isZero() !== true) === true
}

/** A doubt as an entry that may hide rows, without its reason. */
export function hiddenBy(doubt: Doubt): Omit<Quarantined, 'reason'> {
  const entry = { path: 'account' }
  switch (doubt.code) {
    case 'marginInUse':
      return { ...entry, hides: ['positions'], coin: doubt.marginCoin, marginMode: doubt.marginMode }
    case 'isolatedEquity':
      return { ...entry, hides: ['positions'], coin: doubt.marginCoin, marginMode: 'isolated' }
    case 'unrealizedPnl':
      return { ...entry, hides: ['positions'], coin: doubt.marginCoin }
    case 'nothingListed':
      return { ...entry, hides: ['marginAccounts', 'positions'] }
    case 'coinGone':
      return { ...entry, hides: ['marginAccounts', 'positions'], coin: doubt.marginCoin }
    case 'vanished':
      return { ...entry, hides: ['positions'], ...partsOfKey(doubt.positionKey) }
  }
}
