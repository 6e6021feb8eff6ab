// Which keys an accelerator means, on Linux: "CommandOrControl+Shift+F".
import type { Stroke } from '../page/preload-world.ts'

const MODIFIERS: Readonly<Record<string, 'ctrl' | 'shift' | 'alt' | 'meta'>> = {
  commandorcontrol: 'ctrl',
  cmdorctrl: 'ctrl',
  control: 'ctrl',
  ctrl: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  option: 'alt',
  super: 'meta',
  meta: 'meta',
  command: 'meta',
  cmd: 'meta',
}

/** Keys whose name is none of their own. */
const KEYS: Readonly<Record<string, string>> = { plus: '+', space: ' ', esc: 'escape', return: 'enter', up: 'arrowup' }

export function isPressed(accelerator: string, stroke: Stroke): boolean {
  const parts = accelerator.toLowerCase().split('+')
  const name = parts.pop() ?? ''
  const key = KEYS[name] ?? name
  const wanted = new Set(parts.map((part) => MODIFIERS[part]))
  const pressed = stroke.key.toLowerCase()
  // On most keyboards plus is the shifted key of "=", and both mean it.
  const isPlus = key === '+' && (pressed === '+' || pressed === '=')
  if (pressed !== key && !isPlus) return false
  return (['ctrl', 'alt', 'meta', 'shift'] as const).every(
    (modifier) => stroke[modifier] === wanted.has(modifier) || (isPlus && modifier === 'shift'),
  )
}
