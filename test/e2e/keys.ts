// Moves the focus only as a trader can, so a control that no key reaches is not found.
import type { Locator } from 'playwright-core'

const MOST_KEYS = 80

/**
 * Presses Tab or Shift+Tab until the focus is on `target`. The rows of a table are one stop, and so is its head: from
 * there the arrow keys lead from row to row and along a row.
 */
export async function reach(target: Locator): Promise<void> {
  const isThere = await follow(target, (element) => {
    const from = document.activeElement ?? document.body
    if (from === element || !element.isConnected) return null
    const isAfter = (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    const [there, here] = [element, from].map((each) => each.closest('[role=grid] tr'))
    if (there && there === here) return isAfter ? 'ArrowRight' : 'ArrowLeft'
    const isRow = there?.classList.contains('row') && here?.classList.contains('row')
    if (isRow && there?.closest('table') === here?.closest('table')) return isAfter ? 'ArrowDown' : 'ArrowUp'
    return isAfter ? 'Tab' : 'Shift+Tab'
  })
  if (!isThere)
    throw new Error(`expected keys to lead to ${String(target)}, was somewhere else after ${MOST_KEYS} keys`)
}

/** Moves to a row of the table with the arrow keys, from any focus. */
export async function reachRow(row: Locator): Promise<void> {
  const isThere = await follow(row, (wanted) => {
    const from = document.activeElement?.closest('tr[aria-rowindex]')
    if (from === wanted || !wanted.isConnected) return null
    return Number(from?.ariaRowIndex ?? 0) < Number(wanted.ariaRowIndex) ? 'ArrowDown' : 'ArrowUp'
  })
  if (!isThere) throw new Error(`expected arrows to lead to ${String(row)}, was somewhere else after ${MOST_KEYS} keys`)
}

/** Presses the keys that `next` names until it names none. Returns false if the limit of keys is reached first. */
async function follow(target: Locator, next: (element: Element) => string | null): Promise<boolean> {
  const { keyboard } = target.page()
  // The handle is reused: finding the element by role and name before every key would take longer than the key.
  let element = await target.elementHandle()
  for (let pressed = 0; pressed < MOST_KEYS; pressed++) {
    let key = await element.evaluate(next)
    if (key === null) {
      // Fails only if the element was rendered anew meanwhile.
      key = await target.evaluate(next)
      if (key === null) return true
      element = await target.elementHandle()
    }
    await keyboard.press(key)
  }
  return false
}
