import { actionKey } from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'

/** What a leg acts on, as text: the key of the action that asks for that alone. Two intents never hold the same key. */
export function legKey(request: LegRequest): string {
  const { area, instrument } = request
  return request.kind === 'cancel'
    ? actionKey({ kind: 'cancelOrder', area, instrument, orderId: request.orderId })
    : actionKey({ kind: 'closePosition', positionKey: request.positionKey })
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
