import { useRouter } from 'vue-router'
import { LISTS } from '#shared/ipc/place.ts'
import { useSpotStore } from './stores/spot.ts'

/** Opens the screen of a list and then asks that list for a row, or for the rows with a text. In the main window only. */
export function useShowInList() {
  const router = useRouter()
  const spot = useSpotStore()
  return async (wanted: NonNullable<typeof spot.wanted>): Promise<void> => {
    // The same list may stand on the screen before: it must not take the request.
    spot.wanted = null
    await router.push({ name: LISTS[wanted.list] })
    spot.wanted = wanted
  }
}
