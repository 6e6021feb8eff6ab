/** The keys that act, as the trader's keyboard names them. No other code knows which keyboard that is. */
import { shallowRef } from 'vue'
import { USUAL_KEYS, type KeyAction, type KeyMap } from '#shared/words/keys.ts'

const ON_A_MAC = navigator.platform.startsWith('Mac')

/** The key of each action. Whatever reads it while rendering is drawn again when it changes. */
export const keys = shallowRef<KeyMap>(USUAL_KEYS)

export function setKeys(next: KeyMap): void {
  keys.value = next
}

/** "Ctrl", "Shift", "F" for "mod+shift+f"; "⇧", "⌘", "F" on a Mac. */
export function chordKeys(chord: string, isMac = ON_A_MAC): readonly string[] {
  const [, shift = '', last] = /^mod\+(shift\+)?(.*)$/.exec(chord) ?? []
  if (last === undefined) return [chord]
  const held = isMac ? [shift && '⇧', '⌘'] : ['Ctrl', shift && 'Shift']
  return [...held, last.toUpperCase()].filter((key) => key !== '')
}

/** The same as one word: "Ctrl+Shift+F", "⇧⌘F". */
export function chordText(chord: string, isMac = ON_A_MAC): string {
  return chordKeys(chord, isMac).join(isMac ? '' : '+')
}

/** The key of `action` as one word. */
export const keyText = (action: KeyAction): string => chordText(keys.value[action])

/** What is pressed, as a key of an action is written; null: with a key that is part of none. */
export function chordOf(event: KeyboardEvent, isMac = ON_A_MAC): string | null {
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (altKey || other) return null
  const key = event.key.toLowerCase()
  return mod ? `mod+${shiftKey ? 'shift+' : ''}${key}` : key
}
