/** Which rows are ticked: one by one, by Shift from the last ticked one, or all at once. */
import { computed, shallowRef } from 'vue'
import { sameMembers } from '#shared/domain/same-members.ts'

export function useSelection(seen: () => readonly string[]) {
  const ticked = shallowRef<ReadonlySet<string>>(new Set())
  /** Ticked keys in sight: a hidden row is never acted on, and stays ticked. */
  const keys = computed<ReadonlySet<string>>((before) => {
    const visible = new Set(seen())
    const now = [...ticked.value].filter((key) => visible.has(key))
    // Every row reads this set. It stays the same object until other orders are ticked, so no row is redrawn.
    return before && sameMembers([...before], now) ? before : new Set(now)
  })
  let anchor: string | null = null

  function set(changed: readonly string[], on: boolean): void {
    const next = new Set(ticked.value)
    for (const key of changed) {
      if (on) next.add(key)
      else next.delete(key)
    }
    ticked.value = next
  }

  /** Ticks or unticks `key`; with `range` every row between it and the last ticked one, in the order of `order`. */
  function toggle(key: string, range: boolean, order: readonly string[]): void {
    const on = !keys.value.has(key)
    const from = range && anchor !== null ? order.indexOf(anchor) : -1
    const to = order.indexOf(key)
    const span = from < 0 || to < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
    anchor = key
    set(span, on)
  }

  function clear(): void {
    ticked.value = new Set()
    anchor = null
  }

  return { keys, toggle, set, clear }
}
