/** Shared setup for tests of a chase on the model venue. */
import { expect } from 'vitest'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { decimal, sum } from '#shared/domain/decimal.ts'
import { message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import { deskBench } from '#test/support/desk-bench.ts'
import type { Life, LifeOptions } from '#test/support/desk-run.ts'
import { POSITION, type ModelVenue } from '#test/support/model-venue.ts'

/** A chase of the whole position that stops when the price has moved one percent against it. */
export const CHASE = {
  kind: 'closePosition',
  positionKey: POSITION.key,
  size: { kind: 'percent', percent: 100 },
  tactic: { kind: 'chase', stopPercent: '1' },
} as const

/** The note on a chase whose order stays open at 100. */
export const LEFT_AT_100 = message('intent.chase.orderStays', { price: { amount: '100' } })
export const stays = (left: number): Message =>
  message('intent.chase.stays', { left: { amount: String(left) }, volume: { amount: '7' } })
export const wentAway = (price: string): Message =>
  message('intent.chase.priceAway', { percent: '1', price: { amount: price } })

export function report(life: Life, intentId = 'a'): IntentReport {
  const found = life.desk.report().intents.find((intent) => intent.intentId === intentId)
  if (found === undefined) throw new Error(`expected the intent ${intentId}`)
  return found
}

/** The report of the chase, which is intent `a`. */
export const newest = (life: Life): IntentReport => report(life)

export function closes(life: Life): readonly LegReport[] {
  return newest(life).legs.filter(({ request }) => request.kind === 'close')
}

export function orderId(life: Life): string {
  return closes(life).at(-1)?.orderId ?? ''
}

/** No order arrived twice, and the closing orders together never exceed the position. */
export function expectSound(venue: ModelVenue): void {
  const placedAndCanceled = venue.arrivals
  expect(new Set(placedAndCanceled).size).toBe(placedAndCanceled.length)
  const waiting = sum(venue.openOrders('contract').map(({ quantity, executed }) => quantity.minus(executed)))
  expect(venue.volume.gte(waiting)).toBe(true)
}

/** Gives each test of a file a desk of its own. Call once, at the top of the file. */
export function chaseBench() {
  const bench = deskBench()

  /** A chase of 7 contracts. Its order rests at 100, the best ask. */
  async function begin(options: Partial<LifeOptions> = {}): Promise<{ venue: ModelVenue; life: Life }> {
    const venue = bench.small()
    venue.ask = decimal(100)
    const life = await bench.open(venue, options)
    await bench.submit(life, 'a', CHASE)
    await bench.clock.advance(1_000)
    expect(newest(life).legs).toMatchObject([{ state: 'working', detail: { code: 'leg.close.waits' } }])
    return { venue, life }
  }

  /** Moves the best ask to `ask` and gives the chase time to follow. */
  async function goTo(venue: ModelVenue, ask: number, ms = 3_000): Promise<void> {
    venue.ask = decimal(ask)
    await bench.clock.advance(ms)
  }

  /** Moves the best ask and waits until the chase sends its cancel. */
  async function startMoving(venue: ModelVenue, life: Life): Promise<void> {
    venue.ask = decimal('99.5')
    while (newest(life).legs.length === 1) await bench.clock.advance(10)
  }

  return { bench, begin, goTo, startMoving }
}
