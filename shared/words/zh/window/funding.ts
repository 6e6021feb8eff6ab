import type { funding as english } from '../../en/window/funding.ts'

export const funding: Readonly<Record<keyof typeof english, string>> = {}
