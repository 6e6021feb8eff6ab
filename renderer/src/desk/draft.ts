/** An action while it is put together in the sheet: what is still missing, and what keys change. Pure. */
import { CLOSE_PERCENTS, type Action, type CloseSize, type CloseTactic } from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { isAmount, isPercent } from '../kit/amount-text.ts'

/** The most that main takes. */
export const MOST_PERCENT = { capped: 50, chase: 10 } as const

/** What is still to be typed, as a request to the trader; null when the action can be asked for. */
export function missing(action: Action): string | null {
  if (action.kind === 'closePosition') return tacticMissing(action.tactic) ?? sizeMissing(action.size)
  if (action.kind === 'protect') {
    if (action.trigger.kind === 'price' && !isAmount(action.trigger.price))
      return amountWish('trigger price', action.trigger.price)
    return sizeMissing(action.size)
  }
  return null
}

function tacticMissing(tactic: CloseTactic): string | null {
  switch (tactic.kind) {
    case 'market':
      return null
    case 'limit':
      return isAmount(tactic.price) ? null : amountWish('limit price', tactic.price)
    case 'capped':
      return percentWish('distance from the mark', tactic.percent, MOST_PERCENT.capped)
    case 'chase':
      return percentWish('stop distance', tactic.stopPercent, MOST_PERCENT.chase)
  }
}

function sizeMissing(size: CloseSize): string | null {
  return size.kind === 'volume' && !isAmount(size.volume) ? amountWish('number of contracts', size.volume) : null
}

function amountWish(name: string, typed: string): string {
  return typed === '' ? `Enter the ${name}.` : `The ${name} is not an amount: digits and a point, such as 3420.5.`
}

function percentWish(name: string, typed: string, most: number): string | null {
  if (isPercent(typed, most)) return null
  return typed === ''
    ? `Enter the ${name}, in percent.`
    : `The ${name} is not a percentage above 0 and up to ${most}: digits and a point, such as 0.5.`
}

/** The action with the share that a number key picks (1 to 4); null when the key means nothing to it. */
export function withShare(action: Action, key: string): Action | null {
  if (action.kind !== 'closePosition' && action.kind !== 'protect') return null
  const percent = CLOSE_PERCENTS[Number(key) - 1]
  return percent === undefined ? null : { ...action, size: { kind: 'percent', percent } }
}

/** What can be taken back after these requests, in words; empty where there is nothing to say. */
export function undoWords(requests: readonly Encoded<LegRequest>[]): string {
  const trades = requests.some(({ kind }) => kind === 'close' || kind === 'sell')
  const cancelsSpot = requests.some((each) => each.kind === 'cancel' && each.area === 'spot')
  if (trades && cancelsSpot) return 'Trades can not be undone; cancelled Spot orders can be placed again.'
  if (trades) return 'Trades can not be undone.'
  if (cancelsSpot) return 'Cancelled Spot orders can be placed again, at the end of the queue.'
  return ''
}
