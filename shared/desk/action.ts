import type { Area } from '../domain/instrument.ts'

/** What a trader asks for. It names things, never sizes or prices: those come from the newest read when the plan is made. */
export type Action =
  | { readonly kind: 'cancelOrder'; readonly area: Area; readonly instrument: string; readonly orderId: string }
  | { readonly kind: 'cancelInstrument'; readonly area: Area; readonly instrument: string }
  | { readonly kind: 'closePosition'; readonly positionKey: string }

/** What an action is about, as text: two actions with the same key ask for the same thing. */
export function actionKey(action: Action): string {
  switch (action.kind) {
    case 'cancelOrder':
      return JSON.stringify(['order', action.area, action.instrument, action.orderId])
    case 'cancelInstrument':
      return JSON.stringify(['orders', action.area, action.instrument])
    case 'closePosition':
      return JSON.stringify(['position', action.positionKey])
  }
}
