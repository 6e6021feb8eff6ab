/** The words of renderer/src/orders. */
export const orders = {} as const
