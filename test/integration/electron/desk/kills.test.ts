import { describe, expect, it } from 'vitest'
import { kills } from '#test/soak/kills/kills.ts'

describe('a desk that is killed during a flatten', () => {
  it('sends nothing twice, reports what happened and ends flat, at eight moments', async () => {
    const { midway, undecided, violations } = await kills({ kills: 8, seed: 11 })
    expect(violations).toEqual([])
    expect(undecided).toBe(0)
    expect(midway).toBeGreaterThan(2)
  })
})
