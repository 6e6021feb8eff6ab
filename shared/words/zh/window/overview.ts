import type { overview as english } from '../../en/window/overview.ts'

export const overview: Readonly<Record<keyof typeof english, string>> = {}
