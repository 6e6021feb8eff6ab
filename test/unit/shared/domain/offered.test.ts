import { describe, expect, it } from 'vitest'
import { isOffered } from '#shared/domain/offered.ts'
import { pool } from '#test/support/desk-facts.ts'

describe('a call that some venues lack', () => {
  it('is there where it has a pool, and not where others of its area have one', () => {
    const pools = [pool('spot', 'cancelOrder'), pool('spot', 'batchCancel'), pool('contract', 'placeOrder')]
    expect(isOffered('spot.batchCancel', pools)).toBe(true)
    expect(isOffered('contract.conditionOrder', pools)).toBe(false)
  })

  it('is taken to be there while no pool of its area is known', () => {
    expect(isOffered('contract.conditionOrder', [])).toBe(true)
    expect(isOffered('contract.conditionOrder', [pool('spot', 'cancelOrder')])).toBe(true)
  })
})
