/** Reads with a time limit: the work continues without late reads. */
import { wait } from '#shared/domain/clock.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Looking } from './reader.ts'

/** The reading, or a failure once it is late. */
export type InTime = <T>(reading: Promise<Result<T, Failure>>) => Promise<Result<T, Failure>>

type Timing = Pick<Looking, 'clock' | 'signal'>

/** Waits `patienceMs` from the call; null: until answered. */
export function within(patienceMs: number | null, timing: Timing): InTime {
  return (reading) => orLate(reading, patienceMs, timing)
}

/** Waits until the clock reaches `at`; null: until answered. */
export function by(at: number | null, timing: Timing): InTime {
  return (reading) => orLate(reading, at === null ? null : Math.max(0, at - timing.clock.mono()), timing)
}

async function orLate<T>(
  reading: Promise<Result<T, Failure>>,
  patienceMs: number | null,
  { clock, signal }: Timing,
): Promise<Result<T, Failure>> {
  if (patienceMs === null) return reading
  const late = localFailure('timeout', 'prepare', message('intent.readLate', { time: { ms: patienceMs } }))
  const stop = new AbortController()
  const patience = wait(clock, patienceMs, AbortSignal.any([signal, stop.signal]))
  return Promise.race([reading, patience.then(() => err(late))]).finally(() => stop.abort())
}
