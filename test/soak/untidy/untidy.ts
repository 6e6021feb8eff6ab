/** Sessions at an untidy venue by the thousand, in virtual time over HTTP, each judged by the venue's own records. */
import { realClock } from '#electron/simulator/real-clock.ts'
import { judge } from './judge.ts'
import type { Fault } from './judge.ts'
import { play } from './play.ts'
import { storyOf } from './story.ts'
import type { Story } from './story.ts'

export interface Untidy {
  readonly stories: number
  readonly intents: number
  readonly requests: number
  readonly found: readonly Found[]
  readonly seconds: number
}

/** A story with faults. */
export interface Found {
  readonly seed: number
  readonly number: number
  readonly story: Story
  readonly faults: readonly Fault[]
}

interface UntidyOptions {
  readonly stories: number
  readonly seed: number
  /** The first story; 0 by default. */
  readonly from?: number
  /** Called after about every tenth of the run. */
  readonly onProgress?: (done: Untidy) => void
}

/** A run ends at this many faulty stories: more of them show nothing new. */
const MOST_FOUND = 40

export async function untidy({ stories, seed, from = 0, onProgress }: UntidyOptions): Promise<Untidy> {
  const startedAt = realClock.mono()
  const found: Found[] = []
  let done: Untidy = { stories: 0, intents: 0, requests: 0, found, seconds: 0 }
  for (let number = from; number < from + stories && found.length < MOST_FOUND; number++) {
    const story = storyOf(seed, number)
    const played = await play(story)
    const faults = judge(played)
    if (faults.length > 0) found.push({ seed, number, story, faults })
    done = {
      ...{ stories: done.stories + 1, intents: done.intents + played.report.intents.length, found },
      requests: done.requests + played.ledger.arrivals().length,
      seconds: (realClock.mono() - startedAt) / 1000,
    }
    if (done.stories % Math.ceil(stories / 10) === 0) onProgress?.(done)
  }
  return done
}
