/** Which figures of the account the window hides, for whoever else sees the screen. */
import { computed, shallowRef } from 'vue'
import type { Privacy } from '#shared/words/say.ts'

/** Whatever reads it while rendering is drawn again when it changes. */
export const privacy = shallowRef<Privacy>('shown')

export function setPrivacy(next: Privacy): void {
  privacy.value = next
}

/** What a number reveals: an amount, a price, or neither (a ratio or a count). */
export type FigureKind = 'amount' | 'price' | 'ratio'

const HIDES: Readonly<Record<Privacy, ReadonlySet<FigureKind>>> = {
  shown: new Set(),
  amounts: new Set(['amount']),
  percentages: new Set(['amount', 'price']),
}

export function isHidden(kind: FigureKind): boolean {
  return HIDES[privacy.value].has(kind)
}

/** While true, nothing exact is copied or saved either. */
export const hidesAmounts = computed(() => isHidden('amount'))
