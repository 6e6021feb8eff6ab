/** The trader's changes of the keys that act. Main keeps them, because its menu shows the keys too. */
import { computed } from 'vue'
import { KEY_ACTIONS, USUAL_KEYS, whyNotKey, type KeyAction } from '#shared/words/keys.ts'
import { keys } from '../kit/keys.ts'
import { useSession } from './session.ts'

/** `choose` does nothing and says why if the key cannot be used. */
export function useActionKeys() {
  const session = useSession()
  return {
    isChanged: computed(() => KEY_ACTIONS.some((action) => keys.value[action] !== USUAL_KEYS[action])),
    choose: (action: KeyAction, key: string) => {
      const why = whyNotKey(action, key, keys.value)
      if (why === null) void session.changeSettings({ keys: { ...keys.value, [action]: key } })
      return why
    },
    reset: () => void session.changeSettings({ keys: {} }),
  }
}
