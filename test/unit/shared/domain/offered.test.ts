import { describe, expect, it } from 'vitest'
import { isOffered } from '#shared/domain/offered.ts'
import { pool } from '#test/support/desk-facts.ts'

describe('a call that some venues lack', () => {
  it('exists when it has a pool, and not when only others of its area have one', () => {
    const pools = [pool('spot', 'cancelOrder'), pool('spot', 'batchCancel'), pool('contract', 'placeOrder')]
    expect(isOffered('spot.batchCancel', pools)).toBe(true)
    expect(isOffered('contract.conditionOrder', pools)).toBe(false)
  })

  it('is assumed to exist while no pool of its area is known', () => {
    expect(isOffered('contract.conditionOrder', [])).toBe(true)
    expect(isOffered('contract.conditionOrder', [pool('spot', 'cancelOrder')])).toBe(true)
  })
})
