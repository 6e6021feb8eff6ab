/** What Plimsoll itself says: dialogs, accounts, settings. */
export const main = {} as const
