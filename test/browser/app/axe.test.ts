/** Checks every screen by the rules of axe-core. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { SCREENS } from '#shared/ipc/place.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, troubledSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import LockScreen from '../../../renderer/src/app/LockScreen.vue'
import { violations } from '../support/axe.ts'
import { openWindow, type Bench } from '../support/window.ts'

async function opened(snapshot: Snapshot = fixtureSnapshot()): Promise<Bench> {
  const bench = await openWindow(App, snapshot)
  await document.fonts.ready
  return bench
}

describe('axe-core finds nothing wrong with', () => {
  it.each(SCREENS)('%s', async (screen) => {
    const { root, askPlace } = await opened()
    await askPlace({ kind: 'screen', screen })
    const isShown = () => root.querySelectorAll('nav a')[SCREENS.indexOf(screen)]?.ariaCurrent === 'page'
    await expect.poll(isShown).toBe(true)
    await expect.poll(() => root.querySelector('main :is(.panel, .page)')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('the workspace while it is arranged', async () => {
    const { root, askPlace } = await opened()
    await askPlace({ kind: 'screen', screen: 'workspace' })
    await expect.poll(() => root.querySelector('[data-panel] .panel')).not.toBeNull()
    await userEvent.keyboard('u')
    await expect.poll(() => root.querySelector('[data-panel] [data-action="move"]')).not.toBeNull()
    await userEvent.click(root.querySelector('[data-action="add"]')!)
    await expect.poll(() => document.querySelector('.popover')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it.each(['positions', 'orders'] as const)('the details of a row of %s', async (screen) => {
    const { root, askPlace } = await opened()
    await askPlace({ kind: 'screen', screen })
    await expect
      .poll(() => root.querySelector(screen === 'orders' ? '.coverage' : '[data-testid="rescue"]'))
      .not.toBeNull()
    root.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => root.querySelector('aside')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it.each(['VaR', 'Correlation', 'Liquidity', 'Funding'])('the tab %s of risk', async (name) => {
    const { root, askPlace } = await opened()
    await askPlace({ kind: 'screen', screen: 'risk' })
    const tab = () => [...root.querySelectorAll<HTMLElement>('[role=tab]')].find((each) => each.textContent === name)
    await expect.poll(tab).toBeDefined()
    tab()?.focus()
    await expect.poll(() => root.querySelector('[role=tabpanel][data-state=active] .panel')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('an account that cannot be read', async () => {
    const { root } = await opened(troubledSnapshot())
    await expect.poll(() => root.querySelector('main .panel')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it.each([
    ['the plan of a flatten', '{Control>}{Shift>}f{/Shift}{/Control}'],
    ['the palette', '{Control>}k{/Control}'],
    ['the keys', '?'],
  ])('%s', async (_name, keys) => {
    const { root } = await opened()
    await expect.poll(() => root.querySelector('main .panel')).not.toBeNull()
    await userEvent.keyboard(keys)
    await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('the start page', async () => {
    const { root } = await opened({ ...fixtureSnapshot(), account: null })
    await expect.poll(() => root.querySelector('main .page')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('the lock', async () => {
    await openWindow(LockScreen, fixtureSnapshot())
    expect(await violations()).toEqual([])
  })
})
