/**
 * What stands at the end of a panel's head where a place can act on the panel as a whole, such as open it in a window.
 */
import { inject, provide, type Component, type InjectionKey } from 'vue'

const HEAD_END: InjectionKey<Component | null> = Symbol('headEnd')

/** `end`: for the outermost panel below this component. */
export function provideHeadEnd(end: Component): void {
  provide(HEAD_END, end)
}

/** For the panel that calls this, and not for panels inside it. */
export function useHeadEnd(): Component | null {
  const end = inject(HEAD_END, null)
  if (end !== null) provide(HEAD_END, null)
  return end
}
