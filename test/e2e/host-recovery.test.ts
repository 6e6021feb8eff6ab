// The page of the app is killed, killed repeatedly, and made to hang, in the middle of an action.
import { describe, expect, it, onTestFinished } from 'vitest'
import { writesOf } from '#test/support/ledger.ts'
import type { Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { openAccount, openOrders } from './desk.ts'
import { launchApp, READING_MS, type Launched } from './launch.ts'
import { holdToRun, startVenue } from './venue.ts'

interface Case extends Launched {
  readonly venue: Simulator
}

async function startCase(): Promise<Case> {
  const venue = await startVenue()
  const launched = await launchApp({ args: ['--size=1440x900'] })
  onTestFinished(async () => {
    await launched.close()
    await venue.stop()
  })
  await openAccount(launched, venue)
  venue.ledger.clear()
  return { ...launched, venue }
}

/** Kills or stops the page's process, and returns its id. */
function signalPage({ app }: Case, signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  return app.evaluate(({ BrowserWindow }, sent) => {
    const pid = BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId()
    process.kill(pid, sent)
    return pid
  }, signal)
}

/** Runs code in the page through main: Playwright cannot use a page that crashed once. */
function inPage<T>({ app }: Case, code: string): Promise<T> {
  return app.evaluate(async ({ BrowserWindow }, expression) => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents
    return contents.isCrashed() ? null : contents.executeJavaScript(expression).catch(() => null)
  }, code) as Promise<T>
}

const LIVE = "document.documentElement.dataset.live ?? ''"

/** Waits until the page's process differs from `before` and the page shows the account live. */
async function isBack(one: Case, before: number): Promise<void> {
  const pid = (): Promise<number> =>
    one.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId())
  await expect.poll(async () => [0, before].includes(await pid())).toBe(false)
  await expect.poll(() => inPage<string | null>(one, LIVE)).toMatch(/./)
}

const isFlat = (venue: Simulator): boolean =>
  openOrders(venue).length === 0 && venue.exchange.contracts.positions().length === 0

describe('a page that ends', () => {
  it('during a flatten comes back with its state; the flatten continues and sends nothing twice', async () => {
    const one = await startCase()
    const { page, venue } = one
    await page.keyboard.press('Control+Shift+F')
    await holdToRun(page)
    await expect.poll(() => writesOf(venue.ledger).length, { interval: 5 }).toBeGreaterThan(5)
    const pid = await signalPage(one, 'SIGKILL')
    expect(isFlat(venue)).toBe(false)
    await isBack(one, pid)
    const state = 'plimsoll.getPortfolio().then((answer) => answer.value.parts.desk.data.intents.map((it) => it.state))'
    await expect.poll(() => inPage<string[] | null>(one, state)).toEqual(['done'])
    expect(isFlat(venue)).toBe(true)
    expect(venue.ledger.twice().arrived).toEqual([])
  })

  it('repeatedly is given up after the third time, and dialogs of the desktop lead to the way out', async () => {
    const one = await startCase()
    const { app, venue } = one
    await app.evaluate(({ dialog }, readingMs) => {
      const boxes: { message: string; detail: string }[] = []
      Object.assign(globalThis, { boxes })
      const presses = ['Flatten…', 'Flatten now', 'Look again', 'Try the window again']
      dialog.showMessageBox = async (...args: unknown[]) => {
        const options = args.at(-1) as Electron.MessageBoxOptions
        boxes.push({ message: options.message, detail: options.detail ?? '' })
        const press = presses.shift() ?? 'Leave anyway'
        await new Promise((read) => setTimeout(read, readingMs))
        return { response: options.buttons!.indexOf(press), checkboxChecked: false }
      }
    }, READING_MS)
    const boxes = (): Promise<{ message: string; detail: string }[]> =>
      app.evaluate(() => (globalThis as unknown as { boxes: { message: string; detail: string }[] }).boxes)
    let pid = 0
    for (let nth = 1; nth <= 3; nth++) {
      pid = await signalPage(one, 'SIGKILL')
      await isBack(one, pid)
    }
    expect(await boxes()).toEqual([])
    pid = await signalPage(one, 'SIGKILL')
    await expect.poll(async () => (await boxes()).length).toBe(4)
    const [first, plan, after] = await boxes()
    expect(first?.message).toMatch(/^The Plimsoll window does not come back/)
    expect(first?.detail).toMatch(/Account: Harbour\n• Equity.*: [\d,.]+ USDT, as read .+ ago\./)
    expect(plan?.message).toBe('Cancel every open order and close every position at market?')
    expect(after?.detail).toContain('It is under way.')
    // The window was reopened by hand and shows the account.
    await isBack(one, pid)
    await expect.poll(() => isFlat(venue)).toBe(true)
    expect(venue.ledger.twice().arrived).toEqual([])
  })

  it('is not waited for when it only hangs: it is killed, and comes back', async ({ skip }) => {
    const one = await startCase()
    skip(!one.isHost, 'Electron calls a page unresponsive only after input that was left unanswered')
    await one.app.evaluate(() => void (globalThis.__electronHost.hungAfterMs = 1_000))
    const pid = await signalPage(one, 'SIGSTOP')
    await isBack(one, pid)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
