/** The words of renderer/src/risk/correlation. */
export const correlation = {} as const
