// Which keys an accelerator means, on Linux: "CommandOrControl+Shift+F".
import type { Stroke } from '../page/preload-world.ts'

/** The names of each modifier, in lower case. */
const MODIFIERS = {
  ctrl: 'commandorcontrol cmdorctrl control ctrl',
  shift: 'shift',
  alt: 'alt option',
  meta: 'super meta command cmd',
} as const

/** Names of keys that differ from the key's own. */
const KEYS: Readonly<Record<string, string>> = { plus: '+', space: ' ', esc: 'escape', return: 'enter', up: 'arrowup' }

export function isPressed(accelerator: string, stroke: Stroke): boolean {
  const parts = accelerator.toLowerCase().split('+')
  const name = parts.pop() ?? ''
  const key = KEYS[name] ?? name
  const pressed = stroke.key.toLowerCase()
  // On most keyboards plus is the shifted key of "=", and both mean it.
  const isPlus = key === '+' && (pressed === '+' || pressed === '=')
  if (pressed !== key && !isPlus) return false
  return (['ctrl', 'alt', 'meta', 'shift'] as const).every((modifier) => {
    const isWanted = parts.some((part) => MODIFIERS[modifier].split(' ').includes(part))
    return stroke[modifier] === isWanted || (isPlus && modifier === 'shift')
  })
}
