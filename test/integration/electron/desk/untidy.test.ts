import { describe, expect, it } from 'vitest'
import { untidy } from '#test/soak/untidy/untidy.ts'
import { foundLines } from '#test/soak/words.ts'

/** A hundred stories, so many to a test. */
const EACH = 20
const PARTS = [0, 20, 40, 60, 80] as const

/** Stories that were not told truly once, each with what it was. */
const EXAMPLES: readonly (readonly [seed: number, story: number, was: string])[] = []

describe('a session at a venue that garbles its answers', () => {
  it.each(PARTS)('says and does what the venue’s own books bear out: twenty stories from the %i. on', async (from) => {
    const { found, intents } = await untidy({ stories: EACH, seed: 7, from })
    expect(found.flatMap(foundLines)).toEqual([])
    expect(intents).toBeGreaterThan(EACH / 2)
  })

  it.each(EXAMPLES)('tells story %2$i of seed %1$i truly: %3$s', async (seed, from) => {
    const { found } = await untidy({ stories: 1, seed, from })
    expect(found.flatMap(foundLines)).toEqual([])
  })
})
