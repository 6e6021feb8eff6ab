/** Leads the trader from the menu, tray and notifications to a place in the window, or to a way out without it. */
import type { Place, WayOutName } from '#shared/ipc/place.ts'
import type { OpenWayOut } from './way-out.ts'

/** Shows the window, with `place` in it if given. A way out starts with a plan to look at: nothing is sent yet. */
export type ShowPlace = (place?: Place | { readonly kind: 'plan'; readonly way: WayOutName }) => void

export function createPlaces(options: {
  readonly bringForward: () => void
  /** Asks the page to show the place. */
  readonly ask: (place: Place) => void
  readonly wayOut: OpenWayOut
  /** Plimsoll is locked, so its page shows no place. */
  readonly isLocked: () => boolean
}): ShowPlace {
  const { bringForward, ask, wayOut, isLocked } = options
  return (place) => {
    // Never through the page: a broken or compromised one would keep the trader from it.
    if (place?.kind === 'plan') return wayOut('asked', place.way)
    bringForward()
    if (place !== undefined && !isLocked()) ask(place)
  }
}
