/**
 * The friction of an action that moves money. Armed: one click. Disarmed: hold the pointer for `holdMs`, or press
 * Enter, wait for at least KEY_PAUSE_MS, and press Enter again. A press that ends early, or loses the pointer or the
 * focus, does nothing.
 */
import { onScopeDispose, shallowRef } from 'vue'
import { useClock } from './use-clock.ts'

export const HOLD_MS = 400
export const KEY_PAUSE_MS = 700
const ASK_FOR_MS = 5_000
const HINT_MS = 1_500

/** `hint`: the press was too short. `asked`: the first Enter was pressed, the second is awaited. */
export type HoldState = 'idle' | 'holding' | 'hint' | 'asked'

export function useHold(options: { armed: () => boolean; holdMs: number; run: () => void }) {
  const clock = useClock()
  const state = shallowRef<HoldState>('idle')
  let askedAt = 0
  let cancelTimer = (): void => {}

  function enter(next: HoldState, forMs?: number, then: () => void = () => enter('idle')): void {
    cancelTimer()
    state.value = next
    cancelTimer = forMs === undefined ? () => {} : clock.after(forMs, then)
  }

  function run(): void {
    enter('idle')
    options.run()
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button === 0 && !options.armed()) enter('holding', options.holdMs, run)
  }

  function onClick(event: MouseEvent): void {
    // `detail` counts pointer clicks: 0 is a key, a script or assistive technology, none of which can hold.
    if (event.detail > 0) {
      // Only the first click of a double click: the second may land on what has moved under the pointer.
      if (options.armed() && event.detail === 1) run()
      return
    }
    if (options.armed()) return run()
    // Counted from the press itself, not from when a busy window handled it: two quick presses are no pause.
    if (state.value === 'asked' && event.timeStamp - askedAt >= KEY_PAUSE_MS) return run()
    askedAt = event.timeStamp
    enter('asked', ASK_FOR_MS)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A held key presses a button again and again.
    if (event.repeat) event.preventDefault()
    if (event.key === 'Escape' && state.value !== 'idle') {
      event.stopPropagation()
      enter('idle')
    }
  }

  function release(): void {
    if (state.value === 'holding') enter('hint', HINT_MS)
  }

  function abort(): void {
    if (state.value !== 'idle') enter('idle')
  }

  onScopeDispose(() => cancelTimer())

  return { state, onPointerDown, onClick, onKeyDown, release, abort }
}
