/** The words of renderer/src/accounts. */
export const accounts = {} as const
