import type { risk as english } from '../../en/window/risk.ts'

export const risk: Readonly<Record<keyof typeof english, string>> = {}
