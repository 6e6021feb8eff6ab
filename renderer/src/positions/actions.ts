/** The actions that the positions screen opens in the plan sheet, as plain data. Pure. */
import { closeAtMarket, type Action } from '#shared/desk/action.ts'

export type Staging = 'close' | 'stop' | 'even' | 'profit'

/** The action the sheet starts with; a price that the trader has to type is empty. */
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
