import type { accounts as english } from '../../en/window/accounts.ts'

export const accounts: Readonly<Record<keyof typeof english, string>> = {}
