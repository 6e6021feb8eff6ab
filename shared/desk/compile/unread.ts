/**
 * The way out when some positions could not be read: it closes only sizes that were just read, and keeps orders that
 * may close the others.
 */
import { CLOSED_SIDE, closesSide, type Position } from '../../domain/account.ts'
import type { Duration, Message } from '../../domain/message.ts'
import { isTerminal, type Order } from '../../domain/order.ts'
import { inARow, message, withoutRepeats } from '../../words/message.ts'
import type { DeskFacts } from '../facts.ts'

type Known = Pick<DeskFacts, 'positions' | 'isPartial' | 'doubts' | 'risk' | 'knownMs'>

/** Whether an order may close a position that could not be read. Such an order may be the only way out. */
export function mayCloseUnread(order: Order, { positions, isPartial, knownMs }: Known): boolean {
  if (order.action !== 'close') return false
  if (positions === null) return true
  const closed = positions.filter((held) => closesSide(order, held))
  if (closed.some(({ key }) => knownMs?.has(key))) return true
  return isPartial === true && !closed.some(({ volume }) => volume.gt(0))
}

/** Warns about open closing orders without a position: the list of positions is incomplete or late. */
export function unheldBy(orders: readonly Order[], positions: readonly Position[] | null): readonly Message[] {
  const closing = orders.filter(({ status, action }) => action === 'close' && !isTerminal(status))
  const unheld = closing.filter((order) => positions?.some((held) => closesSide(order, held)) === false)
  return withoutRepeats(
    unheld.map(({ instrument: contract, side }) =>
      message(CLOSED_SIDE[side] === 'long' ? 'plan.unheldLong' : 'plan.unheldShort', { contract }),
    ),
  )
}

/**
 * Warns about what stays because positions could not be read. `kept`: the number of orders kept because they may close
 * such positions.
 */
export function unreadPositions(facts: Known, kept: number): readonly Message[] {
  const { positions, isPartial, doubts = [] } = facts
  const orders = kept === 0 ? [] : [message('plan.closingOrdersStay', { count: kept })]
  if (positions === null) return [inARow([closesNothing(facts), ...orders])]
  if (isPartial !== true || facts.knownMs !== undefined) return []
  return doubts.length === 0
    ? [inARow([message('plan.unreadStayOpen'), ...orders])]
    : [message('plan.doubtedStayOpen', { why: whyPartial(facts) })]
}

/** Why the list of positions may be incomplete. */
export function whyPartial({ doubts = [] }: Pick<Known, 'doubts'>): Message {
  return doubts.length === 0 ? message('plan.positionsUnread') : message('plan.listDoubted', { why: inARow(doubts) })
}

/** The message says "at least" because the monotonic clock may stop while the machine sleeps. */
function closesNothing({ risk }: Known): Message {
  if (!risk?.positions || risk.positionsReadAt === null) return message('plan.closesNothing')
  const count = risk.positions.filter(({ volume }) => volume.gt(0)).length
  return message('plan.closesNothingOf', { age: ageOf(risk.now - risk.positionsReadAt), count })
}

/** An age rounded down to whole units, or up with `Math.ceil`. */
export function ageOf(ms: number, round = Math.floor): Duration {
  const unit = ms >= 2 * MINUTE_MS ? MINUTE_MS : ms >= 1_000 ? 1_000 : 1
  return { ms: round(ms / unit) * unit }
}

const MINUTE_MS = 60_000
