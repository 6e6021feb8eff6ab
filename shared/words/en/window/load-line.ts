/** The words of renderer/src/risk/load-line. */
export const loadLine = {} as const
