/**
 * A way out where positions could not be read: none is closed by a size that was not just read, and so no order is taken
 * back that would close one.
 */
import { CLOSED_SIDE, closesSide, type Position } from '../../domain/account.ts'
import { isTerminal, type Order } from '../../domain/order.ts'
import type { DeskFacts } from '../facts.ts'

type Known = Pick<DeskFacts, 'positions' | 'isPartial' | 'doubts' | 'risk' | 'knownMs'>

/** Whether an order may close a position that could not be read: it may be all that is left to close it. */
export function mayCloseUnread(order: Order, { positions, isPartial, knownMs }: Known): boolean {
  if (order.action !== 'close') return false
  if (positions === null) return true
  const closed = positions.filter((held) => closesSide(order, held))
  if (closed.some(({ key }) => knownMs?.has(key))) return true
  return isPartial === true && !closed.some(({ volume }) => volume.gt(0))
}

/** Where an order is open that closes a position, and no such position is listed: the list lacks it, or is behind. */
export function unheldBy(orders: readonly Order[], positions: readonly Position[] | null): string[] {
  const closing = orders.filter(({ status, action }) => action === 'close' && !isTerminal(status))
  const unheld = closing.filter((order) => positions?.some((held) => closesSide(order, held)) === false)
  const sides = new Set(unheld.map(({ instrument, side }) => `${instrument} ${CLOSED_SIDE[side]}`))
  return [...sides].map((side) => `An order that closes ${side} is open, and no such position is listed.`)
}

/** What stays because positions could not be read; `kept`: how many orders that may close those. */
export function unreadPositions(facts: Known, kept: number): string[] {
  const { positions, isPartial, doubts = [] } = facts
  const orders = kept === 0 ? '' : kept === 1 ? ' 1 closing order stays.' : ` ${kept} closing orders stay.`
  if (positions === null) return [`CLOSES NOTHING: no position could be read. ${lastKnown(facts)}${orders}`]
  if (isPartial !== true || facts.knownMs !== undefined) return []
  return doubts.length === 0
    ? [`Some positions could not be read; those stay open.${orders}`]
    : [`${whyPartial(facts)} What may be held stays open.${orders}`]
}

/** Why there may be positions that are not listed. */
export function whyPartial({ doubts = [] }: Pick<Known, 'doubts'>): string {
  return doubts.length === 0
    ? 'Some positions could not be read.'
    : `The list of positions can not be believed: ${doubts.join(' ')}`
}

/** "At least", because the clock this is told by may have stood still while the machine slept. */
function lastKnown({ risk }: Known): string {
  if (!risk?.positions || risk.positionsReadAt === null) return 'None was read before.'
  const held = risk.positions.filter(({ volume }) => volume.gt(0)).length
  return `When last read, at least ${ageWords(risk.now - risk.positionsReadAt)} ago, ${held} ${held === 1 ? 'was' : 'were'} held.`
}

const MINUTE_MS = 60_000

/** An age in words. */
export function ageWords(ms: number): string {
  return ms < 2 * MINUTE_MS ? `${Math.floor(ms / 1_000)} s` : `${Math.floor(ms / MINUTE_MS)} min`
}
