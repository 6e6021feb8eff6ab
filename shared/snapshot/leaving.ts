import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import { isConfirmed } from '../domain/kept.ts'
import type { Message } from '../domain/message.ts'
import { inARow, message, type Code } from '../words/message.ts'
import { gapMessages, type Knowledge } from './knowledge.ts'
import type { Order } from '../domain/order.ts'
import { coverOf } from '../desk/cover.ts'
import type { LegState } from '../desk/plan.ts'
import type { DeskReport } from '../desk/report.ts'

/** The account when a trader wants to quit. */
export interface Unattended {
  /** null before the first good read. */
  readonly positions: readonly Position[] | null
  readonly orders: readonly Order[]
  readonly known: { readonly positions: Knowledge; readonly orders: Knowledge }
  /** Our own liquidation prices, by position key; absent: not known. */
  readonly liquidations?: ReadonlyMap<string, Decimal | null>
  /** Age of the oldest data, ms; null before the first good read. */
  readonly ageMs: number | null
}

/** What goes on after the trader quits. */
export interface Leaving {
  /** One fact per line, the most urgent first. */
  readonly lines: readonly Message[]
  /** Nothing is held, ordered, in progress or unknown, so there is nothing to ask. */
  readonly isQuiet: boolean
}

export const NOTHING_LEFT: Leaving = { lines: [], isQuiet: true }

/** Data younger than this, ms, counts as current. */
const OLD_MS = 5_000

/** What a trader should know before quitting. The venue has no dead man's switch that cancels orders. */
export function leaving(view: Unattended, report: DeskReport): Leaving {
  const lines = [
    ...keptNowhere(report),
    ...unfinished(report),
    ...leftToHumans(report),
    ...positionLines(view, report),
    ...stopLines(view, report),
    ...orderLines(view),
  ]
  if (lines.length === 0) return NOTHING_LEFT
  return { lines: [...lines, ...ageLines(view)], isQuiet: false }
}

/** What an account would leave unfinished when another is opened instead, one fact per line. */
export function unfinished(report: DeskReport): readonly Message[] {
  const plans = report.intents.filter(({ state }) => state === 'running').length
  return [...counted('account.plansCut', plans), ...onItsWay(report)]
}

/** What ending Plimsoll would interrupt or lose, one fact per line; empty: it may be updated. */
export function cutShort(report: DeskReport): readonly Message[] {
  return [...keptNowhere(report), ...unfinished(report)]
}

/** A journal in memory is lost on quitting. */
function keptNowhere({ emergency }: DeskReport): readonly Message[] {
  return emergency?.code === ('storage.emergency.memory' satisfies Code) ? [emergency] : []
}

function onItsWay({ intents, unknownCount }: DeskReport): readonly Message[] {
  const states = intents.flatMap(({ legs }) => legs.map(({ state }) => state))
  const count = (...wanted: readonly LegState[]): number => states.filter((state) => wanted.includes(state)).length
  return [
    ...counted('account.unsent', count('planned')),
    ...counted('account.onTheirWay', count('journalled', 'acknowledged')),
    ...counted('account.effectUnknown', unknownCount),
  ]
}

function leftToHumans({ intents }: DeskReport): readonly Message[] {
  const unseen = intents.filter(({ seenAt }) => seenAt === null).flatMap(({ legs }) => legs)
  return counted('account.forHumans', unseen.filter(({ state }) => state === 'needsHuman').length)
}

function positionLines(view: Unattended, report: DeskReport): readonly Message[] {
  const { positions, known } = view
  if (positions === null) return [message('account.positionsNotRead')]
  const held = positions.filter((position) => position.volume.gt(0))
  const bare = held.filter((position) => !isCovered(position, view, report)).length
  const kept = held.filter((position) => !isConfirmed(position)).length
  const { state } = known.positions
  return [
    ...(held.length > 0 ? [message('account.held', { count: held.length, bare })] : []),
    ...counted('account.unconfirmed', kept),
    ...(state === 'partly' ? [message('account.morePositions')] : []),
    ...(state === 'unknown'
      ? [message('account.positionsUnknown', { why: inARow(gapMessages(known.positions)) })]
      : []),
  ]
}

/** Protective orders without their position: one may close, or open, a later position. */
function stopLines({ positions, known }: Unattended, { protections }: DeskReport): readonly Message[] {
  const held = positions?.filter(({ volume }) => volume.gt(0)) ?? []
  const isWhole = positions !== null && known.positions.state === 'known'
  const isLoose = (key: string): boolean => isWhole && held.every((one) => one.key !== key)
  const loose = protections.filter(({ state, request }) => state === 'orphaned' || isLoose(request.positionKey)).length
  return counted('account.looseStops', loose)
}

/** Whether our stops and orders cover the whole position. */
function isCovered(held: Position, { orders, liquidations }: Unattended, { protections }: DeskReport): boolean {
  return coverOf(held, { protections, orders, ownLiquidation: liquidations?.get(held.key) ?? null }).share === 1
}

function orderLines({ orders, known }: Unattended): readonly Message[] {
  const spot = orders.filter((order) => order.area === 'spot').length
  const closing = orders.filter((order) => order.action === 'close').length
  const opening = orders.length - spot - closing
  const kinds = [
    ...counted('account.onSpot', spot),
    ...counted('account.mayOpen', opening),
    ...counted('account.wouldClose', closing),
  ]
  return [
    ...(orders.length > 0 ? [message('account.openOrders', { kinds })] : []),
    ...known.orders.gaps.map((gap) =>
      gap.code === 'lists'
        ? message('account.ordersUnread', { count: gap.of.length })
        : message('account.moreOrders', { why: inARow(gapMessages({ ...known.orders, gaps: [gap] })) }),
    ),
  ]
}

function ageLines({ ageMs }: Unattended): readonly Message[] {
  if (ageMs === null || ageMs < OLD_MS) return []
  return [message('account.asRead', { age: { ms: ageMs } })]
}

type Counted = `account.${
  | 'plansCut'
  | 'unsent'
  | 'onTheirWay'
  | 'effectUnknown'
  | 'forHumans'
  | 'unconfirmed'
  | 'looseStops'
  | 'onSpot'
  | 'mayOpen'
  | 'wouldClose'}`

/** No line for a count of 0. */
function counted(code: Counted, count: number): readonly Message[] {
  return count > 0 ? [message(code, { count })] : []
}
