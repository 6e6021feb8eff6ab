/** The words of renderer/src/overview. */
export const overview = {} as const
