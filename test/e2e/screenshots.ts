// Pictures of the real app on its demo account, for the README and for reviewers of a screen: `npm run screenshots`.
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { serveWindow } from '../../build/dev/server.mjs'
import { findChromium } from '../../build/chromium-binary.mjs'
import { launchApp } from './launch.ts'
import { holdToRun, live, planSheet, screen } from './venue.ts'

const FOLDER = join(import.meta.dirname, '../../docs/screenshots')
const SIZES = ['1280x800', '1920x1080']
const SCREENS = ['Overview', 'Positions', 'Orders', 'Workspace']
const RISK_TABS = ['Stress', 'VaR', 'Correlation', 'Liquidity', 'Funding']

/** Waits until there is enough to draw: the equity chart has a line, and every instrument was asked for its orders. */
async function settled(page: Page): Promise<void> {
  await live(page)
  const isSettled = async (): Promise<boolean> => {
    const answer = await window.plimsoll!.getPortfolio()
    if (!answer.ok) return false
    const { equityCurve, orders, statistics, liquidity, instruments } = answer.value.parts
    const read = orders.data?.scopes.every((scope) => scope.readAt !== null) ?? false
    const reckoned = statistics.data?.var.reason === null && statistics.data.history.uncovered.length < 3
    // A coin without a pair, or a pair that the venue does not list, has no order book. Its row says so and stays
    // unread.
    const listed = new Set(instruments.data?.map((each) => (each.area === 'spot' ? each.symbol : each.name)))
    const booksRead =
      liquidity.data?.rows.every(({ instrument, readAt }) => readAt !== null || !listed.has(instrument)) ?? false
    return read && reckoned && booksRead && (equityCurve.data?.length ?? 0) >= 20
  }
  while (!(await page.evaluate(isSettled))) await new Promise((later) => setTimeout(later, 1_000))
}

/** Gives the journal content: the account is flattened and seen flat. */
async function flattened(page: Page): Promise<void> {
  await holdToRun(page)
  await planSheet(page).getByText(/^took/).waitFor()
  await page.keyboard.press('Escape')
}

/** Takes pictures of a page, in both themes. */
const shooter = (page: Page, size: string) => async (name: string) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}-${size}.png`) })
  }
}

for (const size of SIZES) {
  const args = [`--size=${size}`]
  const { page, close } = await launchApp({ args })
  const shoot = shooter(page, size)
  await shoot('accounts')
  await page.getByRole('button', { name: 'Open the Demo account' }).click()
  await settled(page)
  for (const name of SCREENS) {
    await screen(page, name)
    await shoot(name.toLowerCase())
  }
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Find' }).getByRole('textbox').fill('btc')
  await page.getByRole('option').first().waitFor()
  await shoot('find')
  await page.keyboard.press('Escape')
  await screen(page, 'Positions')
  await page.getByRole('grid', { name: 'Positions' }).locator('tr[tabindex="0"]').press('Enter')
  await page.getByRole('complementary', { name: 'Details of' }).waitFor()
  await shoot('position')
  await screen(page, 'Risk')
  for (const name of RISK_TABS) {
    await page.getByRole('tab', { name, exact: true }).click()
    await shoot(`risk-${name.toLowerCase()}`)
  }
  await page.keyboard.press('Control+Shift+F')
  await planSheet(page).locator('[data-hold][aria-disabled=false]').waitFor()
  await shoot('flatten')
  await flattened(page)
  await screen(page, 'Journal')
  await page.getByRole('grid', { name: 'Journal' }).getByRole('button', { name: 'Details' }).click()
  await shoot('journal')
  await close()
}

/** The gallery of the kit, which only the dev server has. */
const { server, origin } = await serveWindow()
const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] })
const gallery = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
await gallery.goto(`${origin}/gallery/`)
await gallery.getByRole('heading', { name: 'light' }).waitFor()
await gallery.screenshot({ path: join(FOLDER, 'design-1920x1080.png') })
await browser.close()
await server.close()
