import type { profile as english } from '../en/profile.ts'

export const profile: Readonly<Record<keyof typeof english, string>> = {}
