/** Why a call, a key or a file did not work, and what to do. */
export const failure = {} as const
