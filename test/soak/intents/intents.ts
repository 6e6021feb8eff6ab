/** Intents of every kind by the thousand, in virtual time on the model venue, each judged by the venue's ledger. */
import { realClock } from '#electron/simulator/real-clock.ts'
import type { Sabotage } from '#test/support/desk-run.ts'
import { judge } from './judge.ts'
import { play } from './play.ts'
import { storyOf } from './story.ts'

export interface Intents {
  readonly stories: number
  readonly intents: number
  readonly legs: number
  readonly toHuman: number
  /** What must never happen, each with its story. */
  readonly duplicates: readonly string[]
  readonly wrong: readonly string[]
  readonly seconds: number
}

interface IntentsOptions {
  readonly intents: number
  readonly seed: number
  /** Called after about every tenth of the run. */
  readonly onProgress?: (done: Intents) => void
  readonly sabotage?: Sabotage
}

/** A run ends at this many faults: more of them show nothing new. */
const MOST_FAULTS = 20

export async function intents({ intents: count, seed, onProgress, sabotage = {} }: IntentsOptions): Promise<Intents> {
  const from = realClock.mono()
  let done: Intents = { stories: 0, intents: 0, legs: 0, toHuman: 0, duplicates: [], wrong: [], seconds: 0 }
  let tenths = 0
  while (done.intents < count && done.duplicates.length + done.wrong.length < MOST_FAULTS) {
    const number = done.stories
    const story = storyOf(seed, number)
    const verdict = judge(story, await play(story, sabotage))
    const named = (text: string): string => `story ${number} of seed ${seed}: ${text}`
    done = {
      stories: number + 1,
      intents: done.intents + verdict.intents,
      legs: done.legs + verdict.legs,
      toHuman: done.toHuman + verdict.toHuman,
      duplicates: [...done.duplicates, ...verdict.duplicates.map(named)],
      wrong: [...done.wrong, ...verdict.wrong.map(named)],
      seconds: (realClock.mono() - from) / 1000,
    }
    if (Math.floor((done.intents / count) * 10) <= tenths) continue
    tenths = Math.floor((done.intents / count) * 10)
    onProgress?.(done)
  }
  return done
}
