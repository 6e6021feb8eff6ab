/**
 * A window that shows one panel alone, for a second display. It only shows: main refuses it every command that acts, and
 * nothing that acts is offered in it. What leads elsewhere leads to the main window.
 */
import { inject, type InjectionKey } from 'vue'
import type { Place } from '#shared/ipc/place.ts'
import type { Message } from '#shared/domain/message.ts'
import { useSession, whyNot } from './session.ts'

/** Provided by the composition root, in such a window alone. */
export const POP_OUT: InjectionKey<true> = Symbol('popOut')

export function usePopOut(): boolean {
  return inject(POP_OUT, false)
}

/** Shows a place in the main window. Resolves with why not; null: it is shown. */
export function useShowInMain(): (place: Place) => Promise<Message | null> {
  const { panels } = useSession()
  return async (place) => await whyNot(panels.showPlace({ place }))
}
