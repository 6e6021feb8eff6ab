import { useLocalStorage } from '@vueuse/core'
import type { Ref } from 'vue'

/** Whether a loss of control may sound, kept between runs: it does until a trader says no. */
export function useSound(): Ref<boolean> {
  return useLocalStorage('plimsoll.sound', true)
}
