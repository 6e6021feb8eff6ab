/**
 * What is left of an intent after a read, which part of that may still be sent, and what to report about the rest.
 * Pure.
 */
import { areasOf, tacticOf, type Action, type OrderFilter } from '#shared/desk/action.ts'
import { hiddenFrom, MOST_NAMES } from '#shared/desk/compile/cancel-legs.ts'
import { whyPartial } from '#shared/desk/compile/unread.ts'
import type { ConservationRow } from '#shared/desk/conservation.ts'
import { SHORTEST_CUT_LIST, type DeskFacts } from '#shared/desk/facts.ts'
import { heldBack, heldBackOn, heldBackWords } from '#shared/desk/hidden.ts'
import type { Denial, LegRequest, LegState } from '#shared/desk/plan.ts'
import { heldOf, type Balance, type Position } from '#shared/domain/account.ts'
import { ZERO } from '#shared/domain/decimal.ts'
import { refKey, type Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { isTerminal } from '#shared/domain/order.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { amount, inARow, listed, message, positionTitle } from '#shared/words/message.ts'
import { cancelledSince, keysInProgress, legKey, withoutBlocked } from '../state/claims.ts'
import type { Intent } from '../state/intent.ts'
import type { DeskLog } from '../log/desk-log.ts'
import type { Plans } from '../plan/plans.ts'
import { laggingCoins, laggingIn } from '../run/lagging-lists.ts'

/** The most rounds while cut lists keep showing more orders. */
const MOST_CUT_ROUNDS = 300

/** Those of `legs` that cancel orders which a cut list had not shown. Empty once all rounds are used up. */
export function behindCut(intent: Intent, legs: readonly LegRequest[]): readonly LegRequest[] {
  if (roundsOf(intent) >= MOST_CUT_ROUNDS) return []
  const cut = cutInstruments(intent)
  const before = new Set(intent.legs.map(({ request }) => legKey(request)))
  return legs.filter((leg) => leg.kind === 'cancel' && cut.has(refKey(leg)) && !before.has(legKey(leg)))
}

/** Instruments with so many cancels in one round that their order list may have been cut. */
export function cutInstruments(intent: Intent): ReadonlySet<string> {
  const cancels = intent.legs.filter(({ request }) => request.kind === 'cancel')
  const lists = Map.groupBy(cancels, ({ request, round }) => `${String(round)} ${refKey(request)}`)
  const long = [...lists.values()].filter(({ length }) => length >= SHORTEST_CUT_LIST)
  return new Set(long.flatMap(([leg]) => (leg ? [refKey(leg.request)] : [])))
}

export function roundsOf({ legs }: Intent): number {
  return legs.at(-1)?.round ?? 0
}

/** What the same action would still send if it were planned now. */
interface Rest {
  /** The legs, without closes and sales where a list lags; or why there is no plan. */
  readonly legs: Result<readonly LegRequest[], Denial>
  /** Positions and coins whose lists do not yet show the effect of our orders. */
  readonly lagging: readonly Position[]
  readonly laggingCoins: readonly Balance[]
}

export function restOf(
  intent: Intent,
  facts: DeskFacts,
  { log, plans }: { readonly log: Pick<DeskLog, 'known'>; readonly plans: Pick<Plans, 'draft'> },
): Rest {
  const lagging = laggingIn(facts, log.known(), intent)
  const coins = laggingCoins(facts.balances, log.known(), intent)
  const behind = new Set([...lagging.map(({ key }) => key), ...coins.map(({ asset }) => asset)])
  const isBehind = (leg: LegRequest): boolean =>
    (leg.kind === 'close' && behind.has(leg.positionKey)) || (leg.kind === 'sell' && behind.has(leg.asset))
  const drafted = plans.draft(intent.action, facts)
  const legs = drafted.ok
    ? ok(drafted.value.legs.filter((leg) => !isBehind(leg)).map((leg) => atShownCap(intent, leg)))
    : drafted
  return { legs, lagging, laggingCoins: coins }
}

/**
 * The legs of the rest that may be sent. It leaves out legs that are in progress, in doubt, refused or not to be tried
 * twice, and orders that were cancelled since they were read.
 */
export function stillToDo(
  intent: Intent,
  { legs }: Rest,
  facts: DeskFacts,
  log: Pick<DeskLog, 'known'>,
): readonly LegRequest[] {
  const { intents } = log.known()
  const blocked = new Set([
    ...doubtfulKeys(intent),
    ...keysInProgress(intents, intent.id),
    ...cancelledSince(intents, facts),
  ])
  const isBlocked = (request: LegRequest): boolean =>
    blocked.has(legKey(request)) || wasRefused(intent, request) || isBeyondCap(intent, request)
  return withoutBlocked(legs.ok ? legs.value : [], isBlocked, facts.orders)
}

export const UNREAD = message('intent.lookUnread')

/** The message about what the last look still found. */
export function whatIsLeft(intent: Intent, rest: Rest, facts: DeskFacts): Message {
  const { legs } = rest
  const hidden = intent.action.kind === 'flatten' ? hiddenFrom(EVERYTHING, facts) : []
  const unknown = [...unreadMessages(facts), ...heldBackWords(unexplained(intent.action, facts)), ...hidden]
  const left = legs.ok
    ? remainderMessages(intent, legs.value, rest, facts)
    : unknown.length > 0
      ? [message('intent.leftUnknown')]
      : [message('intent.somethingLeft', { why: legs.error.message })]
  return inARow([...left, ...unknown])
}

/**
 * The message about a position that turned over while it was being closed: the contract is now held on the other side.
 * null: no position did.
 */
export function turnedOver({ legs }: Intent): Message | null {
  const turned = legs.filter(({ record: { state, detail } }) => state === 'skipped' && detail.code.startsWith(TURNED))
  return turned[0]?.record.detail ?? null
}

const TURNED = 'leg.close.turned'

function unreadMessages(facts: DeskFacts): readonly Message[] {
  if (isDoubted(facts)) return [whyPartial(facts)]
  if (facts.positions === null) return [message('intent.noPositionRead')]
  return facts.isPartial === true ? [message('intent.somePositionsUnread')] : []
}

function remainderMessages(
  intent: Intent,
  legs: readonly LegRequest[],
  { lagging, laggingCoins }: Rest,
  facts: DeskFacts,
): readonly Message[] {
  const refused = legs.flatMap((leg) => (leg.kind === 'sell' && wasRefused(intent, leg) ? [leg.asset] : []))
  const beyondCap = legs.flatMap((leg) => (leg.kind === 'close' && isBeyondCap(intent, leg) ? [leg.positionKey] : []))
  const others = legs.length - refused.length - beyondCap.length
  const behind = lagging.map(({ contract, side, volume }) =>
    message(`intent.listedStill.${side}`, { contract, volume: amount(volume) }),
  )
  const coins = laggingCoins.map((balance) =>
    message('intent.coinsListedStill', { asset: balance.asset, quantity: amount(heldOf(balance) ?? ZERO) }),
  )
  const stays = [
    ...(beyondCap.length > 0
      ? [message('intent.openBeyondCap', { names: listed([...new Set(beyondCap)].map(positionTitle), MOST_NAMES) })]
      : []),
    ...(refused.length > 0 ? [message('intent.refusedToSell', { assets: refused })] : []),
  ]
  const locked = legs.some(({ kind }) => kind === 'cancel') ? stillLocked(facts) : []
  const more = others > 0 ? [message('intent.stillToDo', { count: others })] : []
  return [...more, ...locked, ...behind, ...coins, ...stays]
}

/** Coins that cannot be sold because open orders lock them. */
function stillLocked({ balances }: DeskFacts): readonly Message[] {
  return (balances ?? []).flatMap(({ asset, locked }) => {
    if (locked === null) return [message('intent.lockedUnknown', { asset })]
    return locked.isZero() ? [] : [message('intent.locked', { asset, quantity: amount(locked) })]
  })
}

/**
 * Whether a sale of this exact size was refused twice: it is then below the venue's minimum. One refusal may only mean
 * that cancelled orders had not unlocked the coins yet.
 */
function wasRefused({ legs }: Intent, request: LegRequest): boolean {
  if (request.kind !== 'sell') return false
  const refused = legs.filter(
    ({ request: earlier, record: { failure } }) =>
      earlier.kind === 'sell' &&
      earlier.asset === request.asset &&
      earlier.quantity.eq(request.quantity) &&
      failure?.outcome === 'rejected',
  )
  return refused.length > 1
}

/** Whether the book had too little for the position within its cap. What is left is beyond it. */
function isBeyondCap(intent: Intent, request: LegRequest): boolean {
  return cappedBefore(intent, request).some(({ record: { state } }) => state === 'partial')
}

/** The same close at the price that the trader was shown: measured from another mark, the cap could be further away. */
function atShownCap(intent: Intent, request: LegRequest): LegRequest {
  const [shown] = cappedBefore(intent, request)
  return request.kind === 'close' && shown?.request.kind === 'close'
    ? { ...request, price: shown.request.price }
    : request
}

/** The closes within a cap that were tried before on the position of `request`. */
function cappedBefore({ action, legs }: Intent, request: LegRequest): Intent['legs'] {
  if (request.kind !== 'close' || tacticOf(action).kind !== 'capped') return []
  return legs.filter(({ request: earlier }) => earlier.kind === 'close' && earlier.positionKey === request.positionKey)
}

const EVERYTHING: OrderFilter = { area: null, instrument: null, side: null, closing: true }

export function isDoubted({ doubts = [] }: DeskFacts): boolean {
  return doubts.length > 0
}

/** Whether nothing that was read points to something unlisted. */
export function isExplained(action: Action, facts: DeskFacts): boolean {
  return !isDoubted(facts) && unexplained(action, facts).length === 0
}

/** The areas in which the action cancels every order. */
export function everyOrderIn(action: Action): readonly Area[] {
  return action.kind === 'flatten' || action.kind === 'cancelMatching' ? areasOf(action) : []
}

/** Funds held back beyond what the known orders explain, for an action that covers every order. */
export function unexplained(action: Action, known: Parameters<typeof heldBack>[0]): readonly ConservationRow[] {
  const rows = heldBack(known, everyOrderIn(action))
  const name = action.kind === 'cancelMatching' ? action.filter.instrument : null
  return name === null ? rows : heldBackOn(name, rows, known.instruments)
}

export function isWhole({ positions, unread, blind = [] }: DeskFacts): boolean {
  return positions !== null && unread.length === 0 && blind.length === 0
}

/** Whether the reads show that nothing is left of what the action is meant to end. */
export function isClear(action: Action, facts: DeskFacts): boolean {
  const { positions, isPartial, orders, balances, risk, cut = [] } = facts
  if (positions === null || isPartial === true || cut.length > 0) return false
  const held = positions.filter(({ volume }) => volume.gt(0))
  if (action.kind === 'closePosition') return held.every(({ key }) => key !== action.positionKey)
  if (action.kind === 'closeSide') return held.every(({ side }) => side !== action.side)
  const isSold = action.kind !== 'flatten' || action.spot === 'keep' || (balances !== null && risk !== null)
  return (
    held.length === 0 &&
    isWhole(facts) &&
    isExplained(action, facts) &&
    isSold &&
    orders.every(({ status }) => isTerminal(status))
  )
}

/** The outcome of a leg in one of these states is unknown, so nothing more is sent for its target. */
const DOUBTFUL: ReadonlySet<LegState> = new Set(['journalled', 'acknowledged', 'unknown', 'needsHuman'])

function doubtfulKeys({ legs }: Intent): ReadonlySet<string> {
  return new Set(legs.filter((leg) => DOUBTFUL.has(leg.record.state)).map((leg) => legKey(leg.request)))
}
