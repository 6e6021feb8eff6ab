import { nextTick, onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { Clock } from '#shared/domain/clock.ts'
import { useClock } from './use-clock.ts'

/** Charts and lists are redrawn at most this often: nobody reads faster updates, and they cost time. */
const REDRAW_EVERY_MS = 1_000
/** Between two turns the window draws a frame. */
export const FRAME_MS = 17
/** A turn ends with the task that reaches this, so that small tasks share a frame and a long one has its own. */
const TURN_MS = 5
/** The share of time the turns may take: with a large account the window stays quick and they follow more slowly. */
const SHARE_OF_TIME = 0.2

/** What waits for a turn, and whether a turn runs or is due. */
interface Queue {
  readonly tasks: Set<() => void>
  isScheduled: boolean
}

const queues = new WeakMap<Clock, Queue>()

/** Runs `task` in a turn, behind those that wait already. Returns a function that cancels it. */
function inTurn(clock: Clock, task: () => void): () => void {
  const queue = queues.get(clock) ?? { tasks: new Set(), isScheduled: false }
  queues.set(clock, queue)
  queue.tasks.add(task)
  if (!queue.isScheduled) clock.after(0, () => void turn())
  queue.isScheduled = true
  return () => queue.tasks.delete(task)

  async function turn(): Promise<void> {
    const from = clock.mono()
    queue.isScheduled = queue.tasks.size > 0
    if (!queue.isScheduled) return
    for (const first of queue.tasks) {
      queue.tasks.delete(first)
      try {
        first()
      } catch (fault) {
        // Reported like an error in a watcher. The tasks behind it must still run.
        console.error(fault)
      }
      // What depends on it is done by the next tick.
      await nextTick()
      if (clock.mono() - from >= TURN_MS) break
    }
    clock.after(Math.max(FRAME_MS, (clock.mono() - from) * (1 / SHARE_OF_TIME - 1)), () => void turn())
  }
}

/**
 * Follows `source` at once after a pause, otherwise at most once a second, or less often if such work takes long.
 * Always ends on the newest value. While pushes come in a row, the followers take turns.
 */
export function usePaced<T>(source: () => T): Readonly<ShallowRef<T>> {
  const clock = useClock()
  const paced = shallowRef(source())
  let tookAt = clock.mono()
  let cancel: (() => void) | null = null

  /** `at`: when it was due. Followers of the same push stay due together, and so share frames. */
  function take(at: number): void {
    cancel = null
    tookAt = at
    paced.value = source()
  }

  watch(source, () => {
    if (cancel !== null) return
    const [now, dueAt] = [clock.mono(), tookAt + REDRAW_EVERY_MS]
    if (dueAt <= now) take(now)
    else cancel = clock.after(dueAt - now, () => (cancel = inTurn(clock, () => take(dueAt))))
  })
  onScopeDispose(() => cancel?.())
  return paced
}

/**
 * Follows `source` in a later turn. Costly computations that depend on it are thus spread over several tasks, and
 * between these the window draws and takes input. When `atOnce` changes, nothing waits: nobody who hides amounts wants
 * to see them for another turn.
 */
export function useInTurn<T>(source: () => T, atOnce?: () => unknown): Readonly<ShallowRef<T>> {
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
