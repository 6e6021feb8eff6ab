// The Risk screen on the demo account, by keyboard. It shows what could happen, and nothing is ever sent from it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { KEYBOARD } from './hands.ts'
import { reach } from './keys.ts'
import { launchApp, type Launched } from './launch.ts'
import { live, planSheet } from './venue.ts'

const TABS = ['Stress', 'VaR', 'Correlation', 'Liquidity', 'Funding']
const SAVED = 'Friday night'

let one: Launched
beforeAll(async () => {
  one = await launchApp({ args: ['--size=1280x800'] })
  await enter(one.page)
})
afterAll(() => one.close())

/** Opens the demo account and its Risk screen by keys. */
async function enter(page: Page): Promise<void> {
  await KEYBOARD.press(page.getByRole('button', { name: 'Open the Demo account' }))
  await live(page)
  await KEYBOARD.go(page, 'Risk')
  await page.getByRole('tablist', { name: 'Risk' }).waitFor()
}

/** Moves to the first tab from any focus. Tab leads to the selected one. */
async function firstTab(page: Page): Promise<void> {
  await reach(page.locator('[role=tab][aria-selected=true]'))
  await page.keyboard.press('Home')
}

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const panelOf = (page: Page) => page.getByRole('tabpanel')
const frameOf = (page: Page) => page.getByRole('group', { name: 'SIMULATION', exact: true })
const sliderOf = (page: Page) => page.getByRole('slider', { name: 'Move of BTC, percent' })

describe('the Risk screen', () => {
  it.each(TABS)('shows figures on %s, or says why there are none, and is reached with arrow keys', async (name) => {
    const { page } = one
    const steps = TABS.indexOf(name)
    await firstTab(page)
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight')
    expect(await tabOf(page, name).getAttribute('aria-selected')).toBe('true')
    await expect
      .poll(() => panelOf(page).innerText())
      .toMatch(/\d[\d,.]*\s?%|Waiting for daily candles: \d+ of \d+ assets/)
  })

  it('needs no horizontal scrolling at 1280 pixels on any tab', async () => {
    const { page } = one
    await firstTab(page)
    for (const name of TABS) {
      expect(await tabOf(page, name).getAttribute('aria-selected')).toBe('true')
      const over = await page.evaluate(() => {
        const main = document.querySelector('main')!
        return main.scrollWidth - main.clientWidth
      })
      expect([name, over]).toEqual([name, 0])
      await page.keyboard.press('ArrowRight')
    }
  })

  it('says how a figure is computed, from what, and how old that is', async () => {
    const { page } = one
    await firstTab(page)
    await KEYBOARD.press(panelOf(page).getByRole('button', { name: 'Equity', exact: true }))
    const box = page.locator('.explained')
    await box.waitFor()
    const words = await box.innerText()
    expect(words).toContain('equity before + P&L with liquidations')
    expect(words).toMatch(/Positions\s+\d+\s+[\d.]+ m?s/)
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
  })
})

describe('a simulation', () => {
  it('starts with a slider, is framed, sends nothing, and ends with Esc', async () => {
    const { page } = one
    await firstTab(page)
    await reach(sliderOf(page))
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft')
    await frameOf(page).getByText('BTC −5.0').waitFor()
    expect(await frameOf(page).innerText()).toContain('Nothing can be sent from here.')
    await page.keyboard.press('Control+Shift+F')
    await planSheet(page).getByText('The live account, not the simulation.').waitFor()
    await page.keyboard.press('Escape')
    await planSheet(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await frameOf(page).waitFor({ state: 'detached' })
    expect(await sliderOf(page).inputValue()).toBe('0')
  })

  it('is stored under a name, and still there after a restart', async () => {
    const userData = mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
    onTestFinished(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }))
    const start = async (): Promise<Launched> => {
      const launched = await launchApp({ args: ['--size=1280x800'], userData, keep: true })
      onTestFinished(launched.close)
      await enter(launched.page)
      return launched
    }
    const first = await start()
    const { page } = first
    await reach(sliderOf(page))
    for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowLeft')
    await KEYBOARD.type(page.getByRole('textbox', { name: 'Name of the scenario' }), SAVED)
    await page.keyboard.press('Enter')
    await page.getByText(`Saved “${SAVED}”.`).waitFor()
    await first.close()
    const next = await start()
    expect(await frameOf(next.page).count()).toBe(0)
    await KEYBOARD.press(next.page.getByRole('button', { name: SAVED, exact: true }))
    await frameOf(next.page).getByText(SAVED).waitFor()
  })
})
