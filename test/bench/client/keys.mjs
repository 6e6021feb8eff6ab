// Of no account anywhere.
export const KEY = 'bench-key'
export const SECRET = 'bench-secret'
