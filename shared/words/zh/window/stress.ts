import type { stress as english } from '../../en/window/stress.ts'

export const stress: Readonly<Record<keyof typeof english, string>> = {}
