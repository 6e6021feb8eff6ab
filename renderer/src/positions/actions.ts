/** What the positions screen puts together in the plan sheet, as plain data. Pure. */
import { closeAtMarket, type Action } from '#shared/desk/action.ts'

export type Staging = 'close' | 'stop' | 'even' | 'profit'

/** Where the sheet starts; a price the trader has to type is empty. */
export function staged(positionKey: string, what: Staging): Action {
  if (what === 'close') return closeAtMarket(positionKey)
  return {
    kind: 'protect',
    positionKey,
    purpose: what === 'profit' ? 'takeProfit' : 'stopLoss',
    size: { kind: 'percent', percent: 100 },
    trigger: what === 'even' ? { kind: 'breakEven' } : { kind: 'price', price: '' },
  }
}
