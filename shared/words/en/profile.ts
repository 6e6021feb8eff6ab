/** What is wrong with a venue profile. */
export const profile = {} as const
