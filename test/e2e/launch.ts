// Starts the built app for a test: in Electron where its binary is, else in the Chromium host. No test knows which.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { PATIENCE_MS } from './patience.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

// The one line that knows of the host: without Electron's binary, whoever asks for its path is given the host's.
if (!existsSync(join(ROOT, 'node_modules/electron/path.txt')))
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= join(ROOT, 'build/chromium-host')

export interface LaunchOptions {
  /** Folder of the app; this repository by default. */
  readonly folder?: string
  /** A packed program, which has its app in it. */
  readonly executable?: string
  readonly args?: readonly string[]
  /** Electron's own, before the app. */
  readonly switches?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Profile folder; a new one by default. */
  readonly userData?: string
  /** Leaves the profile behind, for a second start with it. */
  readonly keep?: boolean
  /** Nobody presses a button in a box of the desktop; else whatever is asked is confirmed. */
  readonly isAlone?: boolean
}

export interface Launched {
  readonly app: ElectronApplication
  readonly page: Page
  /** Runs in the Chromium host: what it did to native parts is recorded in `globalThis.__electronHost.calls`. */
  readonly isHost: boolean
  readonly userData: string
  readonly close: () => Promise<void>
}

/** Resolves when the window shows its first text; before that the page may still be the blank one a window opens with. */
export async function launchApp(options: LaunchOptions = {}): Promise<Launched> {
  const { args = [], switches = [], env = {}, keep = false } = options
  const program = options.executable === undefined ? [options.folder ?? ROOT] : []
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
  const app = await _electron.launch({
    ...(options.executable === undefined ? {} : { executablePath: options.executable }),
    args: [`--user-data-dir=${userData}`, ...switches, ...program, ...args],
    env: { ...inherited(), ...env },
    timeout: PATIENCE_MS,
  })
  app.context().setDefaultTimeout(PATIENCE_MS)
  app.process().stderr?.on('data', tellFaults)
  if (options.folder === undefined && options.isAlone !== true) await confirmAll(app)
  const page = await app.firstWindow()
  await page.waitForFunction(() => document.querySelector('body')?.innerText.trim())
  return {
    app,
    page,
    isHost: await app.evaluate(() => '__electronHost' in globalThis),
    userData,
    async close() {
      // Nobody is there to answer whether the account may be left unattended.
      await confirmAll(app).catch(() => {})
      await app.close()
      if (!keep) rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** How long somebody reads a box before they press a button, ms. One pressed sooner is taken for a click on its way. */
export const READING_MS = 800

/** From now on somebody reads each box of the desktop and presses the button that does what it asks: the second one. */
export function confirmAll(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ dialog }, readingMs) => {
    dialog.showMessageBox = () =>
      new Promise((resolve) => setTimeout(() => resolve({ response: 1, checkboxChecked: false }), readingMs))
  }, READING_MS)
}

/** A fault of main ends the app a moment later, and with it cases that have nothing to do with it. */
function tellFaults(said: Buffer): void {
  for (const line of String(said).split('\n')) if (line.includes('"event":"fault"')) console.error(line)
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
