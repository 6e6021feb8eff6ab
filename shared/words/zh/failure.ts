import type { failure as english } from '../en/failure.ts'

export const failure: Readonly<Record<keyof typeof english, string>> = {}
