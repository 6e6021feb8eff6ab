/**
 * Every screen at its smallest width, and the strip at any, with words that are two fifths longer: no text leaves its
 * box or overlaps other text.
 */
import '../support/long-words.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SCREENS } from '#shared/ipc/place.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { crowded, STRIP_SIZES, stripHolds } from '../strip/crowded.ts'
import { overlaps, spilled } from '../support/text-boxes.ts'
import { openWindow, painted, type Bench } from '../support/window.ts'

async function holds({ root }: Bench, place: string): Promise<void> {
  await painted()
  expect(root.scrollWidth, place).toBeLessThanOrEqual(root.clientWidth)
  expect(spilled(root), place).toEqual([])
  expect(overlaps(root), place).toEqual([])
}

beforeEach(() => page.viewport(1024, 760))

it.each(SCREENS)('%s', async (screen) => {
  const bench = await openWindow(App, fixtureSnapshot())
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen })
  await expect.poll(() => bench.root.querySelector('main :is(.panel, .page)')).not.toBeNull()
  await holds(bench, screen)
})

it.each(['positions', 'orders'] as const)('the details of a row of %s', async (screen) => {
  const bench = await openWindow(App, fixtureSnapshot())
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen })
  const last = screen === 'orders' ? '.coverage' : '[data-testid="rescue"]'
  await expect.poll(() => bench.root.querySelector(last)).not.toBeNull()
  bench.find('tr[tabindex="0"]').focus()
  await userEvent.keyboard('{Enter}')
  await holds(bench, `details of ${screen}`)
})

it.each([0, 1, 2, 3, 4])('tab %d of risk', async (index) => {
  const bench = await openWindow(App, fixtureSnapshot())
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen: 'risk' })
  await expect.poll(() => bench.root.querySelectorAll('[role=tab]').length).toBe(5)
  const tab = bench.root.querySelectorAll<HTMLElement>('[role=tab]')[index]!
  tab.focus()
  await expect.poll(() => bench.root.querySelector('[role=tabpanel] .panel')).not.toBeNull()
  await holds(bench, tab.textContent)
})

it.each(STRIP_SIZES)('the strip at %d × %d', async (width, height) => {
  await page.viewport(width, height)
  stripHolds(await openWindow(App, crowded()))
})
