import type { journal as english } from '../../en/window/journal.ts'

export const journal: Readonly<Record<keyof typeof english, string>> = {}
