import type { check as english } from '../en/check.ts'

export const check: Readonly<Record<keyof typeof english, string>> = {}
