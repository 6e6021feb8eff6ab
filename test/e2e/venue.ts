import type { ElectronApplication, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator, type SimDialect, type Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { reach } from './keys.ts'
import { OFTEN, type Launched } from './launch.ts'

/** The test's own venue, whose ledger and true state the test can read. It moves only when the test moves it. */
export function startVenue(dialect: Partial<SimDialect> = {}): Promise<Simulator> {
  return startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false, dialect })
}

/** An empty address means that the venue has no such area. */
type Place = Pick<Simulator, 'spotBaseUrl' | 'contractBaseUrl' | 'apiKey'>

/** An app and its window. */
export type Open = Pick<Launched, 'app' | 'page'>

/** Shows the fields for a venue that is not picked by its name. */
export async function pickOtherVenue(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Venue' }).click()
  await page.getByRole('option', { name: 'Other venue…' }).click()
}

/** Waits for the window in which main asks for a secret. */
export async function secretWindow(app: ElectronApplication): Promise<Page> {
  const isIt = (page: Page): boolean => page.url().includes('//secret')
  await expect.poll(() => app.windows().some(isIt)).toBe(true)
  return app.windows().find(isIt)!
}

/** Types `secret` into main's window, and connects. */
export async function giveSecret(app: ElectronApplication, secret: string): Promise<void> {
  const window = await secretWindow(app)
  const isClosed = window.waitForEvent('close')
  await window.locator('input').fill(secret)
  await window.keyboard.press('Enter').catch(() => {})
  await isClosed
}

/** Types a venue and a key into the first screen and connects. A report on both follows. */
export async function connect({ app, page }: Open, venue: Place, secret: string, name = 'Harbour'): Promise<void> {
  await pickOtherVenue(page)
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=spotBaseUrl]').fill(venue.spotBaseUrl)
  await page.locator('input[name=contractBaseUrl]').fill(venue.contractBaseUrl)
  await page.locator('input[name=apiKey]').fill(venue.apiKey)
  await page.getByRole('button', { name: 'Connect' }).click()
  await giveSecret(app, secret)
}

/** Waits for the report that ends adding a key, and returns its heading and steps. */
export async function reportOf(page: Page, heading: string): Promise<{ verdict: string; steps: string[] }> {
  const report = page.getByRole('region', { name: heading })
  await report.waitFor()
  const verdict = await report.getByRole('heading').innerText()
  const steps = await report.getByRole('listitem').allInnerTexts()
  return { verdict, steps: steps.map((step) => step.replace(/\s+/g, ' ')) }
}

/** Waits until the window shows a live account, which the window itself marks. */
export async function live(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.documentElement.dataset['live'] ?? '') !== '', null, OFTEN)
}

/**
 * Opens a screen from the navigation on the left, and waits until the previous screen is gone: some of its buttons are
 * the same.
 */
export async function screen(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name })
  await link.click()
  await link.and(page.locator('[aria-current=page]')).waitFor()
}

/** The plan sheet: what an action would do, and its progress. */
export function planSheet(page: Page): Locator {
  return page.getByRole('dialog')
}

/** The button that runs the plan in the sheet, once there is a plan to run. */
export async function readyToRun(page: Page): Promise<Locator> {
  const button = planSheet(page).locator('[data-hold][aria-disabled=false]')
  await button.waitFor()
  return button
}

/**
 * Holds the mouse on the button until the plan ran or was refused. A plan that gets too old, or a pause of the venue,
 * removes the button during a hold. Then nothing was submitted, and the test holds it again.
 */
export async function holdToRun(page: Page): Promise<void> {
  let asks = true
  while (asks) {
    const button = await readyToRun(page)
    await button.hover()
    await page.mouse.down()
    await button.waitFor({ state: 'detached' })
    await page.mouse.up()
    const after = await page.waitForFunction(
      () => {
        const held = document.querySelector('[role=dialog] [data-hold]')
        if (held === null || document.querySelector('[role=dialog] [data-refused]') !== null) return 'answered'
        return held.getAttribute('aria-disabled') === 'false' ? 'asks' : null
      },
      null,
      OFTEN,
    )
    asks = (await after.jsonValue()) === 'asks'
  }
}

/** Slightly longer than the pause that the button requires. */
const PAUSE_MS = 750

/**
 * Enter, a pause, Enter. A second Enter that comes too soon does not count: the button asks again until one comes after
 * the pause.
 */
export async function keysToRun(page: Page): Promise<void> {
  const button = await readyToRun(page)
  await reach(button)
  await expect
    .poll(
      async () => {
        await button.press('Enter', { timeout: PAUSE_MS }).catch(() => {})
        return button.waitFor({ state: 'detached', timeout: PAUSE_MS }).then(
          () => 'runs',
          () => 'asks',
        )
      },
      { interval: 0 },
    )
    .toBe('runs')
}
