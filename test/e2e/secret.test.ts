// The path of an API secret: typed into a window of its own, sealed there, and read only by the vault.
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STATIC_POLICY } from '../../electron/main/window/app-files.ts'
import type { Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { openAccount } from './desk.ts'
import { helpersOf } from './helpers.ts'
import { launchApp, type Launched } from './launch.ts'
import { hitsIn } from './memory.ts'
import { giveSecret, live, pickOtherVenue, reportOf, secretWindow, startVenue } from './venue.ts'

let venue: Simulator
let launched: Launched
beforeEach(async () => {
  venue = await startVenue()
  launched = await launchApp({ args: ['--size=1280x800'] })
})
afterEach(async () => {
  await launched.close()
  await venue.stop()
})

/** Fills in the form without submitting it. */
async function fillForm(): Promise<void> {
  const { page } = launched
  await pickOtherVenue(page)
  await page.locator('input[name=name]').fill('Harbour')
  await page.locator('input[name=spotBaseUrl]').fill(venue.spotBaseUrl)
  await page.locator('input[name=contractBaseUrl]').fill(venue.contractBaseUrl)
  await page.locator('input[name=apiKey]').fill(venue.apiKey)
}

async function askForSecret() {
  await fillForm()
  await launched.page.keyboard.press('Enter')
  const secret = await secretWindow(launched.app)
  await secret.getByRole('heading').waitFor()
  return secret
}

/** Listens in main. Returns a wait until main was told of a paste: a window that closes sooner can tell nothing. */
async function listenForPaste(): Promise<() => Promise<void>> {
  const told = await launched.app.evaluateHandle(({ BrowserWindow }) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    BrowserWindow.getAllWindows()
      .at(-1)
      ?.webContents.ipc.once('clipboard', () => resolve(undefined))
    return { promise }
  })
  return () => told.evaluate(({ promise }) => promise)
}

/** Pastes the secret into its window. */
async function paste(): Promise<Page> {
  await fillForm()
  const name = launched.page.locator('input[name=name]')
  await name.fill(venue.apiSecret)
  await name.press('ControlOrMeta+A')
  await name.press('ControlOrMeta+C')
  await name.fill('Harbour')
  const secret = await askForSecret()
  await secret.bringToFront()
  await secret.locator('input').focus()
  const isTold = await listenForPaste()
  await secret.keyboard.press('ControlOrMeta+V')
  expect(await secret.locator('input').inputValue()).toBe(venue.apiSecret)
  await isTold()
  return secret
}

async function closeBy(way: string, secret: Page): Promise<void> {
  const isClosed = secret.waitForEvent('close')
  if (way === 'Escape') await secret.keyboard.press('Escape').catch(() => {})
  else if (way === 'Back')
    await secret
      .getByRole('button', { name: 'Back' })
      .click()
      .catch(() => {})
  else
    await launched.app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows().at(-1)
      // What the page tells when the window loses the focus by closing.
      window?.once('close', () => window.webContents.ipc.emit('clipboard', {}, false))
      window?.close()
    })
  await isClosed
}

/** The renderer processes. */
function renderersOf({ app }: Launched): number[] {
  const main = app.process().pid ?? 0
  const about = new Map<number, { parent: number; line: string }>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each)))
    try {
      const [, parent = '0'] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      about.set(Number(name), { parent: Number(parent), line: readFileSync(`/proc/${name}/cmdline`, 'utf8') })
    } catch {
      // The process ended meanwhile.
    }
  const isOurs = (pid: number): boolean => pid === main || (pid > 1 && isOurs(about.get(pid)?.parent ?? 0))
  return [...about].flatMap(([pid, { line }]) => (line.includes('--type=renderer') && isOurs(pid) ? [pid] : []))
}

const accounts = () => launched.page.evaluate(() => window.plimsoll!.listAccounts())
const NOTHING_ADDED = { ok: true, value: [] }

describe.runIf(process.platform === 'linux')('in memory', () => {
  it('is found only in the vault, and signing leaves no further copy there', async () => {
    await openAccount(launched, venue)
    const main = launched.app.process().pid ?? 0
    const inPages = (): number[] => renderersOf(launched).map((pid) => hitsIn(pid, venue.apiSecret))
    // Main and the page know the API key. The search would find the secret in the same way.
    expect(hitsIn(main, venue.apiKey)).toBeGreaterThan(0)
    expect(hitsIn(main, venue.apiSecret)).toBe(0)
    await expect.poll(inPages).toContain(0)
    await expect.poll(() => inPages().filter((hits) => hits > 0)).toEqual([])
    const [vault = 0] = helpersOf(launched, 'vault.js')
    const before = hitsIn(vault, venue.apiSecret)
    expect(before).toBeGreaterThan(0)
    const signed = venue.ledger.arrivals().length
    await expect.poll(() => venue.ledger.arrivals().length).toBeGreaterThan(signed + 10)
    expect(hitsIn(vault, venue.apiSecret)).toBeLessThanOrEqual(before)
  })
})

it.runIf(process.platform === 'linux')('the vault writes no core dump', async () => {
  await openAccount(launched, venue)
  const [vault = 0] = helpersOf(launched, 'vault.js')
  const limit = (): string => readFileSync(`/proc/${vault}/limits`, 'utf8')
  await expect.poll(limit).toMatch(/^Max core file size +0 +0 /m)
})

/** The host records the clearing; Electron clears the system's clipboard. */
function isClipboardCleared(): Promise<boolean> {
  return launched.app.evaluate(async ({ clipboard }) => {
    const host = (globalThis as unknown as { __electronHost?: { calls: { api: string }[] } }).__electronHost
    return host ? host.calls.some(({ api }) => api === 'clipboard.clear') : (await clipboard.readText()) === ''
  })
}

/** The window's session refuses requests, permissions and windows by itself, in case its content policy has a hole. */
async function expectRefused(secret: Page): Promise<void> {
  const devtools = await secret.context().newCDPSession(secret)
  await devtools.send('Page.enable')
  await devtools.send('Page.setBypassCSP', { enabled: true })
  const owner = await launched.app.browserWindow(secret)
  const served = secret.waitForResponse(/\/$/)
  await owner.evaluate((it) => it.webContents.reload())
  expect(await (await served).allHeaders()).toMatchObject({
    'content-security-policy': STATIC_POLICY,
    'cache-control': 'no-store',
  })
  await secret.getByRole('heading').waitFor()
  const failed = secret.waitForEvent('requestfailed')
  const states = await secret.evaluate(async (url) => {
    await fetch(url).catch(() => {})
    window.open(url)
    const names = ['geolocation', 'camera', 'notifications', 'clipboard-read'] as PermissionName[]
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
  }, venue.spotBaseUrl)
  expect((await failed).failure()?.errorText).toMatch(/^net::ERR_BLOCKED_BY_CLIENT/)
  expect(new Set(states)).toEqual(new Set(['denied']))
  expect(launched.app.windows()).toHaveLength(2)
}

describe('the window in which it is typed', () => {
  it('needs no mouse: keys alone lead from the form to a live account', async () => {
    const secret = await askForSecret()
    expect(await secret.getByRole('heading').innerText()).toBe('Connect Harbour to these hosts?')
    expect(await secret.getByRole('listitem').allInnerTexts()).toContain(`The key ends in ${venue.apiKey.slice(-4)}.`)
    await secret.keyboard.type(venue.apiSecret)
    await secret.keyboard.press('Enter').catch(() => {})
    await reportOf(launched.page, 'Connected to Harbour')
    await launched.page.keyboard.press('Enter')
    await live(launched.page)
  })

  it('says what is wrong with the input, keeps none of it, and asks again', async () => {
    const secret = await askForSecret()
    await secret.keyboard.press('Enter')
    await secret.getByText('The secret is missing.').waitFor()
    await secret.keyboard.type('two words')
    await secret.keyboard.press('Enter')
    await secret.getByText(/^There is a space/).waitFor()
    expect(await secret.locator('input').inputValue()).toBe('')
    expect(await accounts()).toEqual(NOTHING_ADDED)
  })

  it.each(['Escape', 'Back', 'close'])(
    'may be closed by %s: nothing is sent, nothing is stored, and it can be opened again',
    async (way) => {
      await closeBy(way, await askForSecret())
      await launched.page.getByText('It was not confirmed; nothing was sent.').waitFor()
      expect(venue.ledger.arrivals()).toEqual([])
      expect(await accounts()).toEqual(NOTHING_ADDED)
      await launched.page.getByRole('button', { name: 'Connect' }).click()
      await giveSecret(launched.app, venue.apiSecret)
      await reportOf(launched.page, 'Connected to Harbour')
    },
  )

  it('may close before its page is known to have loaded, which is no fault', async () => {
    const { app, page } = launched
    await app.evaluate(({ BrowserWindow }) => {
      const load = Object.getOwnPropertyDescriptor(BrowserWindow.prototype, 'loadURL')!.value as (
        url: string,
      ) => unknown
      BrowserWindow.prototype.loadURL = async function (url) {
        const isGone = new Promise((resolve) => this.once('closed', () => resolve(null)))
        await load.call(this, url)
        await isGone
      }
      const faults: string[] = []
      Object.assign(globalThis, { faults })
      process.on('unhandledRejection', (cause) => faults.push(String(cause)))
    })
    const secret = await askForSecret()
    await secret.keyboard.press('Escape').catch(() => {})
    await page.getByText('It was not confirmed; nothing was sent.').waitFor()
    expect(await app.evaluate(() => (globalThis as unknown as { faults: string[] }).faults)).toEqual([])
  })

  it('clears from the clipboard what was pasted into it', async () => {
    const secret = await paste()
    await secret.keyboard.press('Enter').catch(() => {})
    await reportOf(launched.page, 'Connected to Harbour')
    expect(await isClipboardCleared()).toBe(true)
  })

  it.each(['Escape', 'Back', 'close'])('clears it also when it is closed by %s', async (way) => {
    const secret = await paste()
    await closeBy(way, secret)
    await expect.poll(isClipboardCleared).toBe(true)
  })

  it('leaves the clipboard alone when the secret was typed', async () => {
    const secret = await askForSecret()
    await secret.keyboard.type(venue.apiSecret)
    await secret.keyboard.press('Enter').catch(() => {})
    await reportOf(launched.page, 'Connected to Harbour')
    expect(await isClipboardCleared()).toBe(false)
  })

  it('has no script, no network, and no channel to main except for its answer and its clipboard; the page has none to it', async () => {
    const secret = await askForSecret()
    const tried = await secret.evaluate(
      async (url) => ({
        bridge: 'plimsoll' in window,
        fetched: await fetch(url).then(
          () => 'answered',
          () => 'refused',
        ),
        scripts: document.scripts.length,
      }),
      venue.spotBaseUrl,
    )
    expect(tried).toEqual({ bridge: false, fetched: 'refused', scripts: 0 })
    await expectRefused(secret)
    const again = await launched.page.evaluate((given) => window.plimsoll!.addAccount(given), {
      ...{ name: 'Another', apiKey: 'key', spotBaseUrl: venue.spotBaseUrl, contractBaseUrl: null },
    })
    expect(again).toMatchObject({ ok: false, error: { message: { code: 'main.confirm.busy' } } })
    expect(venue.ledger.arrivals()).toEqual([])
  })
})
