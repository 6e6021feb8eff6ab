import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/log/entry.ts'
import { lookAtSpotOrder } from '#electron/desk/verify/look-spot.ts'
import type { SellRequest } from '#shared/desk/plan.ts'
import { decimal } from '#test/support/amounts.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { reader } from '#test/support/reader.ts'

const SELL: SellRequest = {
  ...{ kind: 'sell', area: 'spot', instrument: 'BTCUSDT', asset: 'BTC' },
  quantity: decimal(1),
  clientOrderId: 'ours',
}
const LOST = {
  ...localFailure('network', 'spot.placeOrder', verbatim('no answer')),
  outcome: 'unknown',
  timestamp: 10_000,
} as const

describe('a Spot order without an answer', () => {
  it('is looked up by our own id, from before its time of sending on', async () => {
    const asked: unknown[] = []
    const read = reader({
      orderOfClient: async (...question) => {
        asked.push(question)
        return err({ ...localFailure('notFound', 'spot.order', verbatim('no such order')), outcome: 'rejected' })
      },
      openOrders: async () => ok({ list: [], whole: true }),
    })
    const record = { ...PLANNED, state: 'unknown', failure: LOST } as const
    await lookAtSpotOrder(SELL, { record, expired: false, read, isAnothers: () => false })
    await lookAtSpotOrder(SELL, { record: { ...record, failure: null }, expired: false, read, isAnothers: () => false })
    expect(asked).toEqual([
      ['spot', 'BTCUSDT', 'ours', 8_000],
      ['spot', 'BTCUSDT', 'ours', null],
    ])
  })

  it('is not called absent by a list that may hide it', async () => {
    const read = reader({
      orderOfClient: async () =>
        err({ ...localFailure('unexpectedReply', 'spot.order', verbatim('may be it')), outcome: 'unknown' }),
      openOrders: async () => ok({ list: [], whole: true }),
      spotTrades: async () => ok({ list: [], whole: true }),
    })
    const record = { ...PLANNED, state: 'unknown', failure: LOST } as const
    expect(await lookAtSpotOrder(SELL, { record, expired: true, read, isAnothers: () => false })).toEqual({
      kind: 'undecided',
    })
  })
})
