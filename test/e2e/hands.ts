// The two ways to operate the app, as one set of steps: a test says what is done, the hand says how. The keyboard moves
// only by Tab, arrows and shortcuts. Nothing is focused by script, so a control that no key reaches fails the test.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { reach, reachRow, wheelTo } from './keys.ts'
import { holdToRun, keysToRun, screen } from './venue.ts'

export interface Hand {
  readonly name: 'mouse' | 'keyboard'
  /** Opens a screen. */
  go(page: Page, name: ScreenName): Promise<void>
  /** Goes to a row of the table: the keyboard has its focus then. */
  find(row: Locator): Promise<void>
  press(button: Locator): Promise<void>
  tick(box: Locator): Promise<void>
  /** Picks the option of a list whose first word is `text`. */
  pick(list: Locator, text: string): Promise<void>
  /** Chooses one of a few visible choices. */
  choose(group: Locator, name: string): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** Runs the plan on the screen. */
  run(page: Page): Promise<void>
}

const SCREENS = ['Overview', 'Positions', 'Orders', 'Risk', 'Journal', 'Workspace', 'Accounts'] as const
type ScreenName = (typeof SCREENS)[number]

export const MOUSE: Hand = {
  name: 'mouse',
  go: screen,
  find: wheelTo,
  press: (button) => button.click(),
  tick: (box) => box.click(),
  async pick(list, text) {
    // The system draws the list itself, so no test can click in it.
    await list.selectOption((await optionOf(list, text).getAttribute('value')) ?? '')
  },
  choose: (group, name) => group.getByText(name, { exact: true }).click(),
  type: (field, text) => field.fill(text),
  run: holdToRun,
}

export const KEYBOARD: Hand = {
  name: 'keyboard',
  go: (page, name) => page.keyboard.press(`Control+${SCREENS.indexOf(name) + 1}`),
  find: reachRow,
  async press(button) {
    await reach(button)
    await button.page().keyboard.press('Enter')
  },
  async tick(box) {
    await reach(box)
    await box.page().keyboard.press('Space')
  },
  async pick(list, text) {
    // Typing selects among the options that exist.
    await optionOf(list, text).waitFor({ state: 'attached' })
    await reach(list)
    const typed = async (): Promise<string | null> => {
      await list.page().keyboard.type(text)
      return list.locator('option:checked').textContent()
    }
    // On a busy machine, letters may come so slowly that they start a new word: a list forgets typed letters after a
    // second.
    await expect.poll(typed, { interval: 1_500 }).toContain(text)
  },
  async choose(group, name) {
    await reach(group.locator('input:checked'))
    const wanted = group.getByRole('radio', { name })
    for (let step = await group.getByRole('radio').count(); step > 0 && !(await wanted.isChecked()); step--)
      await group.page().keyboard.press('ArrowRight')
    expect(await wanted.isChecked()).toBe(true)
  },
  async type(field, text) {
    await reach(field)
    await field.page().keyboard.type(text)
  },
  run: keysToRun,
}

function optionOf(list: Locator, text: string): Locator {
  return list.locator('option').filter({ hasText: new RegExp(`^\\s*${text}\\b(?!-)`) })
}

export const HANDS = [MOUSE, KEYBOARD] as const
