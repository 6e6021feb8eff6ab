/** What is not known of an account, and what goes on without Plimsoll. */
export const account = {} as const
