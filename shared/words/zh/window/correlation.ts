import type { correlation as english } from '../../en/window/correlation.ts'

export const correlation: Readonly<Record<keyof typeof english, string>> = {}
