import type { desk as english } from '../../en/window/desk.ts'

export const desk: Readonly<Record<keyof typeof english, string>> = {}
