/** What a file of Plimsoll could not do. */
export const storage = {} as const
