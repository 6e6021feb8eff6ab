import { useShowInList } from '../app/use-show-in-list.ts'
import { useDrawerRow } from '../kit/drawer-row.ts'

/** Leads to a position on its screen, with its details beside the list. */
export function useShowPosition(): (key: string) => void {
  const showInList = useShowInList()
  const inDrawer = useDrawerRow('positions')
  return (key) => {
    inDrawer.value = key
    void showInList({ kind: 'row', list: 'positions', key })
  }
}
