import type { orders as english } from '../../en/window/orders.ts'

export const orders: Readonly<Record<keyof typeof english, string>> = {}
