/** The words of renderer/src/desk. */
export const desk = {} as const
