/** Before a chase places its next order, the end of the last one must be seen: only that tells how much is left. */
import { expect, it } from 'vitest'
import type { VenueClient } from '#electron/venue/port.ts'
import { decimal, ZERO } from '#shared/domain/decimal.ts'
import type { Order } from '#shared/domain/order.ts'
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { chaseBench, closes, expectSound, newest } from '#test/support/chase-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { UNREAD } from '#test/support/reader.ts'

const { begin, goTo } = chaseBench()

/** Its order is read like this, `times` times after its cancel was seen done. */
async function read(answer: 'stale' | 'unread', times: number) {
  let life: Life | null = null
  let left = times
  const isCanceled = (): boolean =>
    life !== null && newest(life).legs.some(({ request, state }) => request.kind === 'cancel' && state === 'verified')
  const client = (wire: VenueClient): VenueClient => ({
    ...wire,
    async call(endpoint, params, options) {
      const found = await wire.call(endpoint, params, options)
      if (endpoint !== 'contract.order' || !isCanceled() || left-- <= 0 || !found.ok) return found
      if (answer === 'unread') return UNREAD
      const order = { ...(found.value.value as Order), status: 'canceling', executed: ZERO } as const
      return ok({ ...found.value, value: order as never })
    },
  })
  const begun = await begin({ client })
  life = begun.life
  return begun
}

it.each([
  ['shows it still ending', 'stale'],
  ['cannot be made', 'unread'],
] as const)(
  'places nothing while every read of the cancelled order %s, and says what is unknown',
  async (_, answer) => {
    const { venue, life } = await read(answer, Infinity)
    // Without an answer by its id, the lists are asked.
    if (answer === 'unread') venue.missing = new Set(['contract.orderHistory', 'contract.openOrders'])
    await goTo(venue, 99.5, 30_000)
    expect(closes(life)).toHaveLength(1)
    expect(newest(life)).toMatchObject({ state: 'needsHuman', note: message('intent.chase.partUnknown') })
  },
)

it.each(['stale', 'unread'] as const)(
  'places the rest once the end is seen, after a read that was %s',
  async (answer) => {
    const { venue, life } = await read(answer, 1)
    venue.fill(closes(life)[0]!.orderId!, decimal(3))
    await goTo(venue, 99.5, 10_000)
    expect(closes(life).map(({ request }) => request.kind === 'close' && request.volume.toNumber())).toEqual([7, 4])
    expectSound(venue)
  },
)
