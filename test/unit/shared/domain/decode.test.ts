import { expect, it } from 'vitest'
import { decodeOrder } from '#shared/domain/decode.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'

it('decodes an order once, for every view that needs it', () => {
  const [first, second] = fixtureSnapshot().parts.orders.data?.orders ?? []
  if (!first || !second) throw new Error('expected orders')
  expect(decodeOrder(first)).toBe(decodeOrder(first))
  expect(decodeOrder(second)).not.toBe(decodeOrder(first))
})
