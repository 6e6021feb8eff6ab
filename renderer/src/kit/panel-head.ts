/** What the head of a panel ends with, in a place that can do something with the panel as a whole. */
import { inject, provide, type Component, type InjectionKey } from 'vue'

const HEAD_END: InjectionKey<Component | null> = Symbol('headEnd')

/** `end`: for the outermost panel below this component. */
export function provideHeadEnd(end: Component): void {
  provide(HEAD_END, end)
}

/** For the panel that calls it, and for none inside it. */
export function useHeadEnd(): Component | null {
  const end = inject(HEAD_END, null)
  if (end !== null) provide(HEAD_END, null)
  return end
}
