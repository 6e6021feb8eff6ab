/** Leads the trader to a place in the window; if the page does not show a plan in time, to the way out without it. */
import type { Clock } from '#shared/domain/clock.ts'
import type { AskedPlace, Place } from '#shared/ipc/place.ts'
import type { OpenWayOut } from './way-out.ts'

/** A page that has not shown a plan within this time is taken for broken. */
const SHOWN_WITHIN_MS = 2_000

export interface Places {
  /** Shows the window, with `place` in it if given. */
  readonly show: (place?: Place) => void
  /** The window shows what was asked for by this id. */
  readonly shown: (id: string) => void
}

export function createPlaces(options: {
  readonly bringForward: () => void
  readonly ask: (asked: AskedPlace) => void
  readonly wayOut: OpenWayOut
  /** Plimsoll is locked: its page shows no place, and a plan is shown without it. */
  readonly isLocked: () => boolean
  readonly clock: Pick<Clock, 'after'>
  readonly newId: () => string
}): Places {
  const { bringForward, ask, wayOut, isLocked, clock, newId } = options
  const waiting = new Map<string, () => void>()
  return {
    show(place) {
      if (isLocked() && place?.kind === 'plan') return wayOut('asked', place.way)
      bringForward()
      if (place === undefined || isLocked()) return
      const id = newId()
      // A plan is a way out: it must not depend on the page.
      if (place.kind === 'plan') {
        const stop = clock.after(SHOWN_WITHIN_MS, () => {
          waiting.delete(id)
          wayOut('asked', place.way)
        })
        waiting.set(id, stop)
      }
      ask({ id, place })
    },
    shown(id) {
      waiting.get(id)?.()
      waiting.delete(id)
    },
  }
}
