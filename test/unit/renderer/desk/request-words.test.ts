import { expect, it } from 'vitest'
import type { CloseRequest } from '#shared/desk/plan.ts'
import { encode } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { requestTitle } from '../../../../renderer/src/desk/request-words.ts'

const CLOSE: CloseRequest = {
  kind: 'close',
  area: 'contract',
  instrument: 'E-ETH-USDT',
  positionKey: 'E-ETH-USDT:isolated:short',
  side: 'buy',
  marginMode: 'isolated',
  volume: decimal('1200'),
  price: decimal('3501.2'),
  timeInForce: 'IOC',
  clientOrderId: 'plm-1',
}

it.each([
  [{}, 'Close 1,200 ct short E-ETH-USDT at 3,501.2 or better, at once'],
  [{ timeInForce: 'rest' }, 'Close 1,200 ct short E-ETH-USDT at 3,501.2 or better, waits'],
  [{ price: null }, 'Close 1,200 ct short E-ETH-USDT at market'],
] as const)('says whether a close rests at its price: %j', (change, title) => {
  expect(requestTitle(encode({ ...CLOSE, ...change } satisfies CloseRequest))).toBe(title)
})
