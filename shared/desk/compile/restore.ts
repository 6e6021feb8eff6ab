import { asBaseQuantity, asPrice } from '../../domain/amounts.ts'
import { roundTo } from '../../domain/decimal.ts'
import { isTerminal, orderKey, remaining, type Order } from '../../domain/order.ts'
import type { Message } from '../../domain/message.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { amount, inARow, message, withoutRepeats } from '../../words/message.ts'
import type { OrderRef } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import { guard } from '../guard.ts'
import { DEFAULT_LIMITS } from '../order-limits.ts'
import type { Denial, PlaceRequest } from '../plan.ts'
import { worthIn, type Worth } from '../worth.ts'
import { deny, type Draft } from './draft.ts'
import { pairNamed } from './known.ts'

/**
 * Places a new Spot limit order for the unfilled rest of each cancelled order. An order that cannot be placed again is
 * a warning; if none can, the action is denied.
 */
export function draftRestore(facts: DeskFacts, newClientOrderId: () => string): Result<Draft, Denial> {
  const worth = worthIn(facts)
  const legs: PlaceRequest[] = []
  const refused: Denial[] = (facts.unproved ?? []).map((ref) =>
    notAgain(message('plan.notAgain.leftUnknown', named(ref))),
  )
  for (const order of new Map(facts.canceled.map((each) => [orderKey(each), each])).values()) {
    const again = placeAgain(order, facts, newClientOrderId)
    const denial = again.ok ? guard(again.value, guardState(again.value, legs.length, facts, worth)) : again.error
    if (again.ok && denial === null) legs.push(again.value)
    else if (denial !== null) refused.push(denial)
  }
  if (legs.length > 0) return ok({ legs, warnings: withoutRepeats(refused.map((each) => each.message)) })
  const [first] = refused
  if (first === undefined) return deny('NOT_RESTORABLE', message('plan.nothingCanceled'))
  return err({ code: first.code, message: inARow(refused.map((each) => each.message)) })
}

/** The order that replaces `order`, never larger than its unfilled rest. */
function placeAgain(
  order: Order,
  { instruments, orders }: DeskFacts,
  newClientOrderId: () => string,
): Result<PlaceRequest, Denial> {
  const { area, instrument, orderId, side, type, price, status } = order
  const not = (why: 'contract' | 'noLimit' | 'stillOpen' | 'unlisted'): Result<never, Denial> =>
    err(notAgain(message(`plan.notAgain.${why}`, named(order))))
  if (area === 'contract') return not('contract')
  if (type !== 'limit' || !price?.gt(0)) return not('noLimit')
  // Another read may have shown that the order ended, while our older list still has it as open.
  const isSame = (open: Order): boolean => orderKey(open) === orderKey(order)
  if (!isTerminal(status) && orders.some((open) => isSame(open) && !isTerminal(open.status))) return not('stillOpen')
  const pair = pairNamed(instruments, instrument)
  if (!pair) return not('unlisted')
  const quantity = asBaseQuantity(roundTo(remaining(order), pair.quantityPrecision, 'down'))
  if (quantity.lte(0)) {
    const facts = { ...named(order), filled: amount(order.executed) }
    return err(notAgain(message('plan.notAgain.nothingLeft', facts)))
  }
  const terms = { side, price: asPrice(price), quantity, clientOrderId: newClientOrderId() }
  return ok({ kind: 'place', area, instrument, standsFor: orderId, ...terms })
}

function notAgain(why: Message): Denial {
  return { code: 'NOT_RESTORABLE', message: why }
}

function named({ orderId, instrument }: OrderRef) {
  return { order: orderId, instrument }
}

function guardState({ instrument }: PlaceRequest, planned: number, facts: DeskFacts, worth: Worth) {
  const { mode = 'active', limits = DEFAULT_LIMITS, placedLastMinute = 0 } = facts.guard ?? {}
  const quoteAsset = pairNamed(facts.instruments, instrument)?.quoteAsset
  return {
    mode,
    limits,
    market: worth.market('spot', instrument),
    rate: quoteAsset === undefined ? null : worth.marketRate(quoteAsset),
    placedLastMinute: placedLastMinute + planned,
  }
}
