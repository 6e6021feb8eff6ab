import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import { isConfirmed } from '../domain/kept.ts'
import { gapWords, type Knowledge } from './knowledge.ts'
import type { Order } from '../domain/order.ts'
import { coverOf } from '../desk/cover.ts'
import type { LegState } from '../desk/plan.ts'
import type { DeskReport } from '../desk/report.ts'

/** What is known of the account at the moment a trader wants to leave. */
export interface Unattended {
  /** null before the first good read. */
  readonly positions: readonly Position[] | null
  readonly orders: readonly Order[]
  /** How well those are known. */
  readonly known: { readonly positions: Knowledge; readonly orders: Knowledge }
  /** Our own estimate of where positions are liquidated, by key; absent: not known. */
  readonly liquidations?: ReadonlyMap<string, Decimal | null>
  /** How old the oldest of this is, ms; null before the first good read. */
  readonly ageMs: number | null
}

/** What would go on unwatched. */
export interface Leaving {
  /** In plain English, one fact a line; the most urgent first. */
  readonly lines: readonly string[]
  /** Nothing is held, ordered, on its way or unknown: there is nothing to ask. */
  readonly isQuiet: boolean
}

export const NOTHING_LEFT: Leaving = { lines: [], isQuiet: true }

/** Anything younger is "now". */
const OLD_MS = 5_000

/** What a trader should know before Plimsoll is closed: the venue has no switch that would clear up after us. */
export function leaving(view: Unattended, report: DeskReport): Leaving {
  const lines = [
    ...onItsWay(report),
    ...leftToHumans(report),
    ...positionLines(view, report),
    ...stopLines(view, report),
    ...orderLines(view),
  ]
  if (lines.length === 0) return NOTHING_LEFT
  return { lines: [...lines, ...ageLines(view)], isQuiet: false }
}

/** What an account is cut short in when another is opened in its place, in plain English, one fact a line; none: nothing. */
export function unfinished(report: DeskReport): readonly string[] {
  const plans = report.intents.filter(({ state }) => state === 'running').length
  return [
    ...when(plans, `Under way: ${counted(plans, 'plan')}. Nothing more is looked at or sent for it.`),
    ...onItsWay(report),
  ]
}

function onItsWay({ intents, unknownCount }: DeskReport): readonly string[] {
  const states = intents.flatMap(({ legs }) => legs.map(({ state }) => state))
  const count = (...wanted: readonly LegState[]): number => states.filter((state) => wanted.includes(state)).length
  const unsent = count('planned')
  const onTheirWay = count('journalled', 'acknowledged')
  return [
    when(unsent, `Not sent yet, and will not be: ${counted(unsent, 'request')} of what you asked for.`),
    when(
      onTheirWay,
      `On the way: ${counted(onTheirWay, 'request')}. Plimsoll waits a few seconds for the answer; what is not settled ` +
        'by then stays in its journal and is looked for when this account is opened again.',
    ),
    when(
      unknownCount,
      `Effect not known: ${counted(unknownCount, 'request')}. Plimsoll looks again when this account is opened.`,
    ),
  ].flat()
}

function leftToHumans({ intents }: DeskReport): readonly string[] {
  const unseen = intents.filter(({ seenAt }) => seenAt === null).flatMap(({ legs }) => legs)
  const forHumans = unseen.filter(({ state }) => state === 'needsHuman').length
  return [
    when(
      forHumans,
      `For you to look at on the venue's own site: ${counted(forHumans, 'request')} that Plimsoll could not settle.`,
    ),
  ].flat()
}

function positionLines(view: Unattended, report: DeskReport): readonly string[] {
  const { positions, known } = view
  if (positions === null) return ['Positions: not known, the contract account was not read yet.']
  const held = positions.filter((position) => position.volume.gt(0))
  const bare = held.filter((position) => !isCovered(position, view, report)).length
  const kept = held.filter((position) => !isConfirmed(position)).length
  return [
    when(
      held.length,
      `Held: ${counted(held.length, 'position')}, ${bare} without a stop-loss of Plimsoll's for all of it.`,
    ),
    when(kept, `Not confirmed: ${counted(kept, 'position')} of these could not be read again.`),
    known.positions.state === 'partly' ? ['Some positions could not be read: there may be more.'] : [],
    known.positions.state === 'unknown' ? [`Positions: ${gapWords(known.positions).join(' ')}`] : [],
  ].flat()
}

/** Without its position a protective order may close, or open, what is traded later. */
function stopLines({ positions, known }: Unattended, { protections }: DeskReport): readonly string[] {
  const held = positions?.filter(({ volume }) => volume.gt(0)) ?? []
  const isWhole = positions !== null && known.positions.state === 'known'
  const isLoose = (key: string): boolean => isWhole && held.every((one) => one.key !== key)
  const loose = protections.filter(({ state, request }) => state === 'orphaned' || isLoose(request.positionKey)).length
  return when(loose, `Without a position: ${counted(loose, 'protective order')} the venue may still have.`)
}

/** Whether stops of ours, and orders, are believed to cover the whole position. */
function isCovered(held: Position, { orders, liquidations }: Unattended, { protections }: DeskReport): boolean {
  return coverOf(held, { protections, orders, ownLiquidation: liquidations?.get(held.key) ?? null }).share === 1
}

function orderLines({ orders, known }: Unattended): readonly string[] {
  const spot = orders.filter((order) => order.area === 'spot').length
  const closing = orders.filter((order) => order.action === 'close').length
  const opening = orders.length - spot - closing
  const kinds = [
    when(spot, `${spot} on Spot`),
    when(opening, `${opening} that may open or add to contract positions`),
    when(closing, `${closing} that would close them`),
  ].flat()
  return [
    when(orders.length, `Open orders: ${kinds.join(', ')}.`),
    known.orders.gaps.map((gap) =>
      gap.code === 'lists'
        ? `Orders not read yet: ${counted(gap.of.length, 'instrument')}.`
        : `Open orders, there may be more: ${gapWords({ ...known.orders, gaps: [gap] }).join(' ')}`,
    ),
  ].flat()
}

function ageLines({ ageMs }: Unattended): readonly string[] {
  if (ageMs === null || ageMs < OLD_MS) return []
  return [`All this as read ${Math.round(ageMs / 1_000)} s ago.`]
}

function when(count: number, text: string): readonly string[] {
  return count > 0 ? [text] : []
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
