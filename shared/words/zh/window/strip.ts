import type { strip as english } from '../../en/window/strip.ts'

export const strip: Readonly<Record<keyof typeof english, string>> = {}
