/** One good read of a list, and the moments it is of. */
export interface Moment {
  /** When the read was started: monotonic ms, and by the wall clock. */
  readonly mono: number
  readonly wall: number
}

export interface Reading<T> extends Moment {
  readonly list: readonly T[]
  /** Only from a whole one does it follow that what is not listed is not there. */
  readonly whole: boolean
}

/** A moment of an earlier run: before any of this one. */
export const isEarlierRun = ({ mono }: Moment): boolean => mono === -Infinity
