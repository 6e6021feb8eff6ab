/** A watch-only account: everything is shown, and no screen, key or command offers an action. */
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { SCREENS, type ScreenName } from '#shared/ipc/place.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, type Bench } from '../support/window.ts'

function watched(): Snapshot {
  const { account, ...rest } = fixtureSnapshot()
  return { ...rest, account: account && { ...account, isWatchOnly: true } }
}

/** Labels of controls that act, by their first word. */
const ACTS = /^(close|cancel|flatten|stop|stage|hold|run|sell|tick|restore|arm)/i
const acting = (root: ParentNode): string[] =>
  [...root.querySelectorAll<HTMLElement>('button:not(:disabled), [role=switch], input.tick')]
    .map((each) => each.ariaLabel ?? each.textContent.trim())
    .filter((name) => ACTS.test(name))

async function opened(snapshot: Snapshot): Promise<Bench> {
  const bench = await openWindow(App, snapshot)
  await expect.poll(() => bench.root.querySelector('.attention')).not.toBeNull()
  return bench
}

async function show({ root, askPlace }: Bench, screen: ScreenName): Promise<void> {
  await askPlace({ kind: 'screen', screen })
  await expect.poll(() => root.querySelectorAll('nav a')[SCREENS.indexOf(screen)]?.ariaCurrent).toBe('page')
  await expect.poll(() => root.querySelector('main :is(.panel, .page)')).not.toBeNull()
}

it.each(['overview', 'positions', 'orders', 'risk'] as const)('%s offers no action', async (screen) => {
  const other = await opened(fixtureSnapshot())
  await show(other, screen)
  expect(acting(other.root)).not.toEqual([])
  const bench = await opened(watched())
  await show(bench, screen)
  expect(acting(bench.root)).toEqual([])
  expect(bench.find('.strip').textContent).toContain('WATCH ONLY')
})

it('has no key and no command that acts', async () => {
  const { previewed, submitted, root, askPlace } = await opened(watched())
  await askPlace({ kind: 'screen', screen: 'positions' })
  await expect.poll(() => root.querySelectorAll('[role=grid] tr[tabindex]')).not.toHaveLength(0)
  await userEvent.keyboard('{ArrowDown}')
  for (const keys of ['x', 's', 'a', '{Control>}{Shift>}f{/Shift}{/Control}']) await userEvent.keyboard(keys)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => document.querySelectorAll('[role=option]').length).toBeGreaterThan(5)
  const commands = [...document.querySelectorAll('[role=option]')].map((each) => each.textContent.trim())
  expect(commands.filter((each) => /^plan|flatten|one-click/i.test(each))).toEqual([])
  for (const acts of ['close', 'cancel', 'stop', 'trading', 'drill']) {
    await userEvent.fill(document.activeElement!, acts)
    await expect.poll(() => document.querySelectorAll('[role=option]').length).toBe(0)
  }
  expect([previewed, submitted]).toEqual([[], []])
})

it('says on Accounts why, in place of the trading mode and the drill', async () => {
  const bench = await opened(watched())
  await show(bench, 'accounts')
  expect(bench.find('[aria-labelledby=open-account]').textContent).toContain('This account is only watched')
  expect(bench.root.querySelector('[aria-labelledby=trading-mode]')).toBeNull()
})
