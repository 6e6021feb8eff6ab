import type { how as english } from '../../en/window/how.ts'

export const how: Readonly<Record<keyof typeof english, string>> = {}
