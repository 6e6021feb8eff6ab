/** Random stories of a venue: each change is reported exactly once under a true name, and nothing else is reported. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import type { EventFacts } from '#shared/events/event.ts'
import { story, type Story } from '#test/support/event-stories.ts'

type Reported = EventFacts[]
/** An action, and how it must be reported. It returns whether it happened. */
interface Step {
  readonly name: string
  run(one: Story, pick: number): ((reported: Reported) => void) | null
}

const nothing = (reported: Reported): void => expect(reported).toEqual([])

const STEPS: readonly Step[] = [
  { name: 'calm', run: () => nothing },
  {
    name: 'cancel',
    run(one, pick) {
      const order = anyOrder(one, pick)
      if (!order) return null
      one.exchange.cancel(order)
      return (reported) => expect(reported).toMatchObject([{ code: 'orderCanceled', orderId: order.orderId }])
    },
  },
  {
    name: 'fill',
    run(one, pick) {
      const order = anyOrder(one, pick)
      if (!order) return null
      const open = order.volume.minus(order.executed)
      const part = pick % 2 === 0 ? open : open.div(2).ceil()
      if (part.gt(open) || order.area === 'spot') return null
      const before = order.executed
      one.exchange.contracts.fillResting(order, part)
      const code = part.eq(open) ? 'orderFilled' : 'orderPartlyFilled'
      return (reported) =>
        expect(reported).toMatchObject([{ code, orderId: order.orderId, before, after: before.plus(part) }])
    },
  },
  {
    name: 'market close',
    run(one, pick) {
      const held = one.exchange.contracts.positions()
      const position = held[pick % held.length]
      if (!position) return null
      const closable = position.volume.minus(one.exchange.contracts.pendingCloseVolume(position))
      const volume = closable.div(1 + (pick % 3)).floor()
      if (volume.lte(0)) return null
      const { spec, positionType } = position
      const side = position.side === 'BUY' ? 'SELL' : 'BUY'
      const isAll = volume.eq(position.volume)
      const terms = { type: 'MARKET', price: null, timeInForce: 'GTC', clientOrderId: null } as const
      const placed = one.exchange.contracts.place({ spec, side, action: 'CLOSE', positionType, volume, ...terms })
      if (!placed.ok || !placed.value.executed.eq(volume)) return null
      const code = isAll ? 'closedElsewhere' : 'reducedElsewhere'
      return (reported) => expect(reported).toMatchObject([{ code, volume, orderId: placed.value.orderId }])
    },
  },
  {
    name: 'deposit',
    run(one, pick) {
      const amount = decimal(pick + 50)
      one.exchange.spot.deposit('USDC', amount)
      return (reported) =>
        expect(reported).toMatchObject([{ code: 'balanceRose', area: 'spot', asset: 'USDC', amount }])
    },
  },
  {
    name: 'transfer',
    run(one, pick) {
      const amount = decimal(pick + 100)
      one.exchange.contracts.wallet.deposit('USDT', amount)
      one.exchange.spot.deposit('USDT', amount.negated())
      return (reported) => {
        expect(reported).toMatchObject([{ code: 'transferred', asset: 'USDT', from: 'spot', to: 'contract' }])
        const [only] = reported
        expect(amountOf(only).minus(amount).abs().lt('0.5')).toBe(true)
      }
    },
  },
  {
    name: 'a reply that is not so',
    run(one, pick) {
      one.read((reading) => ({ ...reading, positions: reading.positions.slice(pick % 3) }))
      one.read()
      one.read((reading) => ({ ...reading, whole: false, positions: reading.positions.slice(pick % 5) }))
      one.read((reading) => ({ ...reading, mono: reading.mono - 60_000, positions: [] }))
      return nothing
    },
  },
  {
    name: 'settlement and funding',
    run(one) {
      one.exchange.contracts.held.settle()
      for (const held of one.exchange.contracts.positions())
        one.exchange.contracts.held.payFunding(held, decimal('0.0001'))
      return nothing
    },
  },
  {
    name: 'restart',
    run(one) {
      one.restart(() => undefined)
      return nothing
    },
  },
]

const amountOf = (facts: EventFacts | undefined): Decimal => (facts && 'amount' in facts ? facts.amount : ZERO)

function anyOrder({ exchange }: Story, pick: number) {
  const orders = [...exchange.contracts.openOrders(), ...exchange.spot.openOrders()]
  return orders[pick % Math.max(1, orders.length)]
}

const step = (name: string): Step => STEPS.find((each) => each.name === name)!

/** Stories that once failed. */
const FOUND: [number, [Step, number][]][] = [
  [
    0,
    [
      [step('fill'), 0],
      [step('transfer'), 0],
      [step('calm'), 0],
    ],
  ],
]

it('reports each change exactly once, and nothing when nothing happened', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(1_000)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.nat(50), steps, (seed, script) => {
      const one = story(seed)
      one.settle(3)
      for (const [each, pick] of script) {
        const before = one.happenings.length
        const judge = each.run(one, pick)
        one.settle(12)
        judge?.(one.happenings.slice(before).map(({ facts }) => facts))
        if (judge === null) nothing(one.happenings.slice(before).map(({ facts }) => facts))
      }
    }),
    { numRuns: 40, examples: FOUND },
  )
})
