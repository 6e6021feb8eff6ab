/** The words of renderer/src/risk/liquidity. */
export const liquidity = {} as const
