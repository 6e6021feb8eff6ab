// Moves the focus, and scrolls, only as a trader can: a control that no key reaches is not found.
import type { Locator, Page } from 'playwright-core'

const MOST_KEYS = 80

type Arrow = 'ArrowDown' | 'ArrowUp'

/**
 * Presses Tab or Shift+Tab until the focus is on `target`. The rows of a table are one stop, and so is its head: from
 * there the arrow keys lead from row to row and along a row.
 */
export async function reach(target: Locator): Promise<void> {
  const next = (element: Element): string | null => {
    const from = document.activeElement ?? document.body
    if (from === element || !element.isConnected) return null
    const isAfter = (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    const [there, here] = [element, from].map((each) => each.closest('[role=grid] tr'))
    if (there && there === here) return isAfter ? 'ArrowRight' : 'ArrowLeft'
    const isRow = there?.classList.contains('row') && here?.classList.contains('row')
    if (isRow && there?.closest('table') === here?.closest('table')) return isAfter ? 'ArrowDown' : 'ArrowUp'
    return isAfter ? 'Tab' : 'Shift+Tab'
  }
  const { keyboard } = target.page()
  // The handle is reused: finding the element by role and name before every key would take longer than the key.
  let element = await target.elementHandle()
  for (let pressed = 0; pressed < MOST_KEYS; pressed++) {
    let key = await element.evaluate(next)
    if (key === null) {
      // Fails only if the element was rendered anew meanwhile.
      key = await target.evaluate(next)
      if (key === null) return
      element = await target.elementHandle()
    }
    await keyboard.press(key)
  }
  throw new Error(`expected keys to lead to ${String(target)}, was somewhere else after ${MOST_KEYS} keys`)
}

/**
 * Moves to a row of the table with the arrow keys, from any focus. A table draws only the rows in sight: one that is not
 * drawn yet is sought down to the last row, and then up.
 */
export async function reachRow(row: Locator): Promise<void> {
  const { keyboard } = row.page()
  let sought = 'ArrowDown' as Arrow
  for (let pressed = 0; pressed < MOST_KEYS; pressed++) {
    const key: Arrow | null = await row.evaluateAll(([wanted], onward) => {
      const from = document.activeElement?.closest('tr[aria-rowindex]')
      if (from && from === wanted) return null
      const at = Number(from?.ariaRowIndex ?? 0)
      if (wanted) return at < Number(wanted.ariaRowIndex) ? 'ArrowDown' : 'ArrowUp'
      return at === Number(from?.closest('table')?.ariaRowCount) ? 'ArrowUp' : onward
    }, sought)
    if (key === null) return
    sought = key
    await keyboard.press(key)
  }
  throw new Error(`expected arrows to lead to ${String(row)}, was somewhere else after ${MOST_KEYS} keys`)
}

/**
 * Turns the wheel until the table draws the row: down to the last row, and from the top again, because the row may not
 * have arrived yet.
 */
export async function wheelTo(row: Locator): Promise<void> {
  const page = row.page()
  const scroller = page.locator(':has(> [role=grid])').first()
  await scroller.locator('tr.row').first().hover()
  while ((await row.count()) === 0) {
    const isAtEnd = await scroller.evaluate((box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1)
    await page.mouse.wheel(0, isAtEnd ? -1e6 : 100)
    await nextFrame(page)
  }
}

/** A wheel scrolls with the next frame; the rows then in sight are drawn in the one after. */
async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )
}
