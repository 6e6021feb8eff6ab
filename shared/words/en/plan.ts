/** What a plan does, what it warns of, and why the desk refuses one. */
export const plan = {} as const
