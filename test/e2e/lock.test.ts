// The app lock: what a person sees, and what a page cannot do, while Plimsoll is locked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication as App, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { writesOf } from '#test/support/ledger.ts'
import { openAccount, rest } from './desk.ts'
import { keptApp } from './kept-app.ts'
import { READING_MS } from './launch.ts'
import { live, secretWindow } from './venue.ts'

const PASSPHRASE = 'a horse, a staple'

const kept = keptApp('1280x800')

const click = (app: App, id: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()!.getMenuItemById(wanted)!.click(), id)
const locked = (page: Page): Promise<void> => page.getByRole('heading', { name: 'Plimsoll is locked' }).waitFor()

/** Types into the fields of the window that asks for the passphrase. With `isRight`, the window must close then. */
async function type(app: App, texts: readonly string[], isRight = true): Promise<Page> {
  const window = await secretWindow(app)
  const closed = isRight ? window.waitForEvent('close') : null
  for (const [nth, text] of texts.entries()) await window.locator('input').nth(nth).fill(text)
  await window.keyboard.press('Enter').catch(() => {})
  await closed
  return window
}

async function setUp(): Promise<void> {
  await click(kept.launched.app, 'lock')
  await type(kept.launched.app, [PASSPHRASE, PASSPHRASE])
  const label = (): Promise<string | undefined> =>
    kept.launched.app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.getMenuItemById('lock')?.label)
  await expect.poll(label).toBe('Lock Plimsoll')
}

/** Everything that main answers to a page that requests everything. */
function asked(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const bridge = window.plimsoll as unknown as Record<string, (args?: unknown) => Promise<unknown>>
    const names = ['getPortfolio', 'listAccounts', 'startDemo', 'listScenarios', 'getDataFolder', 'exportProfile']
    return Promise.all(names.map((name) => bridge[name]!({})))
  })
}

/** Answers every dialog: confirms the first one, a plan, and leaves the later ones, which show the progress. */
async function answerBoxes(app: App): Promise<void> {
  await app.evaluate(({ dialog }, readingMs) => {
    const boxes: Electron.MessageBoxOptions[] = []
    Object.assign(globalThis, { boxes })
    dialog.showMessageBox = async (...args: unknown[]) => {
      const options = args.at(-1) as Electron.MessageBoxOptions
      const isFirst = boxes.push({ message: options.message, detail: options.detail ?? '' }) === 1
      await new Promise((read) => setTimeout(read, readingMs))
      return { response: isFirst ? 1 : (options.cancelId ?? 0), checkboxChecked: false }
    }
  }, READING_MS)
}

it('hides every figure, accepts nothing from the page, and opens only with its passphrase', async () => {
  const { app, page } = kept.launched
  await openAccount(kept.launched, kept.venue)
  await setUp()
  const equity = await page.getByTestId('equity').innerText()
  await page.keyboard.press('Control+Shift+L')
  await locked(page)
  expect(await page.locator('body').innerText()).not.toContain(equity)
  for (const answer of await asked(page)) expect(JSON.stringify(answer)).toContain('lock.locked')
  // Nothing is pushed either: the loaded page knows no account.
  expect(await page.evaluate(() => document.documentElement.dataset['live'] ?? '')).toBe('')

  await page.getByRole('button', { name: 'Unlock…' }).click()
  const window = await type(app, ['another horse'], false)
  await window.getByText('That is not the passphrase.').waitFor()
  await locked(page)
  await type(app, [PASSPHRASE])
  await live(page)
  expect(await page.getByTestId('equity').innerText()).toBe(equity)
  expect(readFileSync(join(kept.userData, 'lock.json'), 'utf8')).not.toContain('horse')
})

it('leaves the way out open, in dialogs without figures', async () => {
  const { app, page } = kept.launched
  await openAccount(kept.launched, kept.venue)
  rest(kept.venue, [['BTCUSDT', 'BUY', -0.05, '0.01']])
  await setUp()
  await page.keyboard.press('Control+Shift+L')
  await locked(page)
  await answerBoxes(app)
  kept.venue.ledger.clear()
  await page.getByRole('button', { name: 'Cancel all…' }).click()
  await expect
    .poll(() => kept.venue.exchange.spot.openOrders().length + kept.venue.exchange.contracts.openOrders().length)
    .toBe(0)
  expect(writesOf(kept.venue.ledger).length).toBeGreaterThan(0)
  const boxes = await app.evaluate(() => (globalThis as unknown as { boxes: { detail: string }[] }).boxes)
  expect(boxes[0]!.detail).toBe('• Account: Harbour\n• Plimsoll is locked: holdings and orders are not shown.')
  for (const { detail } of boxes) expect(detail).not.toMatch(/\d/)
  await locked(page)
})

it('locks when the computer sleeps, and stays locked at the next start', async () => {
  const { app, page } = kept.launched
  await setUp()
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  await locked(page)
  await kept.launched.close()
  await kept.launch()
  await locked(kept.launched.page)
  await kept.launched.page.keyboard.press('Enter')
  await type(kept.launched.app, [PASSPHRASE])
  await kept.launched.page.getByRole('button', { name: 'Open the Demo account' }).waitFor()
})

it('is changed and removed only with its passphrase', async () => {
  const { app, page } = kept.launched
  await page.getByRole('button', { name: 'Set a passphrase…' }).click()
  const window = await type(app, [PASSPHRASE, 'another'], false)
  await window.getByText('The two are not the same.').waitFor()
  await type(app, ['short', 'short'], false)
  await window.getByText('at least 8 characters.').last().waitFor()
  await type(app, [PASSPHRASE, PASSPHRASE])
  const ways = page.getByRole('checkbox', { name: 'Cancel all and Flatten work while it is locked' })
  await ways.click()
  const left = await secretWindow(app)
  await left.getByRole('heading', { name: 'Change the app lock' }).waitFor()
  await left.keyboard.press('Escape').catch(() => {})
  await expect.poll(() => ways.isEnabled()).toBe(true)
  expect(await ways.isChecked()).toBe(true)
  await ways.click()
  await type(app, [PASSPHRASE])
  await expect.poll(() => ways.isChecked()).toBe(false)
  // A lock that the page asks for would leave the ways out.
  expect(await page.getByRole('button', { name: 'Lock now' }).count()).toBe(0)
  await click(app, 'lock')
  await locked(page)
  expect(await page.getByRole('button', { name: 'Flatten…' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Unlock…' }).click()
  await type(app, [PASSPHRASE])
  await page.getByRole('button', { name: 'Remove the lock…' }).click()
  await type(app, [PASSPHRASE])
  await page.getByRole('button', { name: 'Set a passphrase…' }).waitFor()
})

it('opens the account for a way out itself when Plimsoll starts locked', async () => {
  await openAccount(kept.launched, kept.venue)
  rest(kept.venue, [['BTCUSDT', 'BUY', -0.05, '0.01']])
  await setUp()
  await kept.launched.close()
  await kept.launch()
  const { app, page } = kept.launched
  await locked(page)
  await answerBoxes(app)
  kept.venue.ledger.clear()
  await page.getByRole('button', { name: 'Cancel all…' }).click()
  await expect
    .poll(() => kept.venue.exchange.spot.openOrders().length + kept.venue.exchange.contracts.openOrders().length)
    .toBe(0)
  const boxes = await app.evaluate(() => (globalThis as unknown as { boxes: { detail: string }[] }).boxes)
  expect(boxes[0]!.detail).toBe('• Account: Harbour\n• Plimsoll is locked: holdings and orders are not shown.')
  await locked(page)
})
