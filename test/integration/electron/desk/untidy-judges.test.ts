/**
 * Each judge of the untidy venue reports when Plimsoll is broken on purpose, and only then. A judge that never reports
 * proves nothing.
 */
import { expect, it } from 'vitest'
import type { CallOptions, EndpointName, Params, Reply } from '#electron/venue/port.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Order } from '#shared/domain/order.ts'
import { ok } from '#shared/domain/result.ts'
import { judge, JUDGES } from '#test/soak/untidy/judge.ts'
import type { JudgeName } from '#test/soak/untidy/judge.ts'
import { play } from '#test/soak/untidy/play.ts'
import type { Sabotage } from '#test/soak/untidy/session.ts'
import type { Story } from '#test/soak/untidy/story.ts'
import { decimal } from '#test/support/amounts.ts'

type What = Story['clicks'][number]['what']

/** A session at a venue that answers correctly. E-SOL-USDT is held, and an order closes part of it. */
function session(clicks: readonly What[]): Story {
  return {
    ...{ seed: 7, dialect: 'modern', cancelDelayMs: 0, contracts: [4], pairs: [], mutations: [] },
    clicks: clicks.map((what) => ({ what, at: 0, looksFirst: false, waitMs: 3_000 })),
  }
}

/** How one call is falsified: its request (`asks`), its answer (`tells`), or what happens before it (`first`). */
interface Twist<E extends EndpointName> {
  readonly asks?: (params: Params<E>) => Params<E>
  readonly tells?: (value: Reply<E>) => Reply<E>
  readonly first?: (send: () => Promise<unknown>, clock: Clock) => Promise<unknown>
}

function twisted(twists: { readonly [K in EndpointName]?: Twist<K> }): Sabotage {
  return (client, clock) => {
    const call = async <E extends EndpointName>(endpoint: E, params: Params<E>, options: CallOptions) => {
      const { asks, tells, first }: Twist<E> = twists[endpoint] ?? {}
      const asked = asks?.(params) ?? params
      await first?.(() => client.call(endpoint, asked, options), clock)
      const answer = await client.call(endpoint, asked, options)
      return answer.ok && tells ? ok({ ...answer.value, value: tells(answer.value.value) }) : answer
    }
    // A client has private fields, so every other member is read from the client itself.
    return new Proxy(client, {
      get(own, name) {
        const value: unknown = name === 'call' ? call : Reflect.get(own, name, own)
        return typeof value === 'function' ? (value.bind(own) as unknown) : value
      },
    })
  }
}

const NOTHING_HELD: Twist<'contract.account'> = { tells: () => ({ marginAccounts: [], positions: [] }) }
const asOpening = (order: Order): Order => ({ ...order, action: 'open' })

const WRONG: { readonly [J in JudgeName]: readonly [clicks: readonly What[], sabotage: Sabotage] } = {
  doneIsSo: [['flatten'], twisted({ 'contract.account': NOTHING_HELD, 'contract.openOrders': { tells: () => [] } })],
  nothingTwice: [['close'], twisted({ 'contract.placeOrder': { first: (send) => send() } })],
  nothingLargerOrOpened: [
    ['close'],
    twisted({ 'contract.placeOrder': { asks: (order) => ({ ...order, volume: decimal(order.volume.times(3)) }) } }),
  ],
  nothingPlacedBeyond: [
    ['cancelSpot', 'restore'],
    twisted({
      'spot.placeOrder': {
        asks: (order) => ('quantity' in order ? { ...order, quantity: decimal(order.quantity.times(2)) } : order),
      },
    }),
  ],
  noProtectionLost: [
    ['flatten'],
    twisted({
      'contract.account': NOTHING_HELD,
      'contract.openOrders': { tells: (orders) => orders.map(asOpening) },
    }),
  ],
  everyPositionClosable: [['close'], twisted({ 'contract.account': NOTHING_HELD })],
  exitsLeaveInTime: [['close'], twisted({ 'contract.cancelOrder': { first: (_, clock) => wait(clock, 5_000) } })],
  nothingMadeUp: [
    ['cancel'],
    twisted({
      'spot.account': { tells: (coins) => coins.map((coin) => ({ ...coin, free: coin.free?.plus(1) ?? null })) },
    }),
  ],
  nothingBreaks: [
    ['close'],
    twisted({
      'contract.placeOrder': {
        first() {
          throw new Error('a fault of Plimsoll’s own')
        },
      },
    }),
  ],
}

it.each(Object.keys(JUDGES) as JudgeName[])('%s', async (name) => {
  const [clicks, sabotage] = WRONG[name]
  const sound = judge(await play(session(clicks)))
  const wrong = judge(await play(session(clicks), sabotage))
  expect(sound).toEqual([])
  expect(wrong.map((fault) => fault.judge)).toContain(name)
})

it('doneIsSo: a reduction of all that closed half of what it was to close is not done', async () => {
  const halved = twisted({
    'contract.account': {
      tells: ({ marginAccounts, positions }) => ({
        marginAccounts,
        positions: positions.map((held) => ({ ...held, volume: decimal(held.volume.div(2).floor()) })),
      }),
    },
  })
  const faults = judge(await play(session(['reduceAll']), halved))
  expect(faults.find((fault) => fault.judge === 'doneIsSo')?.what).toContain('is told done, and the venue has')
  expect(judge(await play(session(['reduceAll'])))).toEqual([])
})
