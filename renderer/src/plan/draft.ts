/** An action while it is put together in the sheet: what is still missing, and what keys change. Pure. */
import { CLOSE_PERCENTS, type Action, type CloseSize } from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import { isAmount } from '../ui/amount-text.ts'

/** What is still to be typed, as a request to the trader; null when the action can be asked for. */
export function missing(action: Action): string | null {
  if (action.kind === 'closePosition') {
    if (action.tactic.kind === 'limit' && !isAmount(action.tactic.price))
      return amountWish('limit price', action.tactic.price)
    return sizeMissing(action.size)
  }
  if (action.kind === 'protect') {
    if (action.trigger.kind === 'price' && !isAmount(action.trigger.price))
      return amountWish('trigger price', action.trigger.price)
    return sizeMissing(action.size)
  }
  return null
}

function sizeMissing(size: CloseSize): string | null {
  return size.kind === 'volume' && !isAmount(size.volume) ? amountWish('number of contracts', size.volume) : null
}

function amountWish(name: string, typed: string): string {
  return typed === '' ? `Enter the ${name}.` : `The ${name} is not an amount: digits and a point, such as 3420.5.`
}

/** The action with the share that a number key picks (1 to 4); null when the key means nothing to it. */
export function withShare(action: Action, key: string): Action | null {
  if (action.kind !== 'closePosition' && action.kind !== 'protect') return null
  const percent = CLOSE_PERCENTS[Number(key) - 1]
  return percent === undefined ? null : { ...action, size: { kind: 'percent', percent } }
}

/** What can be taken back after requests of these kinds, in words; empty where there is nothing to say. */
export function undoWords(kinds: ReadonlySet<LegRequest['kind']>): string {
  const trades = kinds.has('close') || kinds.has('sell')
  if (trades && kinds.has('cancel')) return 'Trades can not be undone; cancelled Spot orders can be placed again.'
  if (trades) return 'Trades can not be undone.'
  if (kinds.has('cancel')) return 'Cancelled Spot orders can be placed again, at the end of the queue.'
  return ''
}
