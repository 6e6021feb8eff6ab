/** The words of renderer/src/risk/funding. */
export const funding = {} as const
