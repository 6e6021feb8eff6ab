import { nextTick, onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { useClock } from '../use-clock.ts'

/** Charts are redrawn at most this often: faster is not read, only paid for. */
const REDRAW_EVERY_MS = 500
/** What hangs on it may take this share of the time: a large account is followed more slowly, the window stays quick. */
const SHARE_OF_TIME = 0.2

/**
 * Follows `source` at once when it has been still for a while, and at most every `everyMs` otherwise, less often where what
 * hangs on it takes long; ends on the newest.
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
    void nextTick(() => (costMs = clock.mono() - tookAt))
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
