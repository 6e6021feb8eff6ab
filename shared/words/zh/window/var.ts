import type { valueAtRisk as english } from '../../en/window/var.ts'

export const valueAtRisk: Readonly<Record<keyof typeof english, string>> = {}
