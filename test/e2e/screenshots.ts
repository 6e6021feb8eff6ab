// Pictures of the real app on its demo account, for the README and for whoever changes a screen: `npm run screenshots`.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchApp } from './launch.ts'
import { holdToRun, live, planSheet, screen } from './venue.ts'

const FOLDER = join(import.meta.dirname, '../../docs/screenshots')
const SIZES = ['1280x800', '1920x1080']
const SCREENS = ['Overview', 'Positions', 'Orders']

/** Enough of the run to draw: the equity chart has a line, every instrument was asked for orders. */
async function settled(page: Page): Promise<void> {
  await live(page)
  const isSettled = async (): Promise<boolean> => {
    const answer = await window.plimsoll!.getPortfolio()
    if (!answer.ok) return false
    const { equityCurve, orders } = answer.value.parts
    const read = orders.data?.scopes.every((scope) => scope.readAt !== null) ?? false
    return read && (equityCurve.data?.length ?? 0) >= 20
  }
  while (!(await page.evaluate(isSettled))) await new Promise((later) => setTimeout(later, 1_000))
}

/** Something for the journal to tell of: the account is flattened, and seen flat. */
async function flattened(page: Page): Promise<void> {
  await holdToRun(page)
  await planSheet(page).getByText(/took/).waitFor({ timeout: 60_000 })
  await page.keyboard.press('Escape')
}

for (const size of SIZES) {
  const { page, close } = await launchApp({ args: [`--size=${size}`] })
  const shoot = async (name: string): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}-${size}.png`) })
    }
  }
  await shoot('accounts')
  await page.getByRole('button', { name: 'Open the Demo account' }).click()
  await settled(page)
  for (const name of SCREENS) {
    await screen(page, name)
    await shoot(name.toLowerCase())
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
