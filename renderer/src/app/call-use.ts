/** How much of the venue's request limits is in use, and where requests wait for them. Pure. */
import { WEIGHT_WINDOW_MS, type Budget } from '#shared/domain/budget.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import { areaTitle, message, verbatim } from '#shared/words/message.ts'

/** One limit of the venue: on one kind of request, or on the weight of all. */
export interface CallUse {
  readonly area: Area
  readonly call: Message
  readonly limit: number
  readonly used: number
  /** Only exits may use these. */
  readonly reserved: number
  readonly windowMs: number
  /** Requests that wait for it, and the exits among them. A weight has no queue of its own. */
  readonly waiting: number
  readonly exitsWaiting: number
  /** `tight`: exits wait, or already use what is kept for them. `busy`: other requests wait. */
  readonly pressure: 'easy' | 'busy' | 'tight'
}

/** Every limit, the weight of an area before its calls. */
export function callUses({ hosts, pools }: Budget): readonly CallUse[] {
  const weights = hosts.flatMap(({ area, weight }) => {
    const call = message('limits.call.weight')
    return weight === null ? [] : [useOf({ area, call, windowMs: WEIGHT_WINDOW_MS, waiting: 0, ...weight })]
  })
  return [...weights, ...pools.map(({ pool, ...its }) => useOf({ ...its, call: callTitle(pool) }))]
}

/** The limit with the least left, one under pressure before others; null: there is none. */
export function fullestOf(uses: readonly CallUse[]): CallUse | null {
  return uses.toSorted(fuller)[0] ?? null
}

function fuller(one: CallUse, other: CallUse): number {
  return RANKS[other.pressure] - RANKS[one.pressure] || shareOf(other) - shareOf(one)
}

const RANKS: Readonly<Record<CallUse['pressure'], number>> = { easy: 0, busy: 1, tight: 2 }
const shareOf = ({ used, limit }: CallUse): number => used / limit

function useOf(
  its: Omit<CallUse, 'exitsWaiting' | 'pressure'> & { readonly exitsWaiting?: number | undefined },
): CallUse {
  const { exitsWaiting = 0, waiting, used, limit, reserved } = its
  const isTight = exitsWaiting > 0 || used > limit - reserved
  return { ...its, exitsWaiting, pressure: isTight ? 'tight' : waiting > 0 ? 'busy' : 'easy' }
}

/** The calls that have a title of their own, by the last part of the venue client's name for them. */
const TITLED = [
  ...(['ping', 'time', 'pairs', 'contracts', 'depth', 'ticker', 'trades', 'index', 'klines'] as const),
  ...(['placeOrder', 'conditionOrder', 'testOrder', 'batchOrders', 'cancelOrder', 'batchCancel'] as const),
  ...(['order', 'openOrders', 'orderHistory', 'profitHistory', 'myTrades', 'account'] as const),
] as const

/** What the call "spot.openOrders" is called. */
function callTitle(pool: string): Message {
  const name = TITLED.find((each) => each === pool.slice(pool.indexOf('.') + 1))
  return name === undefined ? verbatim(pool) : message(`limits.call.${name}`)
}

/** "Spot Open orders, 12 of 20 in 2 s". */
export function titleOfUse({ area, call, used, limit, windowMs }: CallUse): Message {
  return message('limits.fullest', { area: areaTitle(area), call, used, limit, window: { ms: windowMs } })
}
