// A panel of the workspace in a window of its own: it shows what main sends, and main takes nothing that acts from it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication as App, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { COMMANDS } from '#shared/ipc/contract.ts'
import type { PanelId } from '#shared/ipc/panel.ts'
import { writesOf } from '#test/support/ledger.ts'
import { openAccount, openOrders, orderRow, rest } from './desk.ts'
import { keptApp } from './kept-app.ts'
import { wheelTo } from './keys.ts'
import type { Launched } from './launch.ts'
import { live, screen, secretWindow } from './venue.ts'

const kept = keptApp('1440x900')

const popOuts = (app: App): Page[] => app.windows().filter((page) => page.url().includes('?panel='))

/** Opens the panel from the workspace, as a trader does. */
async function open({ app, page }: Launched, panel: PanelId): Promise<Page> {
  await screen(page, 'Workspace')
  const before = popOuts(app).length
  // Out of sight, a panel is not drawn.
  await page.locator(`[data-panel="${panel}"]`).scrollIntoViewIfNeeded()
  await page.locator(`[data-panel="${panel}"] [data-action="popOut"]`).click()
  await expect.poll(() => popOuts(app).length).toBe(before + 1)
  const opened = popOuts(app).find((each) => each.url().endsWith(`=${panel}`))!
  await live(opened)
  return opened
}

const click = (app: App, id: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()!.getMenuItemById(wanted)!.click(), id)
const frontTitle = (app: App): Promise<string | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL())

it('shows figures as they change, and leads to the row in the main window, which alone can act on it', async () => {
  const { app, page } = kept.launched
  await openAccount(kept.launched, kept.venue)
  const orders = await open(kept.launched, 'orders')
  expect(await orders.title()).toBe('Plimsoll – Open orders')
  rest(kept.venue, [['BTCUSDT', 'BUY', -0.05, '0.01']])
  const placed = openOrders(kept.venue).at(-1)!
  await wheelTo(orderRow(orders, placed.orderId))
  expect(await orders.locator('[data-action="cancel"], [data-action="select"], [data-hold]').count()).toBe(0)
  await orderRow(orders, placed.orderId).getByRole('button', { name: 'Show in main window' }).click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('BTC')
  expect(await frontTitle(app)).not.toContain('panel')
  expect(await page.getByRole('dialog').count()).toBe(0)
  // The main window is in front now, so the other one cannot take that away again.
  const again = await orders.evaluate(() =>
    window.plimsoll!.showPlace({ place: { kind: 'screen', screen: 'overview' } }),
  )
  expect(again).toMatchObject({ ok: false, error: { message: { code: 'main.notInFront' } } })
  await orderRow(page, placed.orderId).locator('[data-action="cancel"]').click()
  await orderRow(orders, placed.orderId).waitFor({ state: 'detached' })
})

it('is refused every command that acts, and nothing arrives at the venue', async () => {
  await openAccount(kept.launched, kept.venue)
  const positions = await open(kept.launched, 'positions')
  kept.venue.ledger.clear()
  const answers = await positions.evaluate(async (names) => {
    const bridge = window.plimsoll as unknown as Record<string, (args?: unknown) => Promise<unknown>>
    const snapshot = await window.plimsoll!.getPortfolio()
    const runId = snapshot.ok ? snapshot.value.runId : ''
    const way = { runId, action: { kind: 'flatten', spot: 'sell' }, planId: crypto.randomUUID(), way: 'flatten' }
    const ask = async (name: string) => [name, JSON.stringify(await bridge[name]!(way))] as const
    return Promise.all(names.map(ask))
  }, Object.keys(COMMANDS))
  const refused = answers.filter(([, answer]) => answer.includes('"main.onlyMainWindow"')).map(([name]) => name)
  const others = Object.keys(COMMANDS).filter((name) => !refused.includes(name))
  expect(others.sort()).toEqual(['getLock', 'getPortfolio', 'getSettings', 'showPlace'])
  expect(writesOf(kept.venue.ledger)).toEqual([])
})

it('shows nothing while Plimsoll is locked, and its figures again afterwards', async () => {
  const { app, page } = kept.launched
  await openAccount(kept.launched, kept.venue)
  const balances = await open(kept.launched, 'positions')
  await balances.locator('tbody tr').first().waitFor()
  await click(app, 'lock')
  const asks = await secretWindow(app)
  for (const nth of [0, 1]) await asks.locator('input').nth(nth).fill('a horse, a staple')
  await asks.keyboard.press('Enter').catch(() => {})
  const label = (): Promise<string | undefined> =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.getMenuItemById('lock')?.label)
  await expect.poll(label).toBe('Lock Plimsoll')
  await click(app, 'lock')
  await balances.getByRole('heading', { name: 'Plimsoll is locked' }).waitFor()
  expect(await balances.locator('body').innerText()).not.toMatch(/\d/)
  expect(await balances.getByRole('button').allInnerTexts()).toEqual(['Show in main window'])
  expect(await balances.evaluate(() => window.plimsoll!.getPortfolio())).toMatchObject({ ok: false })
  await page.getByRole('button', { name: 'Unlock…' }).click()
  const unlocks = await secretWindow(app)
  await unlocks.locator('input').fill('a horse, a staple')
  await unlocks.keyboard.press('Enter').catch(() => {})
  await live(balances)
  await balances.locator('tbody tr').first().waitFor()
})

it('opens once per panel, comes back by itself when its page ends, and leaves the main page alone', async () => {
  const { app, page } = kept.launched
  await openAccount(kept.launched, kept.venue)
  const equity = await open(kept.launched, 'equity')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.locator('[data-panel="equity"] [data-action="popOut"]').click()
  await expect.poll(() => frontTitle(app)).toContain('?panel=equity')
  expect(popOuts(app)).toHaveLength(1)
  const window = await app.browserWindow(equity)
  const back = window.evaluate(
    (it) => new Promise<void>((done) => void it.webContents.once('did-finish-load', () => done())),
  )
  await window.evaluate((it) => it.webContents.forcefullyCrashRenderer())
  await back
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
})

it('goes with the main window; if it was left open, the next start shows it in its old place', async () => {
  const { app, page } = kept.launched
  await openAccount(kept.launched, kept.venue)
  await open(kept.launched, 'positions')
  const equity = await open(kept.launched, 'equity')
  const place = { x: 220, y: 140, width: 640, height: 400 }
  await (await app.browserWindow(equity)).evaluate((it, to) => it.setBounds(to), place)
  const positions = popOuts(app).find((each) => each.url().endsWith('=positions'))!
  await (await app.browserWindow(positions)).evaluate((it) => it.close()).catch(() => {})
  await expect
    .poll(() => readFileSync(join(kept.userData, 'panel-positions.json'), 'utf8'))
    .toContain('"isOpen": false')
  const ended = new Promise((done) => app.process().once('exit', done))
  const main = await app.browserWindow(page)
  await main.evaluate((it) => it.close()).catch(() => {})
  await ended
  await kept.launch()
  await expect.poll(() => popOuts(kept.launched.app).map((each) => each.url())).toHaveLength(1)
  const [again] = popOuts(kept.launched.app)
  expect(again!.url()).toContain('?panel=equity')
  const bounds = await (await kept.launched.app.browserWindow(again!)).evaluate((it) => it.getBounds())
  if (kept.launched.isHost) expect(bounds).toEqual(place)
})
