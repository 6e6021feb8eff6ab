import type { liquidity as english } from '../../en/window/liquidity.ts'

export const liquidity: Readonly<Record<keyof typeof english, string>> = {}
