import { describe, expect, it } from 'vitest'
import { intents } from '#test/soak/intents/intents.ts'
import { repeatsLostWrites, TELLS_LOSS_AS_REFUSAL } from '#test/support/sabotage.ts'

describe('intents of every kind', () => {
  it('never arrive twice and end in what the venue did, five hundred times', async () => {
    const done = await intents({ intents: 500, seed: 7 })
    expect([...done.duplicates, ...done.wrong]).toEqual([])
    expect(done.intents).toBeGreaterThanOrEqual(500)
    expect(done.toHuman).toBeLessThan(done.legs / 50)
  })

  it('are found out where a desk repeats a write that got no answer', async () => {
    const { duplicates } = await intents({ intents: 2_000, seed: 7, sabotage: repeatsLostWrites() })
    expect(duplicates).not.toEqual([])
  })

  it('are found out where a desk takes a lost answer for a refusal', async () => {
    const { wrong } = await intents({ intents: 2_000, seed: 7, sabotage: TELLS_LOSS_AS_REFUSAL })
    expect(wrong).not.toEqual([])
  })
})
