// Keys that belong to no account.
export const KEY = 'bench-key'
export const SECRET = 'bench-secret'
