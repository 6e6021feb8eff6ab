import type { Area } from '../domain/instrument.ts'

/** What a trader asks for. It names things, never sizes or prices: those come from the newest read when the plan is made. */
export type Action =
  | { readonly kind: 'cancelOrder'; readonly area: Area; readonly instrument: string; readonly orderId: string }
  | { readonly kind: 'cancelInstrument'; readonly area: Area; readonly instrument: string }
  | { readonly kind: 'closePosition'; readonly positionKey: string }
