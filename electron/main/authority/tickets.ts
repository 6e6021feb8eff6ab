/** The plans that were shown to a window. Each is good for one submit: by that window, within a minute. */
import type { Clock } from '#shared/domain/clock.ts'
import type { Moment } from '#shared/events/reading.ts'

/** How long a plan that was shown is valid, ms. */
const SHOWN_FOR_MS = 60_000
/** How many of the newest tickets are kept, used ones too: a repeated submit gets the answer of the first. */
const MOST_TICKETS = 500

/** A moment on both clocks: the monotonic one may stop while the machine sleeps, and the wall clock may be set. */
export const momentOf = (clock: Clock): Moment => ({ mono: clock.mono(), wall: clock.wall() })

export const ageMs = ({ mono, wall }: Moment, clock: Clock): number =>
  Math.max(clock.mono() - mono, clock.wall() - wall)

/** `Of`: what may be carried out, exactly as it is here. */
export type Ticket<Of, Answer> = Of & {
  /** The window it was shown to. */
  readonly from: number
  readonly at: Moment
  /** The answer to its first submit; null: it was not submitted yet. */
  answer: Promise<Answer> | null
}

export function createTickets<Of, Answer>(clock: Clock) {
  const tickets = new Map<string, Ticket<Of, Answer>>()
  return {
    keep(planId: string, from: number, of: Of): void {
      tickets.set(planId, { ...of, from, at: momentOf(clock), answer: null })
      const [oldest] = tickets.keys()
      if (tickets.size > MOST_TICKETS && oldest !== undefined) tickets.delete(oldest)
    },
    /** undefined: no plan of this id was shown to this window. */
    find(planId: string, from: number): Ticket<Of, Answer> | undefined {
      const ticket = tickets.get(planId)
      return ticket?.from === from ? ticket : undefined
    },
    isOld: ({ at }: { readonly at: Moment }): boolean => ageMs(at, clock) > SHOWN_FOR_MS,
  }
}
