/** A list holds still while the trader aims at it, so that a click never lands on another row than the one aimed at. */
import { computed, shallowRef, watch, type Ref } from 'vue'
import { holdOrder, sameOrder, type Place } from './table-order.ts'

/** `wanted`: the order asked for; a new one applies at once. `box`: the element that the pointer or the focus is in. */
export function useHeldOrder<Row>(
  live: Ref<readonly Place<Row>[]>,
  box: Readonly<Ref<HTMLElement | null>>,
  wanted: () => unknown = () => null,
) {
  const held = shallowRef<readonly Place<Row>[] | null>(null)
  const places = computed(() => holdOrder(live.value, held.value))
  const hold = (): void => void (held.value ??= live.value)
  const release = (): void => void (held.value = null)

  watch(wanted, () => {
    if (held.value) held.value = live.value
  })
  // From now on, what came last stays where it came.
  watch(places, (now) => {
    if (held.value && now.length > held.value.length) held.value = now
  })

  return {
    places,
    /** True while the order shown is not the live one. */
    isHeld: computed(() => !sameOrder(places.value, live.value)),
    /** Listeners for `v-on` of the box. */
    aim: {
      pointerenter: hold,
      pointerleave: () => {
        if (!box.value?.querySelector(':focus-visible') && !box.value?.matches(':focus-visible')) release()
      },
      focusin: ({ target }: FocusEvent) => {
        if ((target as HTMLElement).matches(':focus-visible')) hold()
      },
      focusout: ({ relatedTarget }: FocusEvent) => {
        const isInside = relatedTarget instanceof Node && box.value?.contains(relatedTarget)
        if (!isInside && !box.value?.matches(':hover')) release()
      },
    },
  }
}
