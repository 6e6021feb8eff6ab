/** One random life of an account: what it holds, what is requested, and what goes wrong. */
import fc from 'fast-check'
import type { Death } from '#test/support/desk-run.ts'
import { deaths, fate } from '#test/support/fate.ts'
import type { Fate } from '#test/support/model-replies.ts'

const CLICKS = [
  'close',
  'close',
  'closeHalf',
  'closeSome',
  'closeAtPrice',
  'closeSide',
  'reduceAll',
  'flatten',
  'flatten',
  'flattenAndSell',
  'cancel',
  'cancelTwo',
  'cancelContract',
  'cancelSpot',
  'cancelAll',
  'protect',
  'restore',
] as const

const EVENTS = ['fill', 'fill', 'fillPart', 'order', 'spotOrder', 'jump', 'failingReads', 'failingReads'] as const

export type Click = (typeof CLICKS)[number]
export type Event = (typeof EVENTS)[number]

export interface Story {
  readonly volumes: readonly [number, number]
  /** How far the list of positions lags behind the orders. */
  readonly lagMs: number
  readonly opening: readonly number[]
  readonly closing: readonly { readonly on: number; readonly size: number }[]
  /** Resting orders of the pair, and units of its base asset. */
  readonly spot: number
  readonly coins: number
  readonly clicks: readonly {
    readonly what: Click
    readonly at: number
    /** Whether the plan is previewed before it is carried out. */
    readonly looksFirst: boolean
    readonly waitMs: number
  }[]
  readonly meanwhile: readonly { readonly ms: number; readonly what: Event; readonly at: number }[]
  readonly fates: readonly Fate[]
  readonly deaths: readonly Death[]
}

const story: fc.Arbitrary<Story> = fc.record({
  volumes: fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 15 })),
  lagMs: fc.constantFrom(0, 0, 300, 1_500),
  opening: fc.array(fc.nat({ max: 1 }), { maxLength: 4 }),
  closing: fc.array(fc.record({ on: fc.nat({ max: 1 }), size: fc.integer({ min: 1, max: 12 }) }), { maxLength: 3 }),
  spot: fc.nat({ max: 12 }),
  coins: fc.nat({ max: 5 }),
  clicks: fc.array(
    fc.record({
      what: fc.constantFrom(...CLICKS),
      at: fc.nat({ max: 20 }),
      looksFirst: fc.boolean(),
      waitMs: fc.constantFrom(0, 10, 60, 600, 4_000, 30_000),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  meanwhile: fc.array(
    fc.record({
      ms: fc.constantFrom(0, 30, 60, 200, 350, 500, 900, 2_000, 5_000, 20_000),
      what: fc.constantFrom(...EVENTS),
      at: fc.nat({ max: 6 }),
    }),
    { maxLength: 6 },
  ),
  fates: fc.array(fate, { maxLength: 10 }),
  deaths: deaths(60),
})

/** Story `number` of a seed: always the same one. */
export function storyOf(seed: number, number: number): Story {
  const [sampled] = fc.sample(story, { seed: (Math.imul(seed, 0x9e3779b1) + number) | 0, numRuns: 1 })
  if (sampled === undefined) throw new Error('expected a story')
  return sampled
}
