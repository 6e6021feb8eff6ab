/** The words of renderer/src/risk. */
export const risk = {} as const
