/** Each order of a soak and the faults that it meets. All of it follows from the seed. */
import type { Fault } from '#electron/simulator/testing/faults.ts'
import { hashUniform } from '#electron/simulator/exchange/market/random.ts'
import type { Params } from '#electron/venue/port.ts'
import { decimal } from '#test/support/amounts.ts'

/** How fast the clocks of both sides run: an answer that never comes costs 10 s of that time. */
export const CLOCK_SPEED = 10

type LimitOrder<E extends 'contract.placeOrder' | 'spot.placeOrder'> = {
  readonly endpoint: E
  readonly params: Omit<Extract<Params<E>, { type: 'limit' }>, 'clientOrderId'>
}

/** An order as it is placed, and whether its cancel follows as soon as the venue has taken it. */
type Ticket = (LimitOrder<'contract.placeOrder'> | LimitOrder<'spot.placeOrder'>) & {
  readonly canceled: boolean
}

/** What goes wrong on our own side: nothing, the user aborts, the vault refuses, the vault is slow. */
export type Mishap = 'none' | 'calledOff' | 'vaultRefuses' | 'vaultSlow'

type Shares<T> = readonly (readonly [share: number, what: T])[]

const FAR_BELOW = { side: 'buy', type: 'limit', price: decimal(10) } as const
const ON_CONTRACT = { ...FAR_BELOW, contract: 'E-AVAX-USDT', action: 'open', marginMode: 'cross' } as const
const ON_SPOT = { ...FAR_BELOW, symbol: 'avaxusdt' } as const
const contract = (volume: number, timeInForce?: 'IOC') => ({
  endpoint: 'contract.placeOrder' as const,
  params: { ...ON_CONTRACT, volume: decimal(volume), ...(timeInForce && { timeInForce }) },
  canceled: timeInForce === undefined,
})
const spot = (quantity: string, canceled: boolean) => ({
  endpoint: 'spot.placeOrder' as const,
  params: { ...ON_SPOT, quantity: decimal(quantity) },
  canceled,
})

/** None of the orders ever trades: their prices are far from the market. The venue's own rules refuse some. */
const TICKETS: Shares<Ticket> = [
  [0.5, contract(1, 'IOC')],
  [0.04, contract(1)],
  [0.03, contract(100_001, 'IOC')],
  [0.12, spot('1', true)],
  [0.28, spot('1', false)],
  [0.03, spot('0.1', false)],
]

const MISHAPS: Shares<Mishap> = [
  [0.01, 'calledOff'],
  [0.003, 'vaultRefuses'],
  [0.003, 'vaultSlow'],
  [0.984, 'none'],
]

export interface Plan {
  readonly clientOrderId: string
  readonly ticket: Ticket
  /** The fate of the order, and of its cancel. */
  readonly mishaps: readonly [order: Mishap, cancel: Mishap]
  /** When the user aborts, ms after the call. */
  readonly calledOffAfterMs: number
}

/** Order number `index` of a soak. */
export function planned(seed: number, index: number): Plan {
  const chance = (salt: number): number => hashUniform(seed, index, salt)
  return {
    clientOrderId: `soak-${seed}-${index}`,
    ticket: drawn(TICKETS, chance(1)),
    mishaps: [drawn(MISHAPS, chance(2)), drawn(MISHAPS, chance(3))],
    calledOffAfterMs: chance(4) * 400,
  }
}

/** How a request fares at the venue. */
interface Fate {
  readonly name: string
  readonly fault: Omit<Fault, 'match'> | null
  /** The outcome that the client must report; null: the answer is intact, so the real one. */
  readonly outcome: 'rejected' | 'unknown' | null
}

const UNTOUCHED: Fate = { name: 'none', fault: null, outcome: null }
const lost = (name: string, fault: Fate['fault']): Fate => ({ name, fault, outcome: 'unknown' })

/**
 * Transport faults, all equally often. "Late" is 4 s at most, within the 5 s a signature is good for. What is not here:
 * bytes changed on the way (TLS shows them), and a ban, after which a client sends nothing for minutes.
 */
const FAULTS: readonly Fate[] = [
  lost('reset before read', { kind: 'resetBeforeRead' }),
  lost('reset after read', { kind: 'resetAfterRead' }),
  lost('closed without answer', { kind: 'finWithoutReply' }),
  lost('408 and closed', { kind: '408Close' }),
  lost('no answer at all', { kind: 'stall' }),
  lost('a byte a second', { kind: 'trickle' }),
  lost('504, not executed', { kind: '504NotExecuted' }),
  lost('504, executed', { kind: '504Executed' }),
  lost('504, executed late', { kind: '504ExecutedLate', ms: 4000 }),
  lost('500, not executed', { kind: 'serverError', executed: false }),
  lost('500, executed', { kind: 'serverError' }),
  lost('cut short', { kind: 'truncate' }),
  lost('empty', { kind: 'emptyBody' }),
  lost('204', { kind: 'status204' }),
  lost('malformed', { kind: 'malformed' }),
  lost('length too long', { kind: 'lengthTooLong' }),
  lost('length too short', { kind: 'lengthTooShort' }),
  lost('bad chunk', { kind: 'badChunk' }),
  lost('header of 64 kB', { kind: 'hugeHeader' }),
  lost('200, error in doubt', { kind: 'errorWith200', code: -1000 }),
  lost('400, executed', { kind: 'status400ButExecuted', code: -1000 }),
  lost('400, odd code, executed', { kind: 'status400ButExecuted', code: -9999 }),
  ...[301, 302, 303, 307, 308].map((status) => lost(`redirect ${status}`, { kind: 'redirect', status })),
  { name: '200, refused', fault: { kind: 'errorWith200', code: -2017 }, outcome: 'rejected' },
  { name: 'late', fault: { kind: 'delay', ms: 2000 }, outcome: null },
]
/** The venue's own pace limit. Rare: after it the client sends almost nothing for 10 s, as it should. */
const SLOW_DOWN: Fate = { name: '429', fault: { kind: 'status429' }, outcome: 'rejected' }

const FATES: Shares<Fate> = [
  [0.8, UNTOUCHED],
  ...FAULTS.map((fate) => [0.1999 / FAULTS.length, fate] as const),
  [0.0001, SLOW_DOWN],
]
export const FATE_NAMES: readonly string[] = FATES.map(([, { name }]) => name)

/** The fate of the `index`th order or cancel that arrives at the venue. */
export function fateOf(seed: number, index: number): Fate {
  return drawn(FATES, hashUniform(seed, index, 5))
}

export function fateNamed(name: string): Fate {
  const found = FATES.find(([, fate]) => fate.name === name)?.[1]
  if (!found) throw new Error(`expected a known fate, was ${name}`)
  return found
}

/** The shares add up to 1. */
function drawn<T>(table: Shares<T>, uniform: number): T {
  let left = uniform
  for (const [share, what] of table) if ((left -= share) < 0) return what
  return table.at(-1)![1]
}
