import type { Action } from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'

/** What an intent acts on, as text. Two intents with a key in common never run at the same time. */
export function actionKey(action: Action): string {
  switch (action.kind) {
    case 'cancelOrder':
      return orderKey(action)
    case 'cancelInstrument':
      return key('orders', action.area, action.instrument)
    case 'closePosition':
      return key('position', action.positionKey)
  }
}

export function legKey(request: LegRequest): string {
  return request.kind === 'cancel' ? orderKey(request) : key('position', request.positionKey)
}

function orderKey({ area, instrument, orderId }: { area: string; instrument: string; orderId: string }): string {
  return key('order', area, instrument, orderId)
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

/** Who acts on what now. Claiming again what one holds is fine. */
export interface Claims {
  /** False when another intent holds `key`. */
  claim(intentId: string, key: string): boolean
  /** Lets go of everything the intent holds. */
  release(intentId: string): void
}

export function createClaims(): Claims {
  const holders = new Map<string, string>()
  return {
    claim(intentId, key) {
      const holder = holders.get(key)
      if (holder === undefined) holders.set(key, intentId)
      return holder === undefined || holder === intentId
    },
    release(intentId) {
      for (const [key, holder] of holders) if (holder === intentId) holders.delete(key)
    },
  }
}
