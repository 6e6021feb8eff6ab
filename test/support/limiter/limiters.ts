/**
 * Our throttle, and limiters that look right but are wrong, each in a few lines. They show that the tests which our
 * throttle passes do reject a wrong limiter. Seven are the algorithms of limiters in wide use.
 */
import type { Clock } from '#shared/domain/clock.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Lane } from '#electron/venue/port.ts'
import type { Limit } from '#electron/venue/profile/dialect.ts'
import { HostGate } from '#electron/venue/limits/host-gate.ts'
import { Throttle } from '#electron/venue/limits/throttle.ts'
import type { Pace, Slot } from '#electron/venue/limits/throttle.ts'
import type { Limiter } from './traffic.ts'

/** A limit, and the cost of a call against it. */
export interface Setting {
  readonly limit: Limit
  readonly costOf: (endpoint: string) => number
}

export function ours(paces: ReadonlyMap<string, Pace>, weightPerMinute: number | null) {
  return (clock: Clock): Limiter => new Throttle(clock, new HostGate(clock), paces, weightPerMinute)
}

/** Decides when the next call in line may go. */
interface Rule {
  /** Ms until a call of `cost` may go: 0 for now, Infinity when another call must end first. */
  delay(cost: number, lane: Lane): number
  /** Called when a call goes. The slot that it returns hears how the call ended. */
  went(cost: number): Slot | undefined
}

interface WrongLimiter {
  readonly name: string
  /** What the limiter gets wrong, which is also the judge that must reject it. */
  readonly breaks: 'limit' | 'order' | 'reserve' | 'liveness'
  readonly make: (setting: Setting) => (clock: Clock) => Limiter
}

function wrong(
  name: string,
  breaks: WrongLimiter['breaks'],
  rule: (clock: Clock, limit: Limit) => Rule,
  line: Line = {},
): WrongLimiter {
  return { name, breaks, make: (setting) => (clock) => inLine(clock, rule(clock, setting.limit), setting, line) }
}

export const WRONG_LIMITERS: readonly WrongLimiter[] = [
  wrong('log of sendings (ccxt rolling window, p-queue strict)', 'limit', (clock, limit) =>
    log(clock, limit, { holdsFrom: 'send' }),
  ),
  wrong('log of sendings, 50 ms of margin', 'limit', (clock, limit) =>
    log(clock, limit, { holdsFrom: 'send', marginMs: 50 }),
  ),
  wrong('log of sendings, one place left free', 'limit', (clock, { count, windowMs }) =>
    log(clock, { count: count - 1, windowMs }, { holdsFrom: 'send' }),
  ),
  wrong('log of answers by the wall clock', 'limit', (clock, limit) => log(clock, limit, { now: () => clock.wall() })),
  wrong('log of answers, one too many', 'limit', (clock, { count, windowMs }) =>
    log(clock, { count: count + 1, windowMs }, {}),
  ),
  wrong('log of answers, the fastest round trip won back', 'limit', (clock, limit) =>
    log(clock, limit, { early: true }),
  ),
  wrong('log of answers, a lost call free at its deadline', 'limit', (clock, limit) =>
    log(clock, limit, { lostHoldMs: 0 }),
  ),
  wrong('log of answers, a lost call free when that is known', 'limit', (clock, limit) =>
    log(clock, limit, { lostHoldMs: -Infinity }),
  ),
  wrong('fixed windows of our own clock', 'limit', (clock, limit) =>
    windows(clock, limit, (now) => Math.floor(now / limit.windowMs) * limit.windowMs),
  ),
  wrong('reservoir refilled every window (bottleneck)', 'limit', (clock, limit) => {
    const from = clock.mono()
    return windows(clock, limit, (now) => from + Math.floor((now - from) / limit.windowMs) * limit.windowMs)
  }),
  wrong('interval cap from the first call (p-queue, rate-limiter-flexible)', 'limit', (clock, limit) =>
    windows(clock, limit, (now) => now),
  ),
  wrong('interval cap with appointments (p-throttle)', 'limit', appointments),
  wrong('full token bucket', 'limit', (clock, limit) => bucket(clock, limit, limit.count)),
  wrong('token bucket inside an interval (limiter)', 'limit', (clock, limit) =>
    both(
      bucket(clock, limit, limit.count),
      windows(clock, limit, (now) => now),
    ),
  ),
  wrong('leaky bucket (ccxt)', 'limit', (clock, limit) => bucket(clock, limit, 1)),
  wrong('least time between calls (bottleneck)', 'limit', (clock, { count, windowMs }) => {
    let nextAt = -Infinity
    return {
      delay: () => Math.max(0, nextAt - clock.mono()),
      went(cost) {
        nextAt = clock.mono() + (cost * windowMs) / count
      },
    }
  }),
  wrong('one line for all lanes', 'order', (clock, limit) => log(clock, limit, { reserved: limit.count / 4 })),
  wrong('lanes and nothing in reserve', 'reserve', (clock, limit) => log(clock, limit, {}), { lanes: true }),
  wrong('newest first', 'order', (clock, limit) => log(clock, limit, { reserved: limit.count / 4 }), {
    lanes: true,
    newestFirst: true,
  }),
  wrong('a lost call holds its place for ever', 'liveness', (clock, limit) =>
    log(clock, limit, { lostHoldMs: Infinity }),
  ),
]

/** Wrong only when calls have different weights. */
export const WRONG_BY_WEIGHT: readonly WrongLimiter[] = [
  {
    name: 'every call counted as one',
    breaks: 'limit',
    make: (setting) => (clock) => inLine(clock, log(clock, setting.limit, {}), { ...setting, costOf: () => 1 }, {}),
  },
  wrong('whoever is light enough goes', 'order', (clock, limit) => log(clock, limit, { reserved: limit.count / 4 }), {
    lanes: true,
    passing: true,
  }),
]

interface LogOptions {
  readonly holdsFrom?: 'send' | 'answer'
  readonly marginMs?: number
  readonly now?: () => number
  /** Frees a call earlier than its window, by the shortest round trip seen. */
  readonly early?: boolean
  /** How long after its deadline a lost call keeps its place, ms. One window by default. */
  readonly lostHoldMs?: number
  /** Places reserved for the act lane. */
  readonly reserved?: number
}

/** A sliding log. Without options the rule is right; only the line before it may be wrong. */
function log(clock: Clock, { count, windowMs }: Limit, options: LogOptions): Rule {
  const { holdsFrom = 'answer', marginMs = 1, now = () => clock.mono(), reserved = 0 } = options
  const lostHoldMs = options.lostHoldMs ?? windowMs + marginMs
  let entries: { until: number; readonly cost: number }[] = []
  let shortestMs = Infinity
  return {
    delay(cost, lane) {
      const at = now()
      entries = entries.filter(({ until }) => until > at)
      let excess = entries.reduce((sum, entry) => sum + entry.cost, cost) - count + (lane === 'act' ? 0 : reserved)
      if (excess <= 0) return 0
      for (const entry of entries.toSorted((a, b) => a.until - b.until)) {
        excess -= entry.cost
        if (excess <= 0) return entry.until - at
      }
      return Infinity
    },
    went(cost) {
      const sentAt = now()
      const entry = { until: holdsFrom === 'send' ? sentAt + windowMs + marginMs : Infinity, cost }
      entries.push(entry)
      if (holdsFrom === 'send') return undefined
      return {
        answered() {
          shortestMs = Math.min(shortestMs, now() - sentAt)
          entry.until = now() + windowMs + marginMs - (options.early ? shortestMs : 0)
        },
        lost(deadlineAt) {
          entry.until = now() + (deadlineAt - clock.mono()) + lostHoldMs
        },
        unused() {
          entry.until = -Infinity
        },
      }
    },
  }
}

/** A count per window. `opens` gives the start of the window for a call at `now`, once the previous window is over. */
function windows(clock: Clock, { count, windowMs }: Limit, opens: (now: number) => number): Rule {
  let from = -Infinity
  let used = 0
  const roll = (): void => {
    if (clock.mono() < from + windowMs) return
    from = opens(clock.mono())
    used = 0
  }
  return {
    delay(cost) {
      roll()
      return used + cost <= count ? 0 : from + windowMs - clock.mono()
    },
    went(cost) {
      used += cost
    },
  }
}

/** As windows from the first call, but the next window always follows the full one, however long ago that one was. */
function appointments(clock: Clock, { count, windowMs }: Limit): Rule {
  let tick = -Infinity
  let used = 0
  return {
    delay(cost) {
      const now = clock.mono()
      if (now - tick > windowMs) [tick, used] = [now, 0]
      if (used + cost > count) [tick, used] = [tick + windowMs, 0]
      return Math.max(0, tick - now)
    },
    went(cost) {
      used += cost
    },
  }
}

/**
 * A token bucket: tokens refill at the limit's rate up to `size`. A call goes when the bucket holds its cost, or is
 * full.
 */
function bucket(clock: Clock, { count, windowMs }: Limit, size: number): Rule {
  let tokens = size
  let drippedAt = clock.mono()
  return {
    delay(cost) {
      tokens = Math.min(size, tokens + ((clock.mono() - drippedAt) * count) / windowMs)
      drippedAt = clock.mono()
      const missing = Math.min(cost, size) - tokens
      return missing <= 1e-9 ? 0 : (missing * windowMs) / count
    },
    went(cost) {
      tokens -= cost
    },
  }
}

function both(one: Rule, other: Rule): Rule {
  return {
    delay: (cost, lane) => Math.max(one.delay(cost, lane), other.delay(cost, lane)),
    went(cost) {
      one.went(cost)
      other.went(cost)
    },
  }
}

/** How calls wait in line for a rule. By default there is one line, first come, first served. */
interface Line {
  readonly lanes?: boolean
  readonly newestFirst?: boolean
  /** Later calls may go while the first one waits. */
  readonly passing?: boolean
}

interface Waiter {
  readonly cost: number
  readonly lane: Lane
  readonly settle: (result: Result<Slot, 'aborted'>) => void
}

function inLine(clock: Clock, rule: Rule, { costOf }: Setting, { lanes, newestFirst, passing }: Line): Limiter {
  const order: readonly Lane[] = ['act', 'verify', 'place', 'poll']
  const queues: Waiter[][] = lanes ? order.map(() => []) : [[]]
  let cancelWake = (): void => undefined
  function pump(): void {
    cancelWake()
    let wakeIn = Infinity
    for (const queue of queues) {
      for (const next of [...queue]) {
        const delay = rule.delay(next.cost, next.lane)
        wakeIn = delay > 0 ? Math.min(wakeIn, delay) : wakeIn
        if (delay > 0 && passing) continue
        if (delay > 0) break
        queue.splice(queue.indexOf(next), 1)
        next.settle(ok(once(rule.went(next.cost))))
      }
    }
    cancelWake = wakeIn < Infinity ? clock.after(wakeIn, pump) : () => undefined
  }
  /** Only the first report of a call's end counts. */
  function once(end: Slot | undefined): Slot {
    let isOver = end === undefined
    const say = (tell: (end: Slot) => void): void => {
      if (isOver || !end) return
      isOver = true
      tell(end)
      pump()
    }
    return {
      answered: () => say((to) => to.answered()),
      lost: (deadlineAt) => say((to) => to.lost(deadlineAt)),
      unused: () => say((to) => to.unused()),
    }
  }
  return {
    acquire: (endpoint, lane, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(err('aborted'))
        const queue = queues[lanes ? order.indexOf(lane) : 0]!
        const waiter: Waiter = { cost: costOf(endpoint), lane, settle: resolve }
        const onAbort = (): void => {
          const at = queue.indexOf(waiter)
          if (at === -1) return
          queue.splice(at, 1)
          resolve(err('aborted'))
          pump()
        }
        signal.addEventListener('abort', onAbort, { once: true })
        if (newestFirst) queue.unshift(waiter)
        else queue.push(waiter)
        pump()
      }),
  }
}
