/** The words of renderer/src/positions. */
export const positions = {} as const
