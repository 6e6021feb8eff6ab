import { describe, expect, it } from 'vitest'
import { ENDPOINT_NAMES } from '#electron/venue/endpoints/table.ts'
import type { Budget, PoolBudget } from '#shared/domain/budget.ts'
import { inEnglish } from '#shared/words/say.ts'
import { callUses, fullestOf, titleOfUse } from '../../../../renderer/src/app/call-use.ts'

const OPEN = { area: 'spot', state: 'open', resumesInMs: 0, isAsked: false, weight: null } as const
const pool = (change: Partial<PoolBudget>): PoolBudget => ({
  ...{ area: 'spot', pool: 'spot.openOrders', limit: 20, windowMs: 2_000, used: 0, waiting: 0, reserved: 5 },
  ...change,
})
const uses = (pools: readonly PoolBudget[], hosts: Budget['hosts'] = [OPEN]) => callUses({ pools, hosts })

describe('a request limit', () => {
  it.each([
    ['easy', { used: 15 }],
    ['busy', { used: 3, waiting: 1 }],
    ['tight', { used: 16 }],
    ['tight', { used: 3, waiting: 1, exitsWaiting: 1 }],
    // Too small to keep any for exits: the only place is in use, and nothing waits.
    ['easy', { limit: 1, reserved: 0, used: 1 }],
  ] as const)('is %s with %j', (pressure, change) => {
    expect(uses([pool(change)]).map((use) => use.pressure)).toEqual([pressure])
  })

  it.each(ENDPOINT_NAMES)('of %s has a title of its own', (name) => {
    expect(uses([pool({ pool: name })])[0]?.call.code).toMatch(/^limits\.call\./)
  })

  it('of a request that has none goes by its name', () => {
    expect(uses([pool({ pool: 'spot.newCall' })]).map(({ call }) => inEnglish(call))).toEqual(['spot.newCall'])
  })
})

describe('the fullest limit', () => {
  it('is the one under most pressure, then the one with the largest share in use', () => {
    const full = pool({ used: 14 })
    const waits = pool({ pool: 'spot.depth', used: 2, waiting: 2 })
    const exits = pool({ pool: 'spot.cancelOrder', used: 1, waiting: 1, exitsWaiting: 1 })
    const fullest = (pools: readonly PoolBudget[]) => inEnglish(titleOfUse(fullestOf(uses(pools))!))
    expect(fullest([pool({ pool: 'spot.pairs', used: 13 }), full])).toBe('Spot Open orders, 14 of 20 in 2 s')
    expect(fullest([full, waits])).toBe('Spot Book, 2 of 20 in 2 s')
    expect(fullest([full, waits, exits])).toBe('Spot Cancel, 1 of 20 in 2 s')
  })

  it('may be the weight of all requests of a host', () => {
    const host = { ...OPEN, weight: { limit: 1_200, used: 1_000, reserved: 300 } }
    const fullest = fullestOf(uses([pool({ used: 9 })], [host]))
    expect([fullest?.pressure, inEnglish(titleOfUse(fullest!))]).toEqual([
      'tight',
      'Spot All, by weight, 1,000 of 1,200 in 60 s',
    ])
  })

  it('is none where there is no limit', () => {
    expect(fullestOf(uses([]))).toBeNull()
  })
})
