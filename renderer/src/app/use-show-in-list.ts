import { useRouter } from 'vue-router'
import { LISTS } from '#shared/ipc/place.ts'
import { usePopOut, useShowInMain } from './pop-out.ts'
import { useSoughtStore } from './stores/sought.ts'

/**
 * Opens the screen of a list and then asks that list for a row, or for the rows with a text. A window of one panel has
 * no screens: the row is shown in the main window.
 */
export function useShowInList() {
  const router = useRouter()
  const sought = useSoughtStore()
  const isPopOut = usePopOut()
  const showInMain = useShowInMain()
  return async (wanted: NonNullable<typeof sought.wanted>): Promise<void> => {
    if (isPopOut && wanted.kind === 'row') return void (await showInMain(wanted))
    // The same list may stand on the screen before: it must not take the request.
    sought.wanted = null
    await router.push({ name: LISTS[wanted.list] })
    sought.wanted = wanted
  }
}
