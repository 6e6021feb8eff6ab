/** The words of renderer/src/risk/stress. */
export const stress = {} as const
