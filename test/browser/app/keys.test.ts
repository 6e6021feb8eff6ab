/** The keyboard sheet: keys are found by their descriptions, and the keys of actions can be changed. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, type Bench } from '../support/window.ts'

const rows = (): string[] => [...document.querySelectorAll('[role="dialog"] dd')].map((each) => each.textContent.trim())
const keyOf = (words: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"] dl > div')]
    .find((row) => row.textContent.includes(words))!
    .querySelector('button')!

async function openSheet(): Promise<Bench> {
  const bench = await openWindow(App, fixtureSnapshot())
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

  it('restores the default keys', async () => {
    localStorage.setItem('plimsoll.keys', JSON.stringify({ arm: 'b' }))
    await openSheet()
    expect(keyOf('one-click').textContent).toBe('b')
    const reset = [...document.querySelectorAll('[role="dialog"] button')].find((each) =>
      each.textContent.includes('Default keys'),
    )!
    await userEvent.click(reset)
    await expect.poll(() => keyOf('one-click').textContent).toBe('a')
  })
})
