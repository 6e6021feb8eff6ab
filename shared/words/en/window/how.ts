/** The words of renderer/src/risk/how. */
export const how = {} as const
