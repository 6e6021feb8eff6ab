/**
 * Sends calls through a limiter to a venue over an unreliable network, in virtual time, and records what happened to
 * each.
 */
import type { Clock } from '#shared/domain/clock.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Lane } from '#electron/venue/port.ts'
import type { Slot } from '#electron/venue/limits/throttle.ts'
import { VirtualClock } from './virtual-clock.ts'

/** As in the client, ms: a lost call may arrive until this long after it was sent. */
export const DEADLINE_MS = 10_000

export interface Call {
  readonly askAt: number
  readonly lane: Lane
  readonly endpoint: string
  /** One-way delays to the venue and back, ms. */
  readonly upMs: number
  readonly downMs: number
  /** `lost`: the call arrives and is never answered. `unused`: the limiter let the call go, but it was not sent. */
  readonly fate: 'answered' | 'lost' | 'unused'
  /** When the client learns that a call is lost, ms after sending it. */
  readonly lossKnownAfterMs: number
  /** When the caller gives up, ms after asking; null: never. */
  readonly abortAfterMs: number | null
}

export interface Traffic {
  readonly calls: readonly Call[]
  /** Changes of the system clock: when, and by how much. */
  readonly wallJumps: readonly { readonly at: number; readonly byMs: number }[]
}

/** One call and its times; null where the call did not get that far. */
export interface Trace {
  readonly call: Call
  /** Numbers the calls in the order of asking. */
  readonly number: number
  letGoAt: number | null
  arrivedAt: number | null
  refused: boolean
}

export interface Limiter {
  acquire(endpoint: string, lane: Lane, signal: AbortSignal): Promise<Result<Slot, unknown>>
}

/** Runs the traffic to its end. `arrive` handles an arrival at the venue; time stands still until it returns. */
export async function run(
  traffic: Traffic,
  makeLimiter: (clock: Clock) => Limiter,
  arrive?: (trace: Trace) => Promise<void>,
  clock = new VirtualClock(),
): Promise<Trace[]> {
  const surroundings: Surroundings = {
    clock,
    limiter: makeLimiter(clock),
    patience: new AbortController().signal,
    arrive: (trace) => arrive?.(trace),
  }
  for (const { at, byMs } of traffic.wallJumps) clock.after(at, () => clock.jumpWall(byMs))
  const traces = traffic.calls.map((call, number): Trace => {
    const trace: Trace = { call, number, letGoAt: null, arrivedAt: null, refused: false }
    clock.after(call.askAt, () => ask(trace, surroundings))
    return trace
  })
  await clock.run()
  return traces
}

/** What all calls of a run share. */
interface Surroundings {
  readonly clock: VirtualClock
  readonly limiter: Limiter
  /** Never aborts. For calls that nobody abandons. */
  readonly patience: AbortSignal
  readonly arrive: (trace: Trace) => Promise<void> | undefined
}

function ask(trace: Trace, surroundings: Surroundings): void {
  const { clock, limiter, patience } = surroundings
  const { endpoint, lane, abortAfterMs } = trace.call
  const caller = abortAfterMs === null ? null : new AbortController()
  if (caller) clock.after(abortAfterMs ?? 0, () => caller.abort())
  void limiter.acquire(endpoint, lane, caller?.signal ?? patience).then((admitted) => {
    if (admitted.ok) send(trace, admitted.value, caller?.signal, surroundings)
    else trace.refused = true
  })
}

function send(trace: Trace, slot: Slot, signal: AbortSignal | undefined, { clock, arrive }: Surroundings): void {
  const { fate, upMs, downMs, lossKnownAfterMs } = trace.call
  trace.letGoAt = clock.mono()
  const deadlineAt = trace.letGoAt + DEADLINE_MS
  if (fate === 'unused') return void clock.after(upMs, () => slot.unused())
  clock.after(upMs, () => {
    trace.arrivedAt = clock.mono()
    return arrive(trace)
  })
  if (fate === 'answered') clock.after(upMs + downMs, () => slot.answered())
  else clock.after(lossKnownAfterMs, () => slot.lost(deadlineAt))
  signal?.addEventListener('abort', () => slot.lost(deadlineAt), { once: true })
}
