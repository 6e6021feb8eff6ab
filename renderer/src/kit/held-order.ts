/** A list holds still while the trader aims at it, so that a click never lands on another row than the one aimed at. */
import { computed, shallowRef, watch, type Ref } from 'vue'
import { holdOrder, sameOrder, type Place } from './table-order.ts'
import { useAimed } from './use-aimed.ts'

/** `wanted`: the order asked for; a new one applies at once. `box`: the element around the list. */
export function useHeldOrder<Row>(
  live: Ref<readonly Place<Row>[]>,
  box: Readonly<Ref<HTMLElement | null>>,
  wanted: () => unknown = () => null,
) {
  const held = shallowRef<readonly Place<Row>[] | null>(null)
  const places = computed(() => holdOrder(live.value, held.value))
  watch(useAimed(box), (isAimed) => (held.value = isAimed ? live.value : null), { flush: 'sync' })
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
  }
}
