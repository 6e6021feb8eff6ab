import { nextTick, onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { Clock } from '#shared/domain/clock.ts'
import { useClock } from './use-clock.ts'

/** Charts and lists are redrawn at most this often: nobody reads faster updates, and they cost time. */
const REDRAW_EVERY_MS = 1_000
/** Between two tasks of their own the window draws a frame. */
export const FRAME_MS = 17
/** The share of time these tasks may take: with a large account the window stays quick and they follow more slowly. */
const SHARE_OF_TIME = 0.2

/** What waits for a task of its own, and whether one runs or is due. */
interface Line {
  readonly waiting: Set<() => void>
  isBusy: boolean
}

const lines = new WeakMap<Clock, Line>()

/** Runs `task` in a task of its own, behind those that wait already. Returns a function that cancels it. */
function inTurn(clock: Clock, task: () => void): () => void {
  const line = lines.get(clock) ?? { waiting: new Set(), isBusy: false }
  lines.set(clock, line)
  line.waiting.add(task)
  if (!line.isBusy) clock.after(0, next)
  line.isBusy = true
  return () => line.waiting.delete(task)

  function next(): void {
    const [first] = line.waiting
    line.isBusy = first !== undefined
    if (first === undefined) return
    line.waiting.delete(first)
    const from = clock.mono()
    first()
    // What depends on it is done by the next tick.
    void nextTick(() => clock.after(Math.max(FRAME_MS, (clock.mono() - from) * (1 / SHARE_OF_TIME - 1)), next))
  }
}

/**
 * Follows `source` at once after a pause, otherwise at most once a second, or less often if such work takes long.
 * Always ends on the newest value. While pushes come in a row, each follower works in a task of its own.
 */
export function usePaced<T>(source: () => T): Readonly<ShallowRef<T>> {
  const clock = useClock()
  const paced = shallowRef(source())
  let tookAt = clock.mono()
  let cancel: (() => void) | null = null

  function take(): void {
    cancel = null
    tookAt = clock.mono()
    paced.value = source()
  }

  watch(source, () => {
    if (cancel !== null) return
    const waitMs = tookAt + REDRAW_EVERY_MS - clock.mono()
    if (waitMs <= 0) take()
    else cancel = clock.after(waitMs, () => (cancel = inTurn(clock, take)))
  })
  onScopeDispose(() => cancel?.())
  return paced
}

/**
 * Follows `source` in a task of its own. Costly computations that depend on it are thus spread over several tasks, and
 * between these the window draws and takes input. When `atOnce` changes, nothing waits: nobody who hides amounts wants
 * to see them for another turn.
 */
export function useOwnTask<T>(source: () => T, atOnce?: () => unknown): Readonly<ShallowRef<T>> {
  const clock = useClock()
  const followed = shallowRef(source())
  let cancel: (() => void) | null = null

  function follow(): void {
    cancel?.()
    cancel = null
    followed.value = source()
  }

  watch(source, () => {
    cancel ??= inTurn(clock, follow)
  })
  // The change may reach `source` by way of the components above, so they are brought up to date first.
  if (atOnce !== undefined) watch(atOnce, follow, { flush: 'post' })
  onScopeDispose(() => cancel?.())
  return followed
}
