import type { account as english } from '../en/account.ts'

export const account: Readonly<Record<keyof typeof english, string>> = {}
