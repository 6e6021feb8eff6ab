/** What another program on the same account does to a position that is being closed. */
import type { Exchange } from '../exchange/exchange.ts'
import { opposite } from '../exchange/account/sim-position.ts'

/** Closes the position of `contract` (by default the first) and opens the same size on the other side. */
export function turnOver({ contracts, market }: Exchange, contract?: string): void {
  const position = contracts.positions().find(({ spec }) => contract === undefined || spec.name === contract)
  if (position === undefined) return
  const { spec, volume, side, positionType } = position
  contracts.forceClose(position, volume, market.price(spec))
  const ticket = { spec, volume, positionType, side: opposite(side), type: 'MARKET', action: 'OPEN' } as const
  contracts.place({ ...ticket, price: null, timeInForce: 'GTC', clientOrderId: null })
}
