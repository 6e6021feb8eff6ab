/** Checks by the rules of axe-core what screens look like in the middle of something. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ScreenName } from '#shared/ipc/place.ts'
import { ok } from '#shared/domain/result.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { accounts, liveWith } from '../fan-out/sheet.ts'
import { violations } from '../support/axe.ts'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

async function opened(
  screen: ScreenName,
  snapshot: Snapshot = fixtureSnapshot(),
  options: BenchOptions = {},
): Promise<Bench> {
  const bench = await openWindow(App, snapshot, options)
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen })
  await expect.poll(() => bench.root.querySelector('nav a[aria-current]')?.textContent).toBeTruthy()
  await expect.poll(() => bench.root.querySelector('main :is(.panel, .page)')).not.toBeNull()
  return bench
}

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)

/** Presses the first element that matches, once it is there. */
async function press(selector: string): Promise<void> {
  await expect.poll(() => find(selector)).not.toBeNull()
  await userEvent.click(find(selector)!)
  await painted()
}

describe('axe-core finds nothing wrong with', () => {
  it('a simulation', async () => {
    await opened('risk')
    await press('.scenarios .pick')
    await expect.poll(() => find('.frame.on')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('the menu of columns, and a filter that hides rows', async () => {
    await opened('positions')
    await press('[data-action="columns"]')
    await userEvent.fill(find('[data-filter]')!, 'btc')
    await painted()
    expect(await violations()).toEqual([])
  })

  it('the menu of accounts', async () => {
    await opened('overview', liveWith(accounts(3)))
    await press('[data-action="accounts"]')
    await expect.poll(() => find('[role="menu"]')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('all accounts, and the plans of all', async () => {
    const all = accounts(3)
    await opened('accounts', liveWith(all), { accounts: { listAccounts: async () => ok(all) } })
    await expect.poll(() => find('[data-live]')).not.toBeNull()
    expect(await violations()).toEqual([])
    await press('[data-way="flatten"]')
    await expect.poll(() => find('[role="dialog"]')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('a log of notices', async () => {
    const { root } = await opened('overview')
    await press('[aria-label="Open the log"], .log .toggle')
    expect(root.querySelector('.log .toggle')?.ariaExpanded).toBe('true')
    expect(await violations()).toEqual([])
  })

  it('an open run of the journal', async () => {
    await opened('journal')
    await press('tr.row .opener button')
    await expect.poll(() => find('tr.detail')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it.each(['overview', 'orders', 'accounts'] as const)('%s in Chinese', async (screen) => {
    await opened(screen, fixtureSnapshot(), { settings: { language: 'zh' } })
    await expect.poll(() => document.documentElement.lang).toBe('zh')
    expect(await violations()).toEqual([])
  })

  it('figures that are old, and hidden', async () => {
    const { advance } = await opened('overview', fixtureSnapshot(), { settings: { privacy: 'percentages' } })
    await advance(60_000)
    expect(await violations()).toEqual([])
  })
})
