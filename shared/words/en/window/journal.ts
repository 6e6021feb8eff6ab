/** The words of renderer/src/journal. */
export const journal = {} as const
