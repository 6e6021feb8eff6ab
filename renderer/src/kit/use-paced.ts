import { nextTick, onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { useClock } from './use-clock.ts'

/** Charts and lists are redrawn at most this often: nobody reads faster updates, and they cost time. */
const REDRAW_EVERY_MS = 500
/** The pace of long lists that the trader does not work on but that stand beside what they work on. */
export const LIST_EVERY_MS = 1_000
/**
 * The share of time the dependent work may take: with a large account the window stays quick and follows more slowly.
 */
const SHARE_OF_TIME = 0.2

/**
 * Follows `source` at once after a pause, otherwise at most every `everyMs`, or less often if the dependent work takes
 * long. Always ends on the newest value. While pushes come in a row, each follower works in a task of its own.
 */
export function usePaced<T>(source: () => T, everyMs = REDRAW_EVERY_MS): Readonly<ShallowRef<T>> {
  const clock = useClock()
  const paced = shallowRef(source())
  let tookAt = clock.mono()
  let costMs = 0
  let cancel: (() => void) | null = null

  function take(): void {
    cancel = null
    tookAt = clock.mono()
    paced.value = source()
    // Behind the work done at once, and behind what follows in tasks of its own (`useOwnTask`).
    void nextTick(() => clock.after(0, () => (costMs = clock.mono() - tookAt)))
  }

  watch(source, () => {
    if (cancel !== null) return
    const waitMs = tookAt + Math.max(everyMs, costMs / SHARE_OF_TIME) - clock.mono()
    if (waitMs <= 0) take()
    else cancel = clock.after(waitMs, take)
  })
  onScopeDispose(() => cancel?.())
  return paced
}

/**
 * Follows `source` in a task of its own. Costly computations that depend on it are thus spread over several tasks, and
 * between these the window draws and takes input.
 */
export function useOwnTask<T>(source: () => T): Readonly<ShallowRef<T>> {
  const clock = useClock()
  const followed = shallowRef(source())
  let cancel: (() => void) | null = null

  watch(source, () => {
    cancel ??= clock.after(0, () => {
      cancel = null
      followed.value = source()
    })
  })
  onScopeDispose(() => cancel?.())
  return followed
}
