/** The age of a reading, as the app knows it now. */
import { inject, type InjectionKey } from 'vue'
import type { AgeView, Reading } from '#shared/snapshot/freshness.ts'

/** Age and state of a reading now; called while rendering, it ticks by itself. The app provides it. */
type AgeOf = (reading: Reading | null | undefined) => AgeView

export const AGE_OF: InjectionKey<AgeOf> = Symbol('ageOfReading')

export function useAgeOf(): AgeOf {
  const ageOf = inject(AGE_OF)
  if (!ageOf) throw new Error('The window was mounted without AGE_OF.')
  return ageOf
}
