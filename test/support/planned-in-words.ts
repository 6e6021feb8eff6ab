/** Plans that close many positions, in words: an account with three contracts and their pairs. */
import type { Action } from '#shared/desk/action.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { LegRequest, Protection } from '#shared/desk/plan.ts'
import { toText } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { decimal } from '#test/support/amounts.ts'
import { NO_FACTS, openOrder, saidPlan } from '#test/support/desk-facts.ts'
import { contract, pair } from '#test/support/portfolio-fixtures.ts'

export const BTC = contract('BTC', 'USDT')
export const ETH = contract('ETH', 'USDT')
export const SOL = contract('SOL', 'USDT')
const INSTRUMENTS = [
  BTC,
  ETH,
  SOL,
  pair('BTC', 'USDT'),
  pair('ETH', 'BTC'),
  pair('SOL', 'USDC', { quantityPrecision: 1 }),
]
const KNOWN: DeskFacts = { ...NO_FACTS, instruments: INSTRUMENTS }
export const STOP: Protection = {
  intentId: 'one',
  request: {
    ...{
      kind: 'protect',
      area: 'contract',
      instrument: BTC.name,
      positionKey: 'key',
      purpose: 'stopLoss',
      side: 'sell',
    },
    ...{ marginMode: 'cross', volume: decimal(1), triggerPrice: decimal(90), trigger: 'fall' },
  },
  triggerId: null,
  placedAt: 0,
  state: 'believed',
}

function words(leg: LegRequest): string {
  switch (leg.kind) {
    case 'cancel':
      return `cancel ${leg.orderId}`
    case 'close':
      return `${leg.side} ${toText(leg.volume)} ${leg.positionKey}`
    case 'sell':
      return `sell ${toText(leg.quantity)} ${leg.asset} by ${leg.instrument}`
    case 'protect':
    case 'place':
      return leg.kind
  }
}

/** The plan of an action in words. */
export function compiled(action: Action, facts: Partial<DeskFacts>) {
  let id = 0
  const plan = saidPlan(action, { ...KNOWN, ...facts }, () => `id${++id}`)
  if (!plan.ok) return { code: plan.error.code, message: plan.error.message, legs: [], warnings: [] }
  const { legs, estimate } = plan.value
  return {
    code: null,
    message: '',
    legs: legs.map(words),
    warnings: estimate?.warnings.filter((text) => !text.startsWith('The book')),
  }
}

/** An open order that closes `of`. */
export function closing(orderId: string, quantity: number, of = BTC, side: 'buy' | 'sell' = 'sell'): Order {
  return openOrder({ area: 'contract', instrument: of.name, orderId }, { action: 'close', side, quantity })
}
