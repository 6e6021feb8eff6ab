/**
 * What a place puts into the head of the panel that stands in it: at its end, what acts on the panel as a whole, such as
 * to open it in a window; at its start, in place of its title, the choice of a panel.
 */
import { inject, provide, type Component, type InjectionKey } from 'vue'

const HEAD_END: InjectionKey<Component | null> = Symbol('headEnd')
const HEAD_START: InjectionKey<Component | null> = Symbol('headStart')

/** `end`: for the outermost panel below this component. */
export function provideHeadEnd(end: Component): void {
  provide(HEAD_END, end)
}

/** `start`: for the outermost panel below this component. */
export function provideHeadStart(start: Component): void {
  provide(HEAD_START, start)
}

/** For the panel that calls this, and not for panels inside it. */
export function usePanelHead(): { readonly start: Component | null; readonly end: Component | null } {
  return { start: taken(HEAD_START), end: taken(HEAD_END) }
}

function taken(place: InjectionKey<Component | null>): Component | null {
  const what = inject(place, null)
  if (what !== null) provide(place, null)
  return what
}
