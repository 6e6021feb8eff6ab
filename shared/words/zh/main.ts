import type { main as english } from '../en/main.ts'

export const main: Readonly<Record<keyof typeof english, string>> = {}
