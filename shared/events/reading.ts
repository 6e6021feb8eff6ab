import type { EventFacts, Evidence, Happening } from './event.ts'

/** A moment: the start of a read. */
export interface Moment {
  /** Monotonic ms, and ms of the wall clock. */
  readonly mono: number
  readonly wall: number
}

/** One good read of a list. */
export interface Reading<T> extends Moment {
  readonly list: readonly T[]
  /** A missing entry means that there is none only if the list is whole. */
  readonly whole: boolean
}

/** The moment of an earlier run: before any of this one. */
export const earlierRun = (wall: number): Moment => ({ mono: -Infinity, wall })

/** Something that happened between two readings. */
export function happened(facts: EventFacts, since: Moment, at: Moment, evidence: readonly Evidence[]): Happening {
  return { facts, since: since.wall, at: at.wall, evidence, whileClosed: since.mono === -Infinity }
}
