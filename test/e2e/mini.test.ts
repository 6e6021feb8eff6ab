// The mini strip: five facts above all other windows, and the way out.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication as App, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { writesOf } from '#test/support/ledger.ts'
import { MINI_COMMANDS } from '#shared/ipc/mini.ts'
import { openAccount } from './desk.ts'
import { keptApp } from './kept-app.ts'
import type { Launched } from './launch.ts'
import { secretWindow } from './venue.ts'

const kept = keptApp('1280x800')

const click = (app: App, id: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()!.getMenuItemById(wanted)!.click(), id)
const isChecked = (app: App): Promise<boolean | undefined> =>
  app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.getMenuItemById('mini')?.checked)
const miniPages = (app: App): Page[] => app.windows().filter((page) => page.url().includes('//mini'))

/** Waits for the strip to show something. */
async function strip({ app }: Launched): Promise<Page> {
  await expect.poll(() => miniPages(app).length).toBe(1)
  const [page] = miniPages(app)
  await page!.waitForFunction(() => document.querySelector('#close')?.textContent.trim())
  return page!
}
const text = (page: Page, id: string, part = 'b'): Promise<string> => page.locator(`#${id} > ${part}`).innerText()
/** The text of the strip, whichever page it currently has. */
const shown = (app: App): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }) => {
    const it = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('app://mini'))
    if (!it || it.webContents.isCrashed()) return ''
    // A page that ends during the call never answers.
    const none = new Promise<string>((resolve) => setTimeout(() => resolve(''), 2_000))
    const asked = it.webContents.executeJavaScript('document.body.innerText') as Promise<string>
    const said = await Promise.race([asked.catch(() => ''), none])
    return said.replace(/\s+/g, ' ').trim()
  })
const seconds = async (page: Page): Promise<number> => parseInt(/\d+/.exec(await text(page, 'true'))?.[0] ?? '', 10)

it('opens from the menu without taking the focus, shows the facts of the venue, and ages while the venue is silent', async () => {
  const { app, page: main } = kept.launched
  await openAccount(kept.launched, kept.venue)
  const focused = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.id)
  await click(app, 'mini')
  const mini = await strip(kept.launched)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.id)).toBe(focused)
  await expect.poll(() => isChecked(app)).toBe(true)
  const equity = (): Promise<string> => main.getByTestId('equity').innerText()
  await expect.poll(async () => (await text(mini, 'worth')) === `${await equity()} USDT`).toBe(true)
  expect(await text(mini, 'safe')).toContain((await main.getByTestId('safety-state').innerText()).trim())
  expect(await text(mini, 'safe')).toMatch(/, -?[\d.]+ % to liq\.$/)
  expect(await text(mini, 'exposed')).toMatch(/^net -?[\d,]+ USDT$/)
  await expect.poll(() => text(mini, 'true')).toMatch(/^\d+ s old$/)
  await kept.venue.stop()
  await mini.locator('#true.stale').waitFor()
  expect(await text(mini, 'true')).toMatch(/^stale \d+ s$/)
  await mini.locator('#worth.stale').waitFor()
  const before = await seconds(mini)
  await expect.poll(() => seconds(mini)).toBeGreaterThan(before + 1)
})

it('opens by its name, ages by itself while main is silent, then shows no figure until main is back', async () => {
  const { app, page: main } = kept.launched
  await openAccount(kept.launched, kept.venue)
  await main.keyboard.press('Control+K')
  await main.getByRole('dialog', { name: 'Find' }).getByRole('textbox').fill('mini strip')
  await main.keyboard.press('Enter')
  const mini = await strip(kept.launched)
  await mini.locator('#worth').waitFor()
  /** Records every age of the data shown from now on. */
  await mini.evaluate(() => {
    const ages: string[] = []
    Object.assign(window, { ages })
    const age = document.querySelector('#true > b')!
    new MutationObserver(() => ages.push(age.textContent)).observe(age, { childList: true })
  })
  // Main continues, but none of its messages arrive, as when it hangs.
  await app.evaluate(({ BrowserWindow }) => {
    const it = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('app://mini'))
    it!.webContents.send = () => undefined
  })
  await mini.getByText('no figure is current').waitFor()
  await mini.locator('#worth').waitFor({ state: 'hidden' })
  expect(await mini.locator('body').innerText()).not.toMatch(/\d/)
  const ages = await mini.evaluate(() => (window as unknown as { ages: string[] }).ages)
  expect(ages.at(-1)).toBe('')
  const [before, last] = ages.slice(-3, -1).map((said) => parseInt(/\d+/.exec(said)![0], 10))
  expect(last).toBe(before! + 1)
  await app.evaluate(({ BrowserWindow }) => {
    const it = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('app://mini'))
    Reflect.deleteProperty(it!.webContents, 'send')
  })
  await mini.locator('#worth').waitFor()
})

it('asks main for the native dialog of Flatten, which alone runs it', async () => {
  const { app } = kept.launched
  await openAccount(kept.launched, kept.venue)
  await click(app, 'mini')
  const mini = await strip(kept.launched)
  await app.evaluate(({ dialog }) => {
    const boxes: string[] = []
    Object.assign(globalThis, { boxes })
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message, cancelId = 0 } = args.at(-1) as Electron.MessageBoxOptions
      boxes.push(message)
      return { response: cancelId, checkboxChecked: false }
    }
  })
  kept.venue.ledger.clear()
  await mini.getByRole('button', { name: 'Flatten…' }).click()
  const boxes = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes)
  await expect.poll(boxes).toHaveLength(1)
  expect(await boxes()).toEqual(['Cancel every open order and close every position at market?'])
  expect(writesOf(kept.venue.ledger)).toEqual([])
})

it('has no script, no bridge and no network; anything beyond its two commands is refused', async () => {
  const { app } = kept.launched
  await openAccount(kept.launched, kept.venue)
  await click(app, 'mini')
  const mini = await strip(kept.launched)
  const tried = await mini.evaluate(
    async (url) => ({
      bridge: 'plimsoll' in window,
      scripts: document.scripts.length,
      fetched: await fetch(url).then(
        () => 'answered',
        () => 'refused',
      ),
    }),
    kept.venue.spotBaseUrl,
  )
  expect(tried).toEqual({ bridge: false, scripts: 0, fetched: 'refused' })

  // The same page with a compromised preload, which names every channel that exists.
  const preload = join(kept.userData, 'forged.cjs')
  writeFileSync(
    preload,
    `const { contextBridge, ipcRenderer } = require('electron')
    const said = (asked) => asked.then((answer) => JSON.stringify(answer), (error) => 'refused: ' + error.message)
    contextBridge.exposeInMainWorld('forged', (channel, given) => said(ipcRenderer.invoke(channel, given)))`,
  )
  const opened = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow }, file) => {
    const webPreferences = { preload: file, partition: 'mini', sandbox: true, contextIsolation: true }
    void new BrowserWindow({ webPreferences }).loadURL('app://mini/')
  }, preload)
  const stranger = await opened
  await stranger.waitForFunction(() => 'forged' in window)
  const forged = (channel: string, given: unknown): Promise<string> =>
    stranger.evaluate(
      ([name, what]) => (window as unknown as { forged: (...args: unknown[]) => Promise<string> }).forged(name, what),
      [channel, given] as const,
    )
  for (const name of ['getPortfolio', 'listAccounts', 'lock'])
    expect(await forged(name, {})).toContain('main.notThisWindow')
  for (const name of MINI_COMMANDS) expect(await forged(name, {})).toMatch(/^refused: .*No handler registered/)
  await stranger.close()
})

it('closes by Esc and by its button and stays closed; if left open, the next start shows it in its old place', async () => {
  const { app } = kept.launched
  await click(app, 'mini')
  const first = await strip(kept.launched)
  expect(await text(first, 'note')).toBe('No account is open')
  const closed = first.waitForEvent('close')
  await first.keyboard.press('Escape').catch(() => {})
  await closed
  await expect.poll(() => isChecked(app)).toBe(false)
  await click(app, 'mini')
  const second = await strip(kept.launched)
  const gone = second.waitForEvent('close')
  await second
    .getByRole('button', { name: 'Close' })
    .click()
    .catch(() => {})
  await gone
  await expect.poll(() => readFileSync(join(kept.userData, 'mini.json'), 'utf8')).toContain('"isOpen": false')
  await click(app, 'mini')
  await strip(kept.launched)
  const place = { x: 200, y: 120, width: 820, height: 58 }
  const bounds = ({ app: which }: Launched) =>
    which.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().startsWith('app://mini'))
        ?.getBounds(),
    )
  await app.evaluate(({ BrowserWindow }, to) => {
    const all = BrowserWindow.getAllWindows()
    all.find(({ webContents }) => webContents.getURL().startsWith('app://mini'))!.setBounds(to)
  }, place)
  await kept.launched.close()
  await kept.launch()
  await strip(kept.launched)
  if (kept.launched.isHost) expect(await bounds(kept.launched)).toEqual(place)
})

it('closes with the main window', async () => {
  const { app, page } = kept.launched
  await click(app, 'mini')
  await strip(kept.launched)
  const ended = new Promise((done) => app.process().once('exit', done))
  const main = await app.browserWindow(page)
  await main.evaluate((it) => it.close()).catch(() => {})
  await ended
})

it('shows only that it is locked, on a new page', async () => {
  const { app } = kept.launched
  await openAccount(kept.launched, kept.venue)
  await click(app, 'mini')
  const mini = await strip(kept.launched)
  await mini.locator('#worth').waitFor()
  await click(app, 'lock')
  const asks = await secretWindow(app)
  for (const nth of [0, 1]) await asks.locator('input').nth(nth).fill('a horse, a staple')
  await asks.keyboard.press('Enter').catch(() => {})
  const label = (): Promise<string | undefined> =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.getMenuItemById('lock')?.label)
  await expect.poll(label).toBe('Lock Plimsoll')
  // A hung page would keep showing its content, so the page is replaced instead of asked.
  const begunAnew = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((done) => {
        const all = BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
        all.find((it) => it.getURL().startsWith('app://mini'))!.once('did-finish-load', () => done())
      }),
  )
  await click(app, 'lock')
  await begunAnew
  await expect.poll(() => shown(app)).toBe('Plimsoll is locked Flatten… Close')
})

it('comes back by itself when its page ends', async () => {
  const { app } = kept.launched
  await click(app, 'mini')
  const mini = await strip(kept.launched)
  const window = await app.browserWindow(mini)
  await window.evaluate((it) => it.webContents.forcefullyCrashRenderer())
  await expect.poll(() => shown(app)).toContain('No account is open')
})
