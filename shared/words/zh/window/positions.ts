import type { positions as english } from '../../en/window/positions.ts'

export const positions: Readonly<Record<keyof typeof english, string>> = {}
