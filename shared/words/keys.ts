/**
 * The keys that act: the usual key of each action, and what a trader may choose instead. A key is text: "x" is pressed
 * alone, "mod+shift+f" with others. `mod` is ⌘ on a Mac and Ctrl elsewhere.
 */
import type { Code } from './message.ts'

/**
 * The actions, in the order of the keyboard sheet. A key with `mod` works while something is typed; a single key does not.
 * Two actions may share a key if they are in different places. A key of `window` or `workspace` is unique, because those
 * contain every list.
 */
export const ACTION_KEYS = {
  flatten: { key: 'mod+shift+f', where: 'window' },
  palette: { key: 'mod+k', where: 'window' },
  privacy: { key: 'mod+shift+h', where: 'window' },
  mini: { key: 'mod+shift+m', where: 'window' },
  lock: { key: 'mod+shift+l', where: 'window' },
  arm: { key: 'a', where: 'window' },
  close: { key: 'x', where: 'positions' },
  protect: { key: 's', where: 'positions' },
  rescue: { key: 'r', where: 'positions' },
  cancel: { key: 'c', where: 'orders' },
  restore: { key: 'r', where: 'journal' },
  seen: { key: 'l', where: 'journal' },
  arrange: { key: 'u', where: 'workspace' },
  reset: { key: '0', where: 'workspace' },
  drill: { key: 'd', where: 'accounts' },
} as const satisfies Readonly<
  Record<
    string,
    { readonly key: string; readonly where: 'window' | 'positions' | 'orders' | 'journal' | 'workspace' | 'accounts' }
  >
>

export type KeyAction = keyof typeof ACTION_KEYS
export const KEY_ACTIONS = Object.keys(ACTION_KEYS) as [KeyAction, ...KeyAction[]]

export type KeyMap = Readonly<Record<KeyAction, string>>
/** What a trader chose; the other actions have their usual keys. */
export type KeyChanges = Readonly<Partial<KeyMap>>

export const USUAL_KEYS = Object.fromEntries(KEY_ACTIONS.map((action) => [action, ACTION_KEYS[action].key])) as KeyMap

/** These have a fixed meaning: filter, help and tick. */
const FIXED: ReadonlySet<string> = new Set(['/', '?', ' '])

/** What every program does at these keys. The menu has them too. */
const RESERVED = {
  'mod+a': 'desktop.role.selectAll',
  'mod+c': 'desktop.role.copy',
  'mod+v': 'desktop.role.paste',
  'mod+shift+v': 'desktop.role.paste',
  'mod+x': 'desktop.role.cut',
  'mod+z': 'desktop.role.undo',
  'mod+y': 'desktop.role.redo',
  'mod+shift+z': 'desktop.role.redo',
  'mod+q': 'desktop.role.quit',
  // On a Mac it logs the user out.
  'mod+shift+q': 'desktop.role.quit',
  'mod+w': 'desktop.role.close',
  'mod+m': 'desktop.role.minimize',
  'mod+h': 'desktop.role.hide',
  'mod+r': 'desktop.role.reload',
  'mod+shift+i': 'desktop.role.toggleDevTools',
} as const satisfies Readonly<Record<string, Code>>
type Reserved = (typeof RESERVED)[keyof typeof RESERVED]

/** Whether the key of `action` is pressed together with `mod`. */
export const isChord = (action: KeyAction): boolean => ACTION_KEYS[action].key.startsWith('mod+')

/**
 * Why `key` cannot be the key of `action`: `unfit`, what the system does at it, or the action that has it already.
 * null: it can.
 */
export function whyNotKey(action: KeyAction, key: string, map: KeyMap): 'unfit' | Reserved | KeyAction | null {
  const isFit = isChord(action)
    ? /^mod\+(?:shift\+)?[a-z]$/.test(key)
    : /^\P{C}$/u.test(key) && key === key.toLowerCase() && !FIXED.has(key)
  if (!isFit) return 'unfit'
  if (Object.hasOwn(RESERVED, key)) return RESERVED[key as keyof typeof RESERVED]
  return KEY_ACTIONS.find((other) => other !== action && map[other] === key && meet(action, other)) ?? null
}

/** Whether both actions listen in the same place. */
function meet(one: KeyAction, other: KeyAction): boolean {
  const [a, b]: readonly string[] = [ACTION_KEYS[one].where, ACTION_KEYS[other].where]
  return a === b || [a, b].some((where) => where === 'window' || where === 'workspace')
}

/** The usual keys with the trader's changes. If those do not go together, they count as none. */
export function keyMapOf(changes: KeyChanges): KeyMap {
  const map: KeyMap = { ...USUAL_KEYS, ...changes }
  return KEY_ACTIONS.every((action) => whyNotKey(action, map[action], map) === null) ? map : USUAL_KEYS
}
