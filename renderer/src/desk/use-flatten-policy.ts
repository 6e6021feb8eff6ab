/** Whether the trader last chose to keep or to sell Spot in a flatten, kept per account. */
import { useLocalStorage } from '@vueuse/core'
import { computed, inject, type WritableComputedRef } from 'vue'
import type { Action } from '#shared/desk/action.ts'
import { OWNER, recordIn } from '../kit/kept-text.ts'

export type SpotPolicy = Extract<Action, { kind: 'flatten' }>['spot']

/** Whether a flatten of the account in front keeps its Spot holdings (the default) or sells them. */
export function useFlattenPolicy(): WritableComputedRef<SpotPolicy> {
  const owner = inject(OWNER, () => '')
  // One text holds the choices of all accounts, so a read never returns the choice of the account that was in front
  // before.
  const kept = useLocalStorage<string>('plimsoll.flatten', '')
  return computed<SpotPolicy>({
    get: () => (recordIn(kept.value)[owner()] === 'sell' ? 'sell' : 'keep'),
    set: (spot) => (kept.value = JSON.stringify({ ...recordIn(kept.value), [owner()]: spot })),
  })
}
