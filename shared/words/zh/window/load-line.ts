import type { loadLine as english } from '../../en/window/load-line.ts'

export const loadLine: Readonly<Record<keyof typeof english, string>> = {}
