import { expect, it } from 'vitest'
import type { EventView } from '../../../../renderer/src/journal/event-words.ts'
import { eventWords } from '../../../../renderer/src/journal/event-words.ts'
import { encode } from '#shared/domain/decimal.ts'
import { asIdentified } from '#shared/words/instrument-words.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { WALL } from '#test/support/snapshot.ts'

const [event] = encode(accountEvents())

it('two readings that are alike are left out: an order of which nothing was filled', () => {
  const order = { isOwn: false, area: 'contract', instrument: 'E-BTC-USDT', orderId: '77', side: 'buy', action: 'open' }
  const amounts = { price: '60000', quantity: '5', before: '0', after: '0' }
  const seen = { ...event!, since: WALL, at: WALL + 8_000, facts: { code: 'orderCanceled', ...order, ...amounts } }
  const readings = (after: string): string =>
    eventWords({ ...seen, facts: { ...seen.facts, after } } as EventView, asIdentified).readings
  expect(readings('0')).toMatch(/^\d\d:\d\d:\d\d → \d\d:\d\d:\d\d · order 77$/)
  expect(readings('2')).toMatch(/^executed 0 at \d\d:\d\d:\d\d → 2 at /)
})
