/** Tables show each figure whole or leave its column out, at every width from 1280 px at 200 % zoom to a 4K screen. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SCREENS, type ScreenName } from '#shared/ipc/place.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { RISK_TABS } from '../../../renderer/src/risk/use-risk-tab.ts'
import { cutFigures } from '../support/text-boxes.ts'
import { openWindow, painted, type Bench } from '../support/window.ts'

const WIDTHS = [640, 760, 900, 1024, 1152, 1280, 1440, 1680, 1920, 2560, 3840]

/** The tables that can only be seen whole by scrolling sideways. */
function tooWide({ root }: Bench): string[] {
  return [...root.querySelectorAll('main .scroller')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((each) => each.querySelector('[role=grid]')?.ariaLabel ?? '')
}

async function holds(screen: ScreenName): Promise<void> {
  await page.viewport(1280, 900)
  const bench = await openWindow(App, fixtureSnapshot())
  await document.fonts.ready
  await bench.askPlace({ kind: 'screen', screen })
  await expect.poll(() => bench.root.querySelector('main :is(.panel, .page)')).not.toBeNull()
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.viewport(width, 900)
    await painted()
    faults.push(...[...cutFigures(bench.find('main')), ...tooWide(bench)].map((each) => `${width} px: ${each}`))
  }
  expect(faults).toEqual([])
}

it.each(SCREENS.filter((screen) => screen !== 'risk'))('%s', holds)

it.each(RISK_TABS)('the tab %s of Risk', async (tab) => {
  localStorage.setItem('plimsoll.riskTab', tab)
  await holds('risk')
})
