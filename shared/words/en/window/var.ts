/** The words of renderer/src/risk/var. */
export const valueAtRisk = {} as const
