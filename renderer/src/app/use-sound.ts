import { useLocalStorage } from '@vueuse/core'
import type { Ref } from 'vue'

/** Whether a loss of control may sound, kept between runs; on by default. */
export function useSound(): Ref<boolean> {
  return useLocalStorage('plimsoll.sound', true)
}
