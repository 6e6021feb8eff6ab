import { expect, it } from 'vitest'
import type { Params } from '#electron/venue/port.ts'
import {
  asBaseQuantity,
  asContracts,
  asPrice,
  notional,
  roundToPrice,
  floorToUnitStep,
} from '#shared/domain/amounts.ts'
import type { Contracts, Price, QuoteAmount } from '#shared/domain/amounts.ts'
import { decimal } from '#shared/domain/decimal.ts'

const price = asPrice(decimal('3501.25'))
const volume = asContracts(decimal(7))

it('a size in place of a price does not compile, nor a price in place of a size', () => {
  const terms = { contract: 'E-BTC-USDT', side: 'sell', action: 'close', marginMode: 'cross' } as const
  const order: Params<'contract.placeOrder'> = { ...terms, type: 'limit', volume, price, clientOrderId: 'a' }
  // @ts-expect-error: contracts are no price.
  const priced: Params<'contract.placeOrder'> = { ...order, type: 'limit', price: volume }
  // @ts-expect-error: a price is no size.
  const sized: Params<'contract.placeOrder'> = { ...order, volume: price }
  const sale = { symbol: 'x', side: 'sell', type: 'market', clientOrderId: 'a' } as const
  // @ts-expect-error: contracts are no quantity of a coin.
  const sold: Params<'spot.placeOrder'> = { ...sale, quantity: volume }
  const purchase = { ...sale, side: 'buy' } as const
  // @ts-expect-error: a buy at market is for an amount of money (F45).
  const bought: Params<'spot.placeOrder'> = { ...purchase, quantity: asBaseQuantity(decimal(2)) }
  // @ts-expect-error: a quantity of a coin is no amount of money.
  const paid: Params<'spot.placeOrder'> = { ...purchase, amount: asBaseQuantity(decimal(2)) }
  expect([priced, sized, sold, bought, paid]).toHaveLength(5)
})

it('plain arithmetic has no unit', () => {
  // @ts-expect-error: a sum of contracts is a number until it is rounded to a step.
  const sum: Contracts = volume.plus(volume)
  // @ts-expect-error: so is a price a little lower.
  const lower: Price = price.times('0.99')
  // @ts-expect-error: and what was never given a unit.
  const bare: Price = decimal(1)
  expect([sum, lower, bare].map(String)).toEqual(['14', '3466.2375', '1'])
})

it('a unit is restored by the functions named after it', () => {
  const step = asContracts(decimal(2))
  const whole: Contracts = floorToUnitStep(volume.plus('0.5'), step)
  const printed: Price = roundToPrice(price.times('0.99'), 1, 'down')
  const worth: QuoteAmount = notional(price, asBaseQuantity(decimal(2)))
  expect([whole, printed, worth].map(String)).toEqual(['6', '3466.2', '7002.5'])
})
