import { useEventListener } from '@vueuse/core'
import { shallowRef, type Ref } from 'vue'

/**
 * Whether the trader aims at what is in `box`: with the pointer over it, or with the keyboard's focus in it. A focus that
 * a click left behind is no aim: it comes back with the window, long after the pointer has gone.
 */
export function useAimed(box: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<boolean>> {
  const isAimed = shallowRef(false)
  const hasFocus = (): boolean => box.value?.matches(':focus-visible, :has(:focus-visible)') === true
  useEventListener(box, 'pointerenter', () => (isAimed.value = true))
  useEventListener(box, 'pointerleave', () => (isAimed.value = hasFocus()))
  useEventListener(box, 'focusin', () => (isAimed.value ||= hasFocus()))
  useEventListener(box, 'focusout', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && box.value?.contains(relatedTarget)
    if (!isInside && !box.value?.matches(':hover')) isAimed.value = false
  })
  return isAimed
}
