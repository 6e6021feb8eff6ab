/** What became of each request of the desk. */
export const leg = {} as const
