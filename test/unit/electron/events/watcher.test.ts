import { expect, it } from 'vitest'
import { eventsInMemory } from '#electron/events/events-file.ts'
import { EventWatcher } from '#electron/events/watcher.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { OpenOrders, OrderScope } from '#shared/snapshot/snapshot.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { NOTHING_OWN } from '#test/support/event-stories.ts'
import { order, pair } from '#test/support/portfolio-fixtures.ts'

const BTC = pair('BTC', 'USDT')

/** Whether a listed order is looked up after reads with `change` no longer list it. */
async function isLookedUp(change: Partial<OrderScope>): Promise<boolean> {
  const clock = new ManualClock()
  let asked = 0
  const client = {
    call: async () => {
      asked += 1
      return { ok: false, error: localFailure('timeout', 'spot.order', verbatim('no answer')) }
    },
  } as unknown as VenueClient
  const watcher = new EventWatcher({
    ...{ client, clock, store: eventsInMemory().open('account'), own: () => NOTHING_OWN },
    ...{ onChange: () => undefined, refresh: () => undefined },
  })
  const scope = { area: 'spot', instrument: BTC.symbol, failure: null } as const
  const read = (orders: OpenOrders['orders'], rest: Partial<OrderScope> = {}) =>
    watcher.orders({ orders, scopes: [{ ...scope, readAt: clock.mono(), ...rest }] })
  for (let seen = 0; seen < 2; seen++) {
    read([{ ...order(BTC), readAt: clock.mono() }])
    await clock.advance(2_000)
  }
  for (let gone = 0; gone < 3; gone++) {
    read([], change)
    await clock.advance(2_000)
  }
  watcher.stop()
  return asked > 0
}

it('tells once that events are no longer stored', async () => {
  const clock = new ManualClock()
  const file = eventsInMemory()
  const told: (string | undefined)[] = []
  const watcher = new EventWatcher({
    ...{ client: {} as VenueClient, clock, store: file.open('account'), own: () => NOTHING_OWN },
    ...{ onChange: () => told.push(watcher.notice()?.code), refresh: () => undefined },
  })
  const read = async (): Promise<void> => {
    await clock.advance(60_000)
    watcher.spot({ value: [], sentAt: clock.mono(), quarantined: [] } as unknown as Parameters<EventWatcher['spot']>[0])
  }
  await read()
  expect(told).toEqual([])
  file.close()
  await read()
  await read()
  expect(told).toEqual(['storage.events.notKept'])
  watcher.stop()
})

it('takes an order for gone only when its list was read completely', async () => {
  expect(await isLookedUp({})).toBe(true)
  expect(await isLookedUp({ unreadRows: 1 })).toBe(false)
  expect(await isLookedUp({ isCut: true })).toBe(false)
})
