import { expect, it } from 'vitest'
import { namedBy, orderRowKey } from '../../../../renderer/src/orders/order-keys.ts'

it.each([
  { area: 'spot', instrument: 'BTCUSDT', orderId: '41' },
  { area: 'contract', instrument: 'E-BTC:X-USDT', orderId: '9117288301884500019' },
] as const)('a key names its order: $instrument', (order) => {
  expect(namedBy(orderRowKey(order))).toEqual({ kind: 'order', ...order })
})

it.each(['', 'nothing', 'margin:E-BTC-USDT:41'])('"%s" names nothing', (key) => {
  expect(namedBy(key)).toBeNull()
})
