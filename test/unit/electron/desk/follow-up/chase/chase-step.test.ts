import { describe, expect, it } from 'vitest'
import { LONGEST_MS, MOST_MOVES, nextStep } from '#electron/desk/follow-up/chase/chase-step.ts'
import type { ChaseLook } from '#electron/desk/follow-up/chase/chase-step.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Order, OrderSide, OrderStatus } from '#shared/domain/order.ts'

function order(status: OrderStatus, executed = 0): Order {
  return {
    area: 'contract',
    instrument: 'E-BTC-USDT',
    orderId: '1',
    clientOrderId: null,
    side: 'sell',
    action: 'close',
    type: 'limit',
    price: decimal(100),
    quantity: decimal(10),
    executed: decimal(executed),
    averagePrice: null,
    status,
    createdAt: null,
  }
}

/** A sell order that rests at 100. The chase gives up below 95. */
function look(changes: Partial<ChaseLook> = {}): ChaseLook {
  return {
    order: order('new'),
    best: decimal(100),
    side: 'sell',
    price: decimal(100),
    stop: decimal(95),
    moves: 0,
    elapsedMs: 0,
    hasSlept: false,
    blind: 0,
    ...changes,
  }
}

describe('a chase', () => {
  it.each<[string, Partial<ChaseLook>, string]>([
    ['waits while its order is the best', {}, 'wait'],
    ['waits while the book is behind its order', { best: decimal(101) }, 'wait'],
    ['waits while somebody is taking it back', { order: order('canceling'), best: decimal(99) }, 'wait'],
    [
      'waits no longer than its time for that',
      { order: order('canceling'), elapsedMs: LONGEST_MS },
      'done stillCanceling',
    ],
    ['moves after a better price', { best: decimal('99.9') }, 'move'],
    ['moves what is filled in part', { order: order('partially-filled', 4), best: decimal(99) }, 'move'],
    ['moves as far as where it gives up', { best: decimal(95) }, 'move'],
    ['stops beyond it', { best: decimal('94.9') }, 'stop priceAway'],
    ['moves for the last time', { best: decimal(99), moves: MOST_MOVES - 1 }, 'move'],
    ['stops after that', { best: decimal(99), moves: MOST_MOVES }, 'stop tooOften'],
    ['waits at its last place', { moves: MOST_MOVES }, 'wait'],
    ['goes on until its time is over', { elapsedMs: LONGEST_MS - 1 }, 'wait'],
    ['stops then, though it is the best', { elapsedMs: LONGEST_MS }, 'stop tooLong'],
    ['is done after a sleep, whatever the book shows', { hasSlept: true, best: decimal(90) }, 'done slept'],
    ['is done after a sleep of which nothing can be read', { hasSlept: true, order: null, best: null }, 'done slept'],
    ['is done when filled in a sleep', { hasSlept: true, order: order('filled', 10) }, 'done filled'],
    ['is done when filled', { order: order('filled', 10), best: null }, 'done filled'],
    ['is done when filled to the last, by whatever word', { order: order('canceled', 10) }, 'done filled'],
    ['is done when taken back', { order: order('canceled', 4), best: decimal(90) }, 'done takenBack'],
    ['is done when expired', { order: order('expired') }, 'done takenBack'],
    ['waits for an order that is not readable', { order: null, best: decimal(90), blind: 1 }, 'wait'],
    ['waits for a book that is not readable', { best: null, blind: 1 }, 'wait'],
    ['waits for a state it does not know', { order: order('unknown'), best: decimal(99), blind: 1 }, 'wait'],
    ['is done when nothing was readable three times', { order: null, blind: 2 }, 'done unread'],
    ['is done when the book was not', { best: null, blind: 2 }, 'done unread'],
  ])('%s', (_, changes, expected) => {
    const step = nextStep(look(changes))
    expect('why' in step ? `${step.kind} ${step.why}` : step.kind).toBe(expected)
  })

  it.each<[OrderSide, number, number, string]>([
    ['buy', 101, 105, 'move'],
    ['buy', 99, 105, 'wait'],
    ['buy', 105, 105, 'move'],
    ['buy', 106, 105, 'stop'],
    ['sell', 99, 95, 'move'],
    ['sell', 101, 95, 'wait'],
  ])('%s follows its own side: %s of at most %s', (side, best, stop, kind) => {
    expect(nextStep(look({ side, best: decimal(best), stop: decimal(stop) })).kind).toBe(kind)
  })
})
