/** What the command line prints. */
export const check = {} as const
