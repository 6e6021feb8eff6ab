import type { plan as english } from '../en/plan.ts'

export const plan: Readonly<Record<keyof typeof english, string>> = {}
