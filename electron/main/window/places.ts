/** Leads the trader from the menu, the tray and notifications: to a place in the window, or to a way out without it. */
import type { Place, WayOutName } from '#shared/ipc/place.ts'
import type { OpenWayOut } from './way-out.ts'

/** A way out is a plan to look at: nothing is sent. */
type MenuPlace = Place | { readonly kind: 'plan'; readonly way: WayOutName }

/** Shows the window, with `place` in it if given. */
export type ShowPlace = (place?: MenuPlace) => void

export function createPlaces(options: {
  readonly bringForward: () => void
  /** Asks the page to show it. */
  readonly ask: (place: Place) => void
  readonly wayOut: OpenWayOut
  /** Plimsoll is locked: its page shows no place. */
  readonly isLocked: () => boolean
}): ShowPlace {
  const { bringForward, ask, wayOut, isLocked } = options
  return (place) => {
    // Never by the page: one that is broken, or was taken over, would keep the trader from it.
    if (place?.kind === 'plan') return wayOut('asked', place.way)
    bringForward()
    if (place !== undefined && !isLocked()) ask(place)
  }
}
