import type { ElectronApplication, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator, type SimDialect, type Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { reach } from './keys.ts'
import type { Launched } from './launch.ts'

/** A venue of the test's own, whose ledger and true state it can ask. It moves only when told. */
export function startVenue(dialect: Partial<SimDialect> = {}): Promise<Simulator> {
  return startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false, dialect })
}

/** An address that is empty: the venue has no such area. */
type Place = Pick<Simulator, 'spotBaseUrl' | 'contractBaseUrl' | 'apiKey'>

/** An app and its window. */
export type Open = Pick<Launched, 'app' | 'page'>

/** Asks for the fields of a venue that is not picked by its name. */
export async function pickOtherVenue(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Venue' }).click()
  await page.getByRole('option', { name: 'Other venue…' }).click()
}

/** The window that main asks for a secret in, once it is there. */
export async function secretWindow(app: ElectronApplication): Promise<Page> {
  const isIt = (page: Page): boolean => page.url().includes('//secret')
  await expect.poll(() => app.windows().some(isIt)).toBe(true)
  return app.windows().find(isIt)!
}

/** Types `secret` where main asks for it, and connects. */
export async function giveSecret(app: ElectronApplication, secret: string): Promise<void> {
  const window = await secretWindow(app)
  const isClosed = window.waitForEvent('close')
  await window.locator('input').fill(secret)
  await window.keyboard.press('Enter').catch(() => {})
  await isClosed
}

/** Types a venue and a key into the first screen and asks to connect; a report on both is what comes of it. */
export async function connect({ app, page }: Open, venue: Place, secret: string, name = 'Harbour'): Promise<void> {
  await pickOtherVenue(page)
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=spotBaseUrl]').fill(venue.spotBaseUrl)
  await page.locator('input[name=contractBaseUrl]').fill(venue.contractBaseUrl)
  await page.locator('input[name=apiKey]').fill(venue.apiKey)
  await page.getByRole('button', { name: 'Connect' }).click()
  await giveSecret(app, secret)
}

/** Waits for the report that ends adding a key, and says what it found: its heading and its steps. */
export async function reportOf(page: Page, heading: string): Promise<{ verdict: string; steps: string[] }> {
  const report = page.getByRole('region', { name: heading })
  await report.waitFor()
  const verdict = await report.getByRole('heading').innerText()
  const steps = await report.getByRole('listitem').allInnerTexts()
  return { verdict, steps: steps.map((step) => step.replace(/\s+/g, ' ')) }
}

/** The window says so itself once it shows a live account. */
export async function live(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.documentElement.dataset['live'] ?? '') !== '', null)
}

/** Goes to a screen by the navigation at the left. The one before it is gone then: some of its buttons are the same. */
export async function screen(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name })
  await link.click()
  await link.and(page.locator('[aria-current=page]')).waitFor()
}

/** What an action would do, before it does it; and how it goes. */
export function planSheet(page: Page): Locator {
  return page.getByRole('dialog')
}

/** The button that runs the plan in the sheet, once there is one to run. */
export async function readyToRun(page: Page): Promise<Locator> {
  const button = planSheet(page).locator('[data-hold][aria-disabled=false]')
  await button.waitFor()
  return button
}

/**
 * Holds the mouse on it until it has run or was refused. A plan that became too old, or a pause of the venue, takes the
 * button away in the middle of a hold: then nothing was asked for, and it is held again.
 */
export async function holdToRun(page: Page): Promise<void> {
  let asks = true
  while (asks) {
    const button = await readyToRun(page)
    await button.hover()
    await page.mouse.down()
    await button.waitFor({ state: 'detached' })
    await page.mouse.up()
    const after = await page.waitForFunction(() => {
      const held = document.querySelector('[role=dialog] [data-hold]')
      if (held === null || document.querySelector('[role=dialog] [data-refused]') !== null) return 'answered'
      return held.getAttribute('aria-disabled') === 'false' ? 'asks' : null
    })
    asks = (await after.jsonValue()) === 'asks'
  }
}

/** A little longer than the pause that the button asks for. */
const PAUSE_MS = 750

/** Enter, a pause, Enter. An impatient second Enter is no decision: the button asks again until one comes after the pause. */
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
