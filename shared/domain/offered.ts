/** Calls that some venues of the family do not have. */
import type { PoolBudget } from './budget.ts'

export type OptionalCall = 'spot.batchCancel' | 'contract.conditionOrder'

/**
 * Whether the venue has the call: every call there is counts in a pool of its own. Where the pools of its area are not
 * known, it is taken to be there, and the venue says so if it is not.
 */
export function isOffered(call: OptionalCall, pools: readonly Pick<PoolBudget, 'area' | 'pool'>[]): boolean {
  const own = pools.filter(({ area }) => call.startsWith(`${area}.`))
  return own.length === 0 || own.some(({ pool }) => pool === call)
}
