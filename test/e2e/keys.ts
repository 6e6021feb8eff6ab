// Where keys lead: the focus is moved only as a trader can move it, so what no key reaches is not found.
import type { Locator } from 'playwright-core'

const MOST_KEYS = 80

/** Presses Tab, or Shift and Tab, until the focus is on `target`. */
export async function reach(target: Locator): Promise<void> {
  const { keyboard } = target.page()
  for (let pressed = 0; pressed < MOST_KEYS; pressed++) {
    const key = await target.evaluate((element) => {
      const from = document.activeElement ?? document.body
      if (from === element) return null
      return from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ? 'Tab' : 'Shift+Tab'
    })
    if (key === null) return
    await keyboard.press(key)
  }
  throw new Error(`expected Tab to lead to ${String(target)}, was somewhere else after ${MOST_KEYS} keys`)
}

/** Goes to a row of the table by arrows, from wherever the focus is. */
export async function reachRow(row: Locator): Promise<void> {
  const { keyboard } = row.page()
  for (let pressed = 0; pressed < MOST_KEYS; pressed++) {
    const key = await row.evaluate((wanted) => {
      const from = document.activeElement?.closest('tr[aria-rowindex]')
      if (from === wanted) return null
      return Number(from?.ariaRowIndex ?? 0) < Number(wanted.ariaRowIndex) ? 'ArrowDown' : 'ArrowUp'
    })
    if (key === null) return
    await keyboard.press(key)
  }
  throw new Error(`expected arrows to lead to ${String(row)}, was somewhere else after ${MOST_KEYS} keys`)
}
