import type { storage as english } from '../en/storage.ts'

export const storage: Readonly<Record<keyof typeof english, string>> = {}
