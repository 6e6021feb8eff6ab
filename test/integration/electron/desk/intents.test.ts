import { describe, expect, it } from 'vitest'
import { intents } from '#test/soak/intents/intents.ts'
import { judge } from '#test/soak/intents/judge.ts'
import { play } from '#test/soak/intents/play.ts'
import type { Story } from '#test/soak/intents/story.ts'
import { repeatsLostWrites, TELLS_LOSS_AS_REFUSAL } from '#test/support/sabotage.ts'

describe('intents of every kind', () => {
  it('never arrive twice and report what the venue did, in five hundred runs', async () => {
    const done = await intents({ intents: 500, seed: 7 })
    expect([...done.duplicates, ...done.wrong]).toEqual([])
    expect(done.intents).toBeGreaterThanOrEqual(500)
    expect(done.toHuman).toBeLessThan(done.legs / 50)
  })

  it('the judge detects a desk that repeats a write without an answer', async () => {
    const { duplicates } = await intents({ intents: 2_000, seed: 7, sabotage: repeatsLostWrites() })
    expect(duplicates).not.toEqual([])
  })

  it('the judge detects a desk that takes a lost answer for a refusal', async () => {
    const { wrong } = await intents({ intents: 2_000, seed: 7, sabotage: TELLS_LOSS_AS_REFUSAL })
    expect(wrong).not.toEqual([])
  })
})

describe('a flatten while cancelled orders are being restored', () => {
  const click = { at: 0, looksFirst: false, waitMs: 30_000 }
  const story: Story = {
    volumes: [5, 0],
    lagMs: 0,
    opening: [],
    closing: [],
    spot: 3,
    coins: 4,
    clicks: [
      { ...click, what: 'cancelSpot' },
      { ...click, what: 'restore', waitMs: 10 },
      { ...click, what: 'flatten' },
    ],
    meanwhile: [],
    // The fates of the cancels and of the restored orders: the first restored order arrives late, and its answer is
    // lost.
    fates: [
      { reply: 'ok', effectAfterMs: 0, fillPercent: 0 },
      { reply: 'lost', effectAfterMs: 3_000, fillPercent: 0 },
    ],
    deaths: [],
  }

  it('is not done before the last restored order is there, and cancels it', async () => {
    const ending = await play(story)
    expect(judge(story, ending)).toMatchObject({ intents: 3, duplicates: [], wrong: [], toHuman: 0 })
    expect(ending.report.intents[0]).toMatchObject({ action: { kind: 'flatten' }, state: 'done' })
    expect(ending.venue.openOrders()).toEqual([])
  })
})
