// Plimsoll in the desktop: its menu and its tray, on an account at a venue of its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication as App, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writesOf } from '#test/support/ledger.ts'
import about from '../../package.json' with { type: 'json' }
import type { Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { deskApp, rest } from './desk.ts'
import { launchApp, ROOT } from './launch.ts'

interface HostTray {
  readonly toolTip: string
  readonly menu: { readonly items: { label: string }[]; getMenuItemById(id: string): { click(): void } | null } | null
}

const open = deskApp()

/** Clicks an item of the application menu. */
const click = (app: App, id: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()!.getMenuItemById(wanted)!.click(), id)
const label = (app: App, id: string): Promise<string> =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()!.getMenuItemById(wanted)!.label, id)
const zoom = (app: App): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.zoomLevel)

/** From now on, every dialog is answered with its "back" button. @returns what the dialogs have asked so far. */
async function boxesOf(app: App): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }) => {
    const boxes: string[] = []
    Object.assign(globalThis, { boxes })
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message, cancelId = 0 } = args.at(-1) as Electron.MessageBoxOptions
      boxes.push(message)
      return { response: cancelId, checkboxChecked: false }
    }
  })
  return () => app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes)
}

describe('the menu', () => {
  it('shows a screen, and the plan of a way out in a dialog that no page can hide', async () => {
    const { app, page, venue } = await open()
    await expect.poll(() => label(app, 'flatten')).toBe('Flatten…')
    await click(app, 'screen.journal')
    await page.locator('a.router-link-exact-active', { hasText: 'Journal' }).waitFor()
    venue.ledger.clear()
    const asked = await boxesOf(app)
    await click(app, 'flatten')
    await expect.poll(asked).toEqual(['Cancel every open order and close every position at market?'])
    expect(writesOf(venue.ledger)).toEqual([])
  })

  it('zooms with its keys', async () => {
    const { app, page } = await open()
    const { keyboard } = page
    for (const [key, level] of [
      ['Control++', 0.5],
      ['Control+=', 1],
      ['Control+-', 0.5],
      ['Control+0', 0],
    ] as const) {
      await keyboard.press(key)
      await expect.poll(() => zoom(app)).toBe(level)
    }
  })

  it('leaves a key to a page that handles it', async () => {
    const { page } = await open()
    await page.keyboard.press('Control+2')
    await page.locator('a.router-link-exact-active', { hasText: 'Positions' }).waitFor()
  })

  it('copies and pastes text with keys', async () => {
    const { app, page } = await open()
    await click(app, 'screen.orders')
    const field = page.getByRole('textbox', { name: 'Filter orders' })
    await field.fill('btc')
    await field.press('Control+a')
    await field.press('Control+c')
    await field.press('End')
    await field.press('Control+v')
    await expect.poll(() => field.inputValue()).toBe('btcbtc')
    await field.fill('')
  })

  it('changes its language at once, and the window with it', async () => {
    const { app, page } = await open()
    await click(app, 'language.zh')
    await expect.poll(() => label(app, 'flatten')).toBe('全平…')
    await page.getByRole('region', { name: '安全状况' }).waitFor()
    await click(app, 'language.system')
    await expect.poll(() => label(app, 'flatten')).toBe('Flatten…')
    await page.getByRole('region', { name: 'Safety' }).waitFor()
  })
})

describe('the tray', () => {
  /** What the host's tray shows. On a real desktop only a person sees it. */
  const tray = (app: App) =>
    app.evaluate(() => {
      const [it] = (globalThis as unknown as { __electronHost: { trays: HostTray[] } }).__electronHost.trays
      return { tip: it!.toolTip, labels: it!.menu!.items.map((item) => item.label) }
    })

  it('shows the same five facts of the account as the strip', async ({ skip }) => {
    const { app, page } = await open()
    if (!(await app.evaluate(() => '__electronHost' in globalThis))) skip('what a tray shows only the host can say')
    const agree = async (): Promise<boolean> => {
      const equity = (await page.getByTestId('equity').innerText()).split('.')[0] ?? ''
      const { labels } = await tray(app)
      return labels.some((said) => said.startsWith(`Equity: ${equity}`))
    }
    await expect.poll(agree).toBe(true)
    const { tip, labels } = await tray(app)
    expect(labels.slice(0, 5).map((said) => said.split(':')[0])).toEqual([
      ...['Margin', 'Data', 'Equity', 'Exposure', 'Trading'],
    ])
    expect(tip).toMatch(/^Plimsoll, Harbour( \d+)?: (OK|WATCH|ACT)\n/)
  })

  it('opens the plan of a way out', async ({ skip }) => {
    const { app } = await open()
    if (!(await app.evaluate(() => '__electronHost' in globalThis))) skip('a tray is clicked by the host alone')
    const asked = await boxesOf(app)
    await app.evaluate(() => {
      const [it] = (globalThis as unknown as { __electronHost: { trays: HostTray[] } }).__electronHost.trays
      it!.menu!.getMenuItemById('cancelAll')!.click()
    })
    await expect.poll(asked).toEqual(['Cancel every open order?'])
  })
})

describe('a first run', () => {
  it('says where data is stored, and shows the folder', async () => {
    const { app, page, userData, close } = await launchApp()
    onTestFinished(close)
    await page.getByText(`Accounts, journal and settings are in ${userData};`).waitFor()
    await app.evaluate(({ shell }) => {
      Object.assign(globalThis, { opened: [] })
      shell.openPath = async (path) => {
        ;(globalThis as unknown as { opened: string[] }).opened.push(path)
        return ''
      }
    })
    await page.getByRole('button', { name: 'Show the folder' }).click()
    await expect
      .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
      .toEqual([userData])
  })
})

describe('a loss of control', () => {
  interface HostNotice {
    readonly body: string
    emit(name: 'click'): void
  }
  const isHost = (app: App): Promise<boolean> => app.evaluate(() => '__electronHost' in globalThis)

  it('is notified of while nobody looks; the log has the outcome, and a click leads to it', async ({ skip }) => {
    const { app, page, venue } = await open()
    if (!(await isHost(app))) skip('what the desktop shows only the host can say')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.minimize())
    const [held] = venue.exchange.contracts
      .positions()
      .filter(({ volume, positionType }) => volume.gt(2) && positionType === 1)
    // Another program closes one contract of the position.
    rest(venue, [
      held!.side === 'BUY'
        ? [held!.spec.name, 'SELL', -0.01, '1', 'CLOSE']
        : [held!.spec.name, 'BUY', 0.01, '1', 'CLOSE'],
    ])
    const bodies = (): Promise<string[]> =>
      app.evaluate(() =>
        (globalThis as unknown as { __electronHost: { notifications: HostNotice[] } }).__electronHost.notifications.map(
          ({ body }) => body,
        ),
      )
    await expect.poll(async () => (await bodies()).join(' ')).toContain(held!.spec.name)
    await app.evaluate(() =>
      (globalThis as unknown as { __electronHost: { notifications: HostNotice[] } }).__electronHost.notifications
        .at(-1)!
        .emit('click'),
    )
    // The row of the position has the focus, and the window is in front.
    await page.locator('a.router-link-exact-active', { hasText: 'Positions' }).waitFor()
    await expect.poll(() => page.locator('tr.row:focus').innerText()).toContain(held!.spec.name)
    const isSeen = (): Promise<boolean> =>
      app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return window!.isVisible() && !window!.isMinimized() && window!.isFocused()
      })
    expect(await isSeen()).toBe(true)
    await click(app, 'screen.journal')
    await page.getByText('What happened').first().click()
    await expect.poll(() => page.getByText('Notified.').count()).toBeGreaterThan(0)
    // The log has the outcome of each alarm, also of those without a row in the journal.
    const log = join(await app.evaluate((electron) => electron.app.getPath('userData')), 'logs', 'plimsoll.log')
    expect(readFileSync(log, 'utf8')).toContain('"event":"notified","said":"desktop.alarm.event","told":"shown"')
  })
})

describe('the computer', () => {
  const logged = (page: Page, words: string): Promise<void> =>
    page.getByRole('region', { name: 'Log of actions' }).getByText(words).first().waitFor()
  const accountReads = ({ ledger }: Simulator): number => ledger.arrivals({ endpoint: 'contract.account' }).length

  it('that slept is reported, nothing read before counts as fresh, and everything is read at once', async () => {
    const { app, page, venue } = await open()
    const whyOf = (): Promise<unknown> =>
      page.evaluate(async () => {
        const answer = await window.plimsoll!.getPortfolio()
        return answer.ok ? answer.value.parts.positions.failure?.message.code : answer
      })
    const before = accountReads(venue)
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
    expect([null, undefined, 'account.slept']).toContain(await whyOf())
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
    await logged(page, 'The computer woke')
    await expect.poll(() => accountReads(venue)).toBeGreaterThan(before)
    await expect.poll(whyOf).toBeUndefined()
  })

  it('that lost and regained its network is reported', async ({ skip }) => {
    const { app, page } = await open()
    if (!(await app.evaluate(() => '__electronHost' in globalThis))) skip('only the host loses its network at a word')
    const setOnline = (isOnline: boolean): Promise<void> =>
      app.evaluate((_, wanted) => {
        ;(globalThis as unknown as { __electronHost: { isOnline: boolean } }).__electronHost.isOnline = wanted
      }, isOnline)
    await setOnline(false)
    await logged(page, 'The network was lost')
    await setOnline(true)
    await logged(page, 'The network is back')
  })
})

describe('flags', () => {
  const electron = createRequire(import.meta.url)('electron') as string
  const run = (flag: string): ReturnType<typeof spawnSync> =>
    spawnSync(electron, [`--user-data-dir=${mkdtempSync(join(tmpdir(), 'plimsoll-flags-'))}`, ROOT, flag], {
      encoding: 'utf8',
      timeout: 60_000,
    })

  it('that only ask a question are answered, and nothing is started', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${about.version}\n` })
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--profile NAME') as string })
  })

  it('that are unknown are reported in one line', () => {
    expect(run('--minimised')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'Plimsoll does not know --minimised. Start it with --help to see what it knows.\n',
    })
  })
})

describe('a way out from the menu', () => {
  it('works without a page', async () => {
    const { app } = await open()
    const asked = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes)
    await app.evaluate(({ dialog, BrowserWindow }) => {
      const boxes: string[] = []
      Object.assign(globalThis, { boxes })
      dialog.showMessageBox = async (...args: unknown[]) => {
        const { title = '', cancelId = 0 } = args.at(-1) as Electron.MessageBoxOptions
        boxes.push(title)
        return { response: cancelId, checkboxChecked: false }
      }
      // A page that is busy forever receives nothing.
      void BrowserWindow.getAllWindows()[0]!
        .webContents.executeJavaScript('for (;;);')
        .catch(() => null)
    })
    await click(app, 'flatten')
    await expect.poll(async () => (await asked()).length).toBeGreaterThan(0)
    expect((await asked())[0]).toBe('Plimsoll without its window')
  })
})
