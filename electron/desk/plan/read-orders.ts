/**
 * Reads open orders: a whole area in one call where the venue is known to serve that, otherwise one instrument at a
 * time.
 */
import type { OrderRef } from '#shared/desk/action.ts'
import type { OrderRead } from '#shared/desk/facts.ts'
import { withoutOrder } from '#shared/desk/held-back.ts'
import {
  instrumentKey,
  instrumentName,
  refKey,
  type Area,
  type Instrument,
  type InstrumentRef,
} from '#shared/domain/instrument.ts'
import { asListed, withoutDuplicates, isTerminal, type Order } from '#shared/domain/order.ts'
import { ok } from '#shared/domain/result.ts'
import type { InTime } from './patience.ts'
import type { OrderReading, Reads } from './reader.ts'
import { distinct } from './scopes.ts'
import { createTurns } from '../in-turns.ts'

/** The answer for one instrument; null: it could not be read. */
interface Answered {
  readonly scope: InstrumentRef
  readonly reading: OrderReading | null
}
export type Answers = ReadonlyMap<string, Answered>

const DONE = ok(null)

/** How many order reads run at once, so that other reads need not wait for all of them. */
const AT_ONCE = 8

/** Reads the open orders of each scope not in `done`, except in areas that are out of reach. */
export async function readOrders(
  scopes: readonly InstrumentRef[],
  read: Reads,
  inTime: InTime,
  isOut: (area: Area) => boolean,
  done: Answers = new Map(),
): Promise<Answers> {
  const wanted = distinct(scopes).filter((each) => !done.has(refKey(each)))
  const answers = new Map<string, Answered>()
  let isOver = false
  // A host that does not answer must not hold up the other host.
  const turns = { spot: createTurns(AT_ONCE), contract: createTurns(AT_ONCE) }
  for (const scope of wanted) answers.set(refKey(scope), { scope, reading: null })
  const asked = wanted.filter(({ area }) => !isOut(area))
  const all = asked.map((scope) =>
    turns[scope.area](async () => {
      if (isOver) return
      const open = await read.openOrders(scope.area, scope.instrument)
      if (open.ok) answers.set(refKey(scope), { scope, reading: open.value })
    }),
  )
  await inTime(Promise.all(all).then(() => DONE))
  isOver = true
  return new Map(answers)
}

/**
 * The orders in the list of a whole area, by instrument. Empty if the list is not whole, or lacks an order for which
 * funds are held back. Instruments for which it lacks a known order are left out, to be read singly.
 */
export function answersOf(
  area: Area,
  { list, whole }: OrderReading,
  known: Parameters<typeof withoutOrder>[2] & { readonly orders: readonly Order[] },
): Answers {
  const orders = asListed(list, known.instruments)
  if (!whole || withoutOrder(area, orders, known).length > 0) return new Map()
  const byInstrument = Map.groupBy(orders, ({ instrument }) => instrument)
  const names = known.instruments.filter((each) => each.area === area).map(instrumentName)
  const ids = new Set(orders.map(({ orderId }) => orderId))
  const isLacked = (order: Order): boolean =>
    order.area === area && !isTerminal(order.status) && !ids.has(order.orderId)
  const lacking = new Set(known.orders.filter(isLacked).map(({ instrument }) => instrument))
  return new Map(
    [...new Set([...names, ...byInstrument.keys()])]
      .filter((instrument) => !lacking.has(instrument))
      .map((instrument) => {
        const reading = { list: byInstrument.get(instrument) ?? [], whole: true }
        return [instrumentKey(area, instrument), { scope: { area, instrument }, reading }]
      }),
  )
}

/** Whether a read of single instruments shows a known order that the list of its area lacked. */
export function isRefuted(areas: Answers, single: Answers, known: readonly Order[]): boolean {
  const before = new Set(known.map(({ area, orderId }) => `${area} ${orderId}`))
  return [...single.values()].some(
    ({ scope, reading }) =>
      !areas.has(refKey(scope)) &&
      [...areas.values()].some((answered) => answered.scope.area === scope.area) &&
      reading?.list.some((order) => !isTerminal(order.status) && before.has(`${order.area} ${order.orderId}`)),
  )
}

/**
 * The orders just read, plus the known ones of instruments that were not read whole, so that they can still be
 * cancelled.
 */
export function ordersNow(
  known: readonly Order[],
  answers: Answers,
  instruments: readonly Instrument[],
): readonly Order[] {
  const isWhole = ({ area, instrument }: InstrumentRef): boolean =>
    answers.get(instrumentKey(area, instrument))?.reading?.whole === true
  const readings = [...answers.values()].flatMap(({ reading }) => reading ?? [])
  const read = readings.flatMap(({ list }) => list)
  const strays = asListed(
    readings.flatMap(({ others = [] }) => others),
    instruments,
  )
  const ids = new Set(read.map(({ area, orderId }) => `${area} ${orderId}`))
  const others = [...strays, ...known].filter((order) => !isWhole(order) && !ids.has(`${order.area} ${order.orderId}`))
  return withoutDuplicates([...read, ...others])
}

/** The age of each instrument's orders now: those just read whole are new. */
export function readsNow(known: readonly OrderRead[], answers: Answers): readonly OrderRead[] {
  const read = [...answers.values()].flatMap(({ scope, reading }) => (reading?.whole ? [{ ...scope, ageMs: 0 }] : []))
  const others = known.filter(
    ({ area, instrument }) => answers.get(instrumentKey(area, instrument))?.reading?.whole !== true,
  )
  return [...read, ...others]
}

/** The instruments that could not be read, and those with more orders than the venue lists at once. */
export function gapsIn(answers: Answers): { readonly failed: readonly string[]; readonly cut: readonly string[] } {
  const gaps = [...answers.values()].filter(({ reading }) => reading?.whole !== true)
  const names = (some: readonly Answered[]): readonly string[] => some.map(({ scope }) => scope.instrument)
  const isCut = ({ reading }: Answered): boolean => reading?.isCut === true
  return { failed: names(gaps.filter((gap) => !isCut(gap))), cut: names(gaps.filter(isCut)) }
}

/**
 * Whether the venue has an order that none of our lists shows, by one read of the open orders of its instrument.
 * `unread`: the list could not be read whole, so it does not prove that the order is gone.
 */
export async function lookUp(
  { area, instrument, orderId }: OrderRef,
  read: Reads,
): Promise<'open' | 'gone' | 'unread'> {
  const open = await read.openOrders(area, instrument)
  if (!open.ok) return 'unread'
  if (open.value.list.some((order) => order.orderId === orderId)) return 'open'
  return open.value.whole && open.value.isCut !== true ? 'gone' : 'unread'
}
