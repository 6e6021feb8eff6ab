/**
 * Whether a reply of the contract account can be believed: its positions are held against the margin and equity fields
 * of the same reply, and against the newest read that was believed. Pure. Fields a venue leaves null or 0 prove nothing.
 */
import { heldOf, partsOfKey, type Balance, type MarginAccount, type MarginMode, type Position } from './account.ts'
import { decimal, sum, ZERO, type Decimal } from './decimal.ts'
import type { Quarantined } from './quarantine.ts'

export interface AccountRead {
  readonly positions: readonly Position[]
  readonly marginAccounts: readonly MarginAccount[]
}

/** What speaks against a reply: it misses positions that its own fields, or the read before it, know of. */
export type Doubt =
  | {
      readonly code: 'marginInUse'
      readonly marginCoin: string
      readonly marginMode: MarginMode
      readonly amount: Decimal
    }
  | { readonly code: 'isolatedEquity'; readonly marginCoin: string; readonly amount: Decimal }
  | { readonly code: 'unrealizedPnl'; readonly marginCoin: string; readonly amount: Decimal }
  /** A margin coin that held something is not listed at all. */
  | { readonly code: 'coinGone'; readonly marginCoin: string }
  /** A position is listed no more, and neither the margin in use nor the balance moved. */
  | { readonly code: 'vanished'; readonly positionKey: string }

/** What later reads are held against. */
export interface Belief {
  /** The newest read without a doubt; null: none yet. */
  readonly read: AccountRead | null
  /** Since when positions of it are not listed though nothing else moved: key and ms. */
  readonly missing: ReadonlyMap<string, number>
}

export const NOTHING_BELIEVED: Belief = { read: null, missing: new Map() }

/**
 * How long the fields of an account may stay behind its positions, ms. A position that is not listed for so long is
 * gone, unless margin in use that nothing listed explains says otherwise.
 */
const LONGEST_BEHIND_MS = 15_000

/** Less than this of a coin is what rounding left. */
const ROUNDING = decimal('0.00000001')

/**
 * What speaks against `read`, whose call began at `at`, and what to hold the next one against. `isOurs`: whether a close
 * of ours took a position a moment ago, so that it may be gone.
 */
export function holdAgainst(
  read: AccountRead,
  at: number,
  { read: earlier, missing }: Belief,
  isOurs: (positionKey: string) => boolean = () => false,
): { readonly doubts: readonly Doubt[]; readonly belief: Belief } {
  const vanished = earlier ? vanishedFrom(earlier, read).filter(({ positionKey }) => !isOurs(positionKey)) : []
  const since = new Map(vanished.map(({ positionKey }) => [positionKey, missing.get(positionKey) ?? at]))
  const isLate = ({ positionKey, evidence }: Vanished): boolean =>
    evidence === 'quiet' && at - (since.get(positionKey) ?? at) >= LONGEST_BEHIND_MS
  const doubts: readonly Doubt[] = [
    ...read.marginAccounts.flatMap((account) => ownDoubts(account, read.positions)),
    ...(earlier ? coinsGone(earlier, read) : []),
    ...vanished.filter((each) => !isLate(each)).map(({ positionKey }) => ({ code: 'vanished' as const, positionKey })),
  ]
  return { doubts, belief: doubts.length === 0 ? { read, missing: new Map() } : { read: earlier, missing: since } }
}

/** Where the fields of one coin say that something is held, and nothing of the kind is listed. */
function ownDoubts(account: MarginAccount, positions: readonly Position[]): readonly Doubt[] {
  const { marginCoin, isolatedEquity, unrealizedPnl } = account
  const held = positions.filter((position) => position.marginCoin === marginCoin && position.volume.gt(0))
  const has = (mode: MarginMode): boolean => held.some(({ marginMode }) => marginMode === mode)
  const inUse = (['cross', 'isolated'] as const).flatMap((marginMode): Doubt[] => {
    const amount = marginInUse(account, marginMode)
    return amount?.gt(ROUNDING) && !has(marginMode) ? [{ code: 'marginInUse', marginCoin, marginMode, amount }] : []
  })
  if (inUse.length > 0 || held.length > 0) return inUse
  // The same is told once.
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

function isAbove0(amount: Decimal | null): amount is Decimal {
  return amount?.gt(0) === true
}

/** Money does not go with the row that shows it. */
function coinsGone(earlier: AccountRead, { marginAccounts, positions }: AccountRead): readonly Doubt[] {
  const listed = new Set([...marginAccounts, ...positions].map(({ marginCoin }) => marginCoin))
  return earlier.marginAccounts.flatMap(({ marginCoin, walletBalance, crossEquity, isolatedEquity }): Doubt[] => {
    const hadSome = [walletBalance, crossEquity, isolatedEquity].some(isSome)
    return hadSome && !listed.has(marginCoin) ? [{ code: 'coinGone', marginCoin }] : []
  })
}

/** A position of `earlier` that is listed no more while the account is as it was. */
interface Vanished {
  readonly positionKey: string
  /** `margin`: what is listed leaves its margin unexplained. `quiet`: nothing moved, which a venue may be late with. */
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

/** The fields of a position's coin, and the margin its listed positions of the same mode hold; null: not known. */
interface Coin {
  readonly account: MarginAccount
  readonly inUse: Decimal | null
  readonly listed: Decimal | null
}

function coinOf({ positions, marginAccounts }: AccountRead, { marginCoin, marginMode }: Position): Coin | null {
  const account = marginAccounts.find((each) => each.marginCoin === marginCoin)
  if (!account) return null
  const own = positions.filter((each) => each.marginCoin === marginCoin && each.marginMode === marginMode)
  const margins: readonly (Decimal | null)[] = own.map(({ margin }) => margin)
  const known = margins.filter((each) => each !== null)
  const inUse = marginInUse(account, marginMode)
  return { account, inUse: isSome(inUse) ? inUse : null, listed: known.length < own.length ? null : sum(known) }
}

/** Two amounts that are the same but for this share were meant to be: the venue's own rounding and moment. */
const SAME = decimal('0.1')

/** A close gives margin back, and books its fee and its profit. */
function evidenceOf({ margin }: Position, was: Coin, is: Coin): Vanished['evidence'] | null {
  if (isAbove0(margin) && was.inUse && was.listed && was.inUse.minus(was.listed).abs().lte(was.inUse.times(SAME))) {
    const rest = is.listed === null ? ZERO : (is.inUse ?? ZERO).minus(is.listed)
    return rest.gte(margin.div(2)) ? 'margin' : null
  }
  if (was.inUse && is.inUse)
    return was.inUse.minus(is.inUse).lte(isAbove0(margin) ? margin.div(2) : ZERO) ? 'quiet' : null
  const pairs = [
    [was.account.walletBalance, is.account.walletBalance],
    [was.account.realizedPnl, is.account.realizedPnl],
  ] as const
  const told = pairs.flatMap(([one, other]) => (one === null || other === null ? [] : [one.eq(other)]))
  return told.length > 0 && told.every((isSame) => isSame) ? 'quiet' : null
}

/** Whether Spot shows nothing at all where something was held: a venue lists what it holds, if only as 0. */
export function isEmptied(
  before: readonly Pick<Balance, 'free' | 'locked'>[] | null,
  now: readonly unknown[],
): boolean {
  return now.length === 0 && before?.some((balance) => heldOf(balance)?.isZero() !== true) === true
}

/** What a doubt says of rows that are not listed, as an entry that hides them, but for the words. */
export function hiddenBy(doubt: Doubt): Omit<Quarantined, 'reason'> {
  const entry = { path: 'account' }
  switch (doubt.code) {
    case 'marginInUse':
      return { ...entry, hides: ['positions'], coin: doubt.marginCoin, marginMode: doubt.marginMode }
    case 'isolatedEquity':
      return { ...entry, hides: ['positions'], coin: doubt.marginCoin, marginMode: 'isolated' }
    case 'unrealizedPnl':
      return { ...entry, hides: ['positions'], coin: doubt.marginCoin }
    case 'coinGone':
      return { ...entry, hides: ['marginAccounts', 'positions'], coin: doubt.marginCoin }
    case 'vanished':
      return { ...entry, hides: ['positions'], ...partsOfKey(doubt.positionKey) }
  }
}
