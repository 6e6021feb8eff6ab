/** Whether everything held could be closed now, and how long that would take. */
import type { Position } from '../../domain/account.ts'
import { sum } from '../../domain/decimal.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { Message } from '../../domain/message.ts'
import { amount, areaTitle, message } from '../../words/message.ts'
import type { Budget, HostBudget } from '../../domain/budget.ts'
import { blindWarning, unreadWarning } from '../compile/cancel-legs.ts'
import { actableHolding, contractNamed, pairNamed } from '../compile/known.ts'
import { grouped } from '../estimate/warning-order.ts'
import { unreadPositions } from '../compile/unread.ts'
import type { DeskFacts } from '../facts.ts'
import type { LegRequest } from '../plan.ts'
import { isOffered } from '../../domain/offered.ts'
import { BATCH_SIZE } from '../predict-time.ts'
import { judged, type Exit, type Judged } from './drill-facts.ts'

const UNREAD = judged('failed', message('drill.positionsUnread'))
const NO_CONTRACTS = judged('skipped', message('noArea.contract'))
const NONE_HELD = judged('skipped', message('drill.noPosition'))

function heldIn({ positions }: DeskFacts): readonly Position[] | null {
  return positions && positions.filter(({ volume }) => volume.gt(0))
}

/** Whether the venue's contract list says that every held contract can be traded. */
export function judgeContracts({ facts }: Exit): Judged {
  if (facts.areas?.includes('contract') === false) return NO_CONTRACTS
  const held = heldIn(facts)
  if (held === null) return UNREAD
  const barred = held.flatMap((position) => {
    const actable = actableHolding(position, facts.instruments)
    return actable.ok ? [] : [actable.error.message]
  })
  if (barred.length > 0) return judged('failed', ...grouped(barred))
  if (facts.isPartial === true) return judged('warning', message('drill.contractsUnknown'))
  if (held.length === 0) return NONE_HELD
  const names = [...new Set(held.map(({ contract }) => contract))].sort()
  const unlisted = names.filter((name) => contractNamed(facts.instruments, name) === undefined)
  return unlisted.length > 0
    ? judged('warning', message('drill.unlisted', { names: unlisted }))
    : judged('passed', message('drill.traded', { names }))
}

/** Whether the positions split into valid order sizes, and what would be left over. */
export function judgeSizes({ facts, keep }: Exit): Judged {
  if (facts.areas?.includes('contract') === false) return NO_CONTRACTS
  const held = heldIn(facts)
  if (held === null) return UNREAD
  const actable = held.filter((position) => actableHolding(position, facts.instruments).ok)
  if (held.length === 0) return NONE_HELD
  if (actable.length === 0) return judged('failed', message('drill.noneClosable'))
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
  const counts = {
    positions: message('positions', { count: actable.length }),
    orders: message('drill.orders', { count: orders }),
  }
  const found = most > 1 ? message('drill.sizesClipped', { ...counts, most }) : message('drill.sizes', counts)
  const rests = split.filter((each) => each.left.gt(0)).map(restOf)
  if (rests.length === 0) return judged('passed', found)
  return judged('warning', found, message('drill.left', { rests }))
}

function restOf({ position, left }: { readonly position: Position; readonly left: Decimal }): Message {
  const { contract, side, volume } = position
  const facts = { left: amount(left), held: amount(volume), contract }
  return message(side === 'long' ? 'drill.leftLong' : 'drill.leftShort', facts)
}

/** Whether every call of a flatten that also sells Spot fits into the rate limits now. */
export function judgeBudget({ sell }: Exit, { pools, hosts }: Budget): Judged {
  const banned = hosts.filter(({ state }) => state === 'banned')
  if (banned.length > 0) return judged('failed', ...banned.map((host) => message('drill.banned', waitOf(host))))
  const wanted = sell.ok
    ? callsByPool(sell.value.legs, isOffered('spot.batchCancel', pools))
    : new Map<string, number>()
  const total = [...wanted.values()].reduce((all, each) => all + each, 0)
  const short = [
    ...hosts.filter(({ state }) => state === 'backingOff').map((host) => message('drill.backingOff', waitOf(host))),
    ...hosts.flatMap(weightOf),
    ...pools.flatMap(({ pool, limit, used }) => {
      const calls = wanted.get(pool) ?? 0
      // More calls than one window allows have to wait anyway, and the plan's time includes that.
      if (Math.min(calls, limit) <= limit - used) return []
      return [message('drill.callsTaken', { free: limit - used, limit, pool, wanted: calls })]
    }),
  ]
  if (short.length > 0) return judged('warning', ...short, message('drill.othersWait'))
  return judged('passed', total === 0 ? message('drill.nothingWanted') : message('drill.room', { count: total }))
}

function waitOf({ area, resumesInMs }: HostBudget) {
  return { area: areaTitle(area), wait: { ms: resumesInMs } }
}

function weightOf({ area, weight }: HostBudget): readonly Message[] {
  if (weight === null || weight.used <= weight.limit - weight.reserved) return []
  const { used, limit } = weight
  return [message('drill.weightUsed', { area: areaTitle(area), used, limit })]
}

/** The rate pool of each leg's call. Spot cancels are counted separately because they can be batched. */
const POOLS: Readonly<Record<LegRequest['kind'], string>> = {
  cancel: 'contract.cancelOrder',
  close: 'contract.placeOrder',
  protect: 'contract.conditionOrder',
  sell: 'spot.placeOrder',
  place: 'spot.placeOrder',
}

/** The number of calls the legs need from each pool. */
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

/** Whether a flatten can be planned from fresh reads, and what it would miss. */
export function judgePlan({ facts, keep, time }: Exit): Judged {
  if (facts.positions === null) return UNREAD
  if (!keep.ok || time === null) {
    return !keep.ok && keep.error.code !== 'NOTHING_TO_DO'
      ? judged('failed', keep.error.message)
      : judged('skipped', message('drill.nothingToLeave'))
  }
  const cancels = keep.value.legs.filter(({ kind }) => kind === 'cancel').length
  const found = message('drill.plan', {
    requests: message('drill.requests', { count: time.requests }),
    orders: message('drill.orders', { count: cancels }),
    likely: { ms: time.likelyMs },
    p95: { ms: time.p95Ms },
  })
  const unseen = [
    ...unreadPositions(facts, 0),
    ...blindWarning(facts.blind ?? [], facts),
    ...unreadWarning(facts.unread.map((name) => titleOf(name, facts.instruments))),
  ]
  return judged(unseen.length > 0 ? 'warning' : 'passed', found, ...unseen)
}

/** The usual name of an instrument: a pair by its assets, a contract by its name. */
function titleOf(name: string, instruments: readonly Instrument[]): string {
  const pair = pairNamed(instruments, name)
  return pair === undefined ? name : `${pair.baseAsset}/${pair.quoteAsset}`
}
