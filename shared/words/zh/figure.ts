import type { figure as english } from '../en/figure.ts'

export const figure: Readonly<Record<keyof typeof english, string>> = {}
