/** The order books behind a plan: which are read, and what is done without one. */
import { describe, expect, it } from 'vitest'
import { readDepths, tradedBy, withPricesOf } from '#electron/desk/plan/read-depths.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { ok } from '#shared/domain/result.ts'
import { decimal } from '#test/support/amounts.ts'
import { ManualClock } from '#test/support/clock.ts'
import { REQUEST } from '#test/support/close-fixtures.ts'
import { depth, openOrder } from '#test/support/desk-facts.ts'
import { PAIR } from '#test/support/model-venue.ts'
import { quote } from '#test/support/portfolio-fixtures.ts'
import { reader, UNREAD } from '#test/support/reader.ts'

const scope = (instrument: string, area: Area = 'contract') => ({ area, instrument })

/** `lateMs`: how long the book of `late` takes. `paused`: the area that asked to slow down. */
function looking(lateMs = 0, paused: Area | null = null) {
  const clock = new ManualClock()
  const asked: string[] = []
  const read = reader({
    isPaused: (area) => area === paused,
    depth: async (area, instrument, levels) => {
      asked.push(`${area} ${instrument} ${levels}`)
      if (instrument === 'unread') return UNREAD
      if (instrument === 'late') await new Promise<void>((resolve) => void clock.after(lateMs, resolve))
      return ok(depth(area, instrument, [[9, 1]], [[11, 1]]))
    },
  })
  return { asked, clock, looking: { read, clock, signal: new AbortController().signal } }
}

describe('the order books of a plan', () => {
  it('are those of what it closes and sells', () => {
    const cancel: LegRequest = { kind: 'cancel', area: 'spot', instrument: 'X', orderId: '1' }
    const sell: LegRequest = {
      ...{ kind: 'sell', area: 'spot', instrument: 'Y', asset: 'Y', clientOrderId: 'c' },
      quantity: decimal(1),
    }
    expect(tradedBy({ legs: [cancel, REQUEST, sell] })).toEqual([scope(REQUEST.instrument), scope('Y', 'spot')])
  })

  it('are read once each, twelve at most', async () => {
    const { asked, looking: with_ } = looking()
    const many = Array.from({ length: 14 }, (_, at) => scope(String(at)))
    const books = await readDepths([scope('0'), ...many], with_)
    expect(books.map(({ instrument }) => instrument)).toEqual(many.slice(0, 12).map(({ instrument }) => instrument))
    expect(asked[0]).toBe('contract 0 50')
  })

  it('are done without where one cannot be read, or the venue asked to slow down', async () => {
    const { asked, looking: with_ } = looking(0, 'spot')
    const books = await readDepths([scope('unread'), scope('one'), scope('two', 'spot')], with_)
    expect(books.map(({ instrument }) => instrument)).toEqual(['one'])
    expect(asked).toEqual(['contract unread 50', 'contract one 50'])
  })

  it.each([
    [999, ['late', 'one']],
    [1_001, ['one']],
  ])('are waited for one second: one that takes %i ms', async (ms, expected) => {
    const { clock, looking: with_ } = looking(ms)
    const read = readDepths([scope('late'), scope('one')], with_)
    await clock.advance(2_000)
    expect((await read).map(({ instrument }) => instrument)).toEqual(expected)
  })
})

it('the prices of a restore come from the order books of its pairs, and replace older quotes of those alone', async () => {
  const { asked, looking: with_ } = looking()
  const own = openOrder({ area: 'spot', instrument: PAIR.symbol, orderId: '1' })
  const others = [openOrder({ area: 'contract', instrument: 'E', orderId: '2' })]
  const old = quote(PAIR, 1)
  const quotes = [old, { ...old, instrument: 'OTHER' }, { ...old, area: 'contract' as const }]
  const found = await withPricesOf([own, own, ...others], quotes, with_)
  expect(asked).toEqual([`spot ${PAIR.symbol} 5`])
  expect(found.slice(0, 2)).toEqual(quotes.slice(1))
  expect(found[2]).toMatchObject({ instrument: PAIR.symbol, bid: decimal(9), ask: decimal(11), last: null, ageMs: 0 })
  const blind = { ...with_, read: reader({}) }
  expect(await withPricesOf([own], quotes, blind)).toEqual(quotes)
})
