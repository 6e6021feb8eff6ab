import { inject, type InjectionKey } from 'vue'
import type { Clock } from '#shared/domain/clock.ts'

export const CLOCK: InjectionKey<Clock> = Symbol('clock')

/** The clock of this window; provided by the composition root, and by tests. */
export function useClock(): Clock {
  const clock = inject(CLOCK)
  if (!clock) throw new Error('no clock was provided to this component')
  return clock
}
