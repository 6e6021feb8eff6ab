/** The single keys that act: the default key of each, or the one the trader chose. */
import { useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'

/**
 * The actions in the order of the keyboard sheet. Actions in different places may have the same key. An action of the
 * whole window or of the workspace needs a key that no other action has, because lists of every place can stand there.
 */
export const ACTION_KEYS = {
  close: { key: 'x', where: 'positions' },
  protect: { key: 's', where: 'positions' },
  rescue: { key: 'r', where: 'positions' },
  cancel: { key: 'c', where: 'orders' },
  restore: { key: 'r', where: 'journal' },
  seen: { key: 'l', where: 'journal' },
  arrange: { key: 'u', where: 'workspace' },
  reset: { key: '0', where: 'workspace' },
  drill: { key: 'd', where: 'accounts' },
  arm: { key: 'a', where: 'window' },
} as const satisfies Readonly<
  Record<
    string,
    { readonly key: string; readonly where: 'window' | 'positions' | 'orders' | 'journal' | 'workspace' | 'accounts' }
  >
>

export type KeyAction = keyof typeof ACTION_KEYS
type KeyMap = Readonly<Record<KeyAction, string>>

export const KEY_ACTIONS = Object.keys(ACTION_KEYS) as KeyAction[]

/** These have a fixed meaning: filter, help and tick. */
const FIXED: ReadonlySet<string> = new Set(['/', '?', ' '])

const USUAL = Object.fromEntries(KEY_ACTIONS.map((action) => [action, ACTION_KEYS[action].key])) as KeyMap

/** Why `key` cannot be the key of `action`: `unfit`, or the action that has it already. null: it can. */
export function whyNotKey(action: KeyAction, key: string, map: KeyMap): 'unfit' | KeyAction | null {
  if (!/^\P{C}$/u.test(key) || key !== key.toLowerCase() || FIXED.has(key)) return 'unfit'
  return KEY_ACTIONS.find((other) => other !== action && map[other] === key && meet(action, other)) ?? null
}

/** Whether both actions listen in the same place. */
function meet(one: KeyAction, other: KeyAction): boolean {
  const [a, b]: readonly string[] = [ACTION_KEYS[one].where, ACTION_KEYS[other].where]
  return a === b || [a, b].some((where) => where === 'window' || where === 'workspace')
}

/** The default keys with the trader's changes. A stored change that is unfit or taken is left out. */
export function keyMapOf(changes: Readonly<Record<string, unknown>>): KeyMap {
  return KEY_ACTIONS.reduce<KeyMap>((map, action) => {
    const key = changes[action]
    return typeof key === 'string' && whyNotKey(action, key, map) === null ? { ...map, [action]: key } : map
  }, USUAL)
}

/** Kept between runs. `choose` does nothing and says why if the key cannot be used. */
export function useActionKeys() {
  const changes = useLocalStorage<Record<string, unknown>>('plimsoll.keys', {})
  const keys = computed(() => keyMapOf(changes.value))
  return {
    keys,
    isChanged: computed(() => KEY_ACTIONS.some((action) => keys.value[action] !== USUAL[action])),
    choose: (action: KeyAction, key: string) => {
      const why = whyNotKey(action, key, keys.value)
      if (why === null) changes.value = { ...keys.value, [action]: key }
      return why
    },
    reset: () => {
      changes.value = {}
    },
  }
}
