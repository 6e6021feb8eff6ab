import type { app as english } from '../../en/window/app.ts'

export const app: Readonly<Record<keyof typeof english, string>> = {}
