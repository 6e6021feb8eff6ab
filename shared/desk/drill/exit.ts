/** Whether everything held could be closed now, and how long that would take. */
import type { Position } from '../../domain/account.ts'
import { sum, toText } from '../../domain/decimal.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { ABSENT } from '../../domain/addresses.ts'
import { AREA_TITLE } from '../../domain/instrument.ts'
import type { Budget, HostBudget } from '../../domain/budget.ts'
import { blindWarning, unreadWarning } from '../compile/cancel-legs.ts'
import { actableHolding, contractNamed } from '../compile/known.ts'
import { unreadPositions } from '../compile/unread.ts'
import type { DeskFacts } from '../facts.ts'
import type { LegRequest } from '../plan.ts'
import { isOffered } from '../../domain/offered.ts'
import { BATCH_SIZE } from '../schedule.ts'
import type { Exit, Judged } from './drill-facts.ts'
import { count, inSeconds, titleOf } from './words.ts'

const UNREAD: Judged = { verdict: 'failed', words: 'The positions could not be read.' }
const NO_CONTRACTS: Judged = { verdict: 'skipped', words: ABSENT.contract }
const NONE_HELD: Judged = { verdict: 'skipped', words: 'No position is held.' }

function heldIn({ positions }: DeskFacts): readonly Position[] | null {
  return positions && positions.filter(({ volume }) => volume.gt(0))
}

/** Whether the venue trades every contract held, by its list. */
export function judgeContracts({ facts }: Exit): Judged {
  if (facts.areas?.includes('contract') === false) return NO_CONTRACTS
  const held = heldIn(facts)
  if (held === null) return UNREAD
  const barred = held.flatMap((position) => {
    const actable = actableHolding(position, facts.instruments)
    return actable.ok ? [] : [actable.error.message]
  })
  if (barred.length > 0) return { verdict: 'failed', words: [...new Set(barred)].join(' ') }
  if (facts.isPartial === true) {
    return { verdict: 'warning', words: 'Some positions could not be read: their contracts are not known.' }
  }
  if (held.length === 0) return NONE_HELD
  const names = [...new Set(held.map(({ contract }) => contract))].sort()
  const unlisted = names.filter((name) => contractNamed(facts.instruments, name) === undefined)
  if (unlisted.length > 0) {
    return {
      verdict: 'warning',
      words: `Not in the venue’s contract list: ${unlisted.join(', ')}. No order limits are known.`,
    }
  }
  return { verdict: 'passed', words: `The venue trades ${names.join(', ')}.` }
}

/** How the positions go into orders of the sizes the venue takes, and what is left of them. */
export function judgeSizes({ facts, keep }: Exit): Judged {
  if (facts.areas?.includes('contract') === false) return NO_CONTRACTS
  const held = heldIn(facts)
  if (held === null) return UNREAD
  const actable = held.filter((position) => actableHolding(position, facts.instruments).ok)
  if (held.length === 0) return NONE_HELD
  if (actable.length === 0) return { verdict: 'failed', words: 'None of the positions held can be closed now.' }
  const closes = Map.groupBy(
    keep.ok ? keep.value.legs.filter((leg) => leg.kind === 'close') : [],
    (leg) => leg.positionKey,
  )
  const split = actable.map((position) => {
    const volumes = (closes.get(position.key) ?? []).map(({ volume }) => volume)
    return { position, orders: volumes.length, left: position.volume.minus(sum(volumes)) }
  })
  const orders = split.reduce((total, each) => total + each.orders, 0)
  const most = Math.max(...split.map((each) => each.orders))
  const clipped = most > 1 ? `; the largest is clipped into ${most}` : ''
  const words = `${count(actable.length, 'position')}, ${count(orders, 'order')}${clipped}.`
  const left = split.filter((each) => each.left.gt(0)).map(leftWords)
  if (left.length === 0) return { verdict: 'passed', words }
  return { verdict: 'warning', words: `${words} Can not be closed now: ${left.join(', ')}.` }
}

function leftWords({ position: { contract, side, volume }, left }: { position: Position; left: Decimal }): string {
  return `${toText(left)} of ${toText(volume)} contracts of ${contract} ${side}`
}

/** Whether every call of the flatten that sells Spot too fits into the venue's limits now. */
export function judgeBudget({ sell }: Exit, { pools, hosts }: Budget): Judged {
  const banned = hosts.filter(({ state }) => state === 'banned')
  if (banned.length > 0) return { verdict: 'failed', words: banned.map(bannedWords).join(' ') }
  const wanted = sell.ok
    ? callsByPool(sell.value.legs, isOffered('spot.batchCancel', pools))
    : new Map<string, number>()
  const total = [...wanted.values()].reduce((all, each) => all + each, 0)
  const short = [
    ...hosts.filter(({ state }) => state === 'backingOff').map(backingOffWords),
    ...hosts.flatMap(weightWords),
    ...pools.flatMap(({ pool, limit, used }) => {
      const calls = wanted.get(pool) ?? 0
      // More than a whole window takes has to wait whatever is taken now: the time of the plan tells.
      if (Math.min(calls, limit) <= limit - used) return []
      return [`${limit - used} of ${limit} calls of ${pool} are free now, and ${calls} are wanted.`]
    }),
  ]
  if (short.length > 0) return { verdict: 'warning', words: `${short.join(' ')} The others wait.` }
  if (total === 0) return { verdict: 'passed', words: 'The venue’s limits leave room; nothing is wanted of them now.' }
  return { verdict: 'passed', words: `The venue’s limits leave room for ${count(total, 'call')} now.` }
}

function bannedWords({ area, resumesInMs }: HostBudget): string {
  const when = `calls go out again in ${inSeconds(resumesInMs)}`
  return `${AREA_TITLE[area]} has banned this address: ${when}. Use the venue’s own site or app until then.`
}

function backingOffWords({ area, resumesInMs }: HostBudget): string {
  return `${AREA_TITLE[area]} asked to slow down; calls go out again in ${inSeconds(resumesInMs)}.`
}

function weightWords({ area, weight }: HostBudget): string[] {
  if (weight === null || weight.used <= weight.limit - weight.reserved) return []
  return [`${weight.used} of ${weight.limit} of the weight ${AREA_TITLE[area]} takes in a minute is used.`]
}

/** The pool each leg's call counts in, but for cancels on Spot, which go together. */
const POOLS: Readonly<Record<LegRequest['kind'], string>> = {
  cancel: 'contract.cancelOrder',
  close: 'contract.placeOrder',
  protect: 'contract.conditionOrder',
  sell: 'spot.placeOrder',
  place: 'spot.placeOrder',
}

/** How many calls of each pool the legs take. */
function callsByPool(legs: readonly LegRequest[], takesBatches: boolean): ReadonlyMap<string, number> {
  const calls = new Map<string, number>()
  const add = (pool: string, number: number): void => void calls.set(pool, (calls.get(pool) ?? 0) + number)
  const batched = legs.filter(({ kind, area }) => kind === 'cancel' && area === 'spot')
  for (const own of Map.groupBy(batched, ({ instrument }) => instrument).values()) {
    if (takesBatches && own.length > 1) add('spot.batchCancel', Math.ceil(own.length / BATCH_SIZE))
    else add('spot.cancelOrder', own.length)
  }
  for (const leg of legs) {
    if (!batched.includes(leg)) add(POOLS[leg.kind], 1)
  }
  return calls
}

/** Whether a flatten can be planned from reads of this moment, and what it would not see. */
export function judgePlan({ facts, keep, time }: Exit): Judged {
  if (facts.positions === null) return UNREAD
  if (!keep.ok || time === null) {
    const why = keep.ok ? '' : keep.error.message
    if (!keep.ok && keep.error.code !== 'NOTHING_TO_DO') return { verdict: 'failed', words: why }
    return { verdict: 'skipped', words: 'There is nothing to get out of: no open order and no position.' }
  }
  const cancels = keep.value.legs.filter(({ kind }) => kind === 'cancel').length
  const what = `A flatten would send ${count(time.requests, 'request')} and cancel ${count(cancels, 'order')}`
  const words = `${what}: flat in about ${inSeconds(time.likelyMs)}, 19 times in 20 within ${inSeconds(time.p95Ms)}.`
  const unseen = [
    ...unreadPositions(facts, 0),
    ...blindWarning(facts.blind ?? [], facts),
    ...unreadWarning(facts.unread.map((name) => titleOf(name, facts.instruments))),
  ]
  return { verdict: unseen.length > 0 ? 'warning' : 'passed', words: [words, ...unseen].join(' ') }
}
