import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judge } from '#test/soak/untidy/judge.ts'
import { play } from '#test/soak/untidy/play.ts'
import type { Story } from '#test/soak/untidy/story.ts'
import { untidy } from '#test/soak/untidy/untidy.ts'
import { foundLines } from '#test/soak/words.ts'

/** A hundred stories, this many per test. */
const EACH = 20
const PARTS = [0, 20, 40, 60, 80] as const

/** Stories that once failed, each with its reason. */
const EXAMPLES = JSON.parse(
  readFileSync(new URL('../../../fixtures/untidy-stories.json', import.meta.url), 'utf8'),
) as readonly { readonly was: string; readonly story: Story }[]

describe('a session at a venue that garbles its answers', () => {
  it.each(PARTS)(
    'reports and does what the venue’s own records confirm: twenty stories from the %i. on',
    async (from) => {
      const { found, intents } = await untidy({ stories: EACH, seed: 7, from })
      expect(found.flatMap(foundLines)).toEqual([])
      expect(intents).toBeGreaterThan(EACH / 2)
    },
  )

  it.each(EXAMPLES)('is reported truthfully: $was', async ({ story }) => {
    expect(judge(await play(story))).toEqual([])
  })
})
