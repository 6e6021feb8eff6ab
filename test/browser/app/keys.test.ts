/** The keyboard sheet: keys are found by their descriptions, and the keys of actions can be changed. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { SettingsChange } from '#shared/ipc/settings.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, type Bench } from '../support/window.ts'

const rows = (): string[] => [...document.querySelectorAll('[role="dialog"] dd')].map((each) => each.textContent.trim())
const keyOf = (words: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"] dl > div')]
    .find((row) => row.textContent.includes(words))!
    .querySelector('button')!

async function openSheet(settings: SettingsChange = {}): Promise<Bench> {
  const bench = await openWindow(App, fixtureSnapshot(), { settings })
  await userEvent.keyboard('?')
  await expect.poll(() => rows().length).toBeGreaterThan(10)
  return bench
}

async function closeSheet(): Promise<void> {
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
}

describe('the keyboard sheet', () => {
  it('finds keys by their descriptions', async () => {
    await openSheet()
    await userEvent.fill(document.querySelector('[role="dialog"] input')!, 'flatten plan')
    await expect.poll(() => rows()).toEqual(['Show the flatten plan'])
  })

  it('changes a key: the new one works, the old one does nothing', async () => {
    const { previewed } = await openSheet()
    await userEvent.click(keyOf('stop-loss or take-profit'))
    await userEvent.keyboard('q')
    await expect.poll(() => keyOf('stop-loss or take-profit').textContent).toBe('q')
    await closeSheet()
    await userEvent.keyboard('{Control>}2{/Control}')
    await expect.poll(() => document.querySelectorAll('input[data-filter]')).toHaveLength(1)
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.className ?? '').toContain('row')
    await userEvent.keyboard('s')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    await userEvent.keyboard('q')
    await expect.poll(() => document.querySelector('[role="dialog"]')).not.toBeNull()
    expect(previewed.every(({ kind }) => kind === 'protect')).toBe(true)
  })

  it('refuses a key that is in use, and names its action', async () => {
    await openSheet()
    const button = keyOf('stop-loss or take-profit')
    await userEvent.click(button)
    await userEvent.keyboard('x')
    await expect.poll(() => document.querySelector('[role="dialog"] [role="alert"]')?.textContent).toContain('close')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => button.textContent).toBe('s')
    expect(document.querySelector('[role="dialog"]')).not.toBeNull()
  })

  it('changes a key that is pressed with others: the new one shows the plan, the old one nothing', async () => {
    const { previewed, find } = await openSheet()
    await userEvent.click(keyOf('flatten plan'))
    await userEvent.keyboard('{Control>}{Shift>}g{/Shift}{/Control}')
    await expect.poll(() => keyOf('flatten plan').textContent).toBe('Ctrl Shift G')
    // The key went to the sheet alone.
    expect(previewed).toEqual([])
    await closeSheet()
    expect(find('button[title*="(Ctrl+Shift+G)"]').title).toContain('Flatten')
    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    await userEvent.keyboard('{Control>}{Shift>}g{/Shift}{/Control}')
    await expect.poll(() => previewed.map(({ kind }) => kind)).toEqual(['flatten'])
  })

  it.each([
    ['{Control>}c{/Control}', 'In use: Copy.'],
    ['{Control>}k{/Control}', 'In use: Find'],
    ['g', 'a letter, pressed with Ctrl'],
  ])('refuses %s for the flatten plan, and says why: %s', async (pressed, why) => {
    await openSheet()
    const button = keyOf('flatten plan')
    await userEvent.click(button)
    await userEvent.keyboard(pressed)
    await expect.poll(() => document.querySelector('[role="dialog"] [role="alert"]')?.textContent).toContain(why)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => button.textContent).toBe('Ctrl Shift F')
  })

  it('restores the default keys', async () => {
    const { settings } = await openSheet({ keys: { arm: 'b' } })
    expect(keyOf('one-click').textContent).toBe('b')
    const reset = [...document.querySelectorAll('[role="dialog"] button')].find((each) =>
      each.textContent.includes('Default keys'),
    )!
    await userEvent.click(reset)
    await expect.poll(() => keyOf('one-click').textContent).toBe('a')
    expect(settings().keys).toEqual({})
  })
})
