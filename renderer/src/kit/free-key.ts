import { useEventListener } from '@vueuse/core'
import { toValue, type MaybeRefOrGetter } from 'vue'
import { chordOf } from './keys.ts'

/** Runs `run` when `key` is pressed alone, unless a field or a dialog has the keyboard. */
export function usePlainKey(key: MaybeRefOrGetter<string>, run: () => void): void {
  useEventListener(window, 'keydown', (event) => {
    if (event.repeat || event.defaultPrevented || chordOf(event) !== toValue(key) || isKeyTaken(event)) return
    event.preventDefault()
    run()
  })
}

/** Whether a plain key belongs to a field being typed in, or to a dialog or a menu, which has the keyboard to itself. */
export function isKeyTaken({ target }: KeyboardEvent): boolean {
  return isTyping(target) || document.querySelector('[role="dialog"], [role="menu"]') !== null
}

/** Whether keys go into this element. A radio takes none but arrows. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea, select, [contenteditable]')
  )
}

/** For `keydown` of Enter in a form: from a field the focus moves to its hold button. Nothing runs. */
export function focusHold(event: KeyboardEvent): void {
  if (!isTyping(event.target)) return
  const form = event.currentTarget as HTMLElement
  form.querySelector<HTMLElement>('[data-hold]')?.focus()
  event.preventDefault()
}
