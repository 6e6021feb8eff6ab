/** The words of renderer/src/strip. */
export const strip = {} as const
