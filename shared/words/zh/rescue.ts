import type { rescue as english } from '../en/rescue.ts'

export const rescue: Readonly<Record<keyof typeof english, string>> = {}
