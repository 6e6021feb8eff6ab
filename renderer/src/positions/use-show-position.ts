import { useRouter } from 'vue-router'
import { useSpotStore } from '../app/stores/spot.ts'
import { useDrawerRow } from '../kit/drawer-row.ts'

/** Leads to a position on its screen, with its details beside the list. */
export function useShowPosition(): (key: string) => void {
  const router = useRouter()
  const spot = useSpotStore()
  const inDrawer = useDrawerRow('positions')
  return (key) => {
    inDrawer.value = key
    spot.wanted = { kind: 'row', list: 'positions', key }
    void router.push({ name: 'positions' })
  }
}
