import type { leg as english } from '../en/leg.ts'

export const leg: Readonly<Record<keyof typeof english, string>> = {}
