/** Calls that some venues of the family do not have. */
import type { PoolBudget } from './budget.ts'

/**
 * Whether the venue has the call, which it has if there is a rate pool for it. If the pools of its area are unknown,
 * the call is assumed to exist.
 */
export function isOffered(
  call: 'spot.batchCancel' | 'contract.conditionOrder',
  pools: readonly Pick<PoolBudget, 'area' | 'pool'>[],
): boolean {
  const own = pools.filter(({ area }) => call.startsWith(`${area}.`))
  return own.length === 0 || own.some(({ pool }) => pool === call)
}
