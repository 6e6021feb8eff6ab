/** The waits that a venue asks for during a check. Each is reported, and one that is too long ends the check. */
import type { Clock } from '#shared/domain/clock.ts'
import type { Duration, Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { KeptLimits, LimitsMemory } from '../../venue/venue.ts'

/** Longer than a person watches an idle terminal. */
const LONGEST_WAIT_MS = 60_000

interface Waits {
  /** Receives every pause; remembers nothing. */
  readonly memory: LimitsMemory
  /** Aborted when a wait is too long. */
  readonly signal: AbortSignal
  /** Why the check was given up; null: it was not. */
  gaveUp(): Message | null
}

export function createWaits(clock: Clock, say: (line: Message) => void): Waits {
  const giveUp = new AbortController()
  let why: Message | null = null
  /** When each host's pause ends, as last reported (monotonic ms). */
  const reported = new Map<string, number>()

  function write(host: string, { pause }: KeptLimits): void {
    const until = clock.mono() + (pause?.leftMs ?? 0)
    if (pause === null || why !== null || until <= (reported.get(host) ?? 0) + 1_000) return
    reported.set(host, until)
    const facts = { wait: lasting(pause.leftMs), host }
    if (pause.state === 'backingOff' && pause.leftMs <= LONGEST_WAIT_MS) return say(message('check.waitingSlow', facts))
    const time = new Date(clock.wall() + pause.leftMs).toISOString().slice(11, 19)
    why = message(pause.state === 'banned' ? 'check.gaveUpBanned' : 'check.gaveUpSlow', { ...facts, time })
    giveUp.abort()
  }

  return { memory: { read: () => null, write }, signal: giveUp.signal, gaveUp: () => why }
}

/** Rounded up to whole seconds, or to whole minutes if it is long, so that calls really go out once it is over. */
function lasting(ms: number): Duration {
  const seconds = Math.ceil(ms / 1_000)
  return { ms: seconds < 120 ? seconds * 1_000 : Math.ceil(seconds / 60) * 60_000 }
}
