/** The waits a venue asks for while it is checked: each is said, and one that is too long ends the check. */
import type { Clock } from '#shared/domain/clock.ts'
import type { KeptLimits, LimitsMemory } from '../venue/venue.ts'

/** Longer than a person looks at a terminal that does nothing. */
const LONGEST_WAIT_MS = 60_000

export interface Waits {
  /** Hears of every pause; remembers nothing. */
  readonly memory: LimitsMemory
  /** Aborted when a wait is too long. */
  readonly signal: AbortSignal
  /** Why the check was given up; null: it was not. */
  gaveUp(): string | null
}

export function createWaits(clock: Clock, say: (line: string) => void): Waits {
  const giveUp = new AbortController()
  let why: string | null = null
  /** Until when each host's pause was told to last (monotonic ms). */
  const told = new Map<string, number>()

  function write(host: string, { pause }: KeptLimits): void {
    const until = clock.mono() + (pause?.leftMs ?? 0)
    if (pause === null || why !== null || until <= (told.get(host) ?? 0) + 1_000) return
    told.set(host, until)
    const wait = durationText(pause.leftMs)
    const asked = pause.state === 'banned' ? 'the venue has banned this address' : 'the venue asked to slow down'
    if (pause.state === 'backingOff' && pause.leftMs <= LONGEST_WAIT_MS)
      return say(`waiting ${wait}: ${asked} (${host})`)
    const again = new Date(clock.wall() + pause.leftMs).toISOString().slice(11, 19)
    why = `Given up: ${asked} (${host}), and calls go out again in ${wait} only. Run the check again after ${again} UTC.`
    giveUp.abort()
  }

  return { memory: { read: () => null, write }, signal: giveUp.signal, gaveUp: () => why }
}

function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
