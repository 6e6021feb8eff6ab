// Starts the built app for a test: in Electron if its binary is installed, otherwise in the Chromium host. Tests do not
// know which.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { findChromium } from '../../build/chromium-binary.mjs'
import { PATIENCE_MS } from './patience.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

// The only line that knows the host: without Electron's binary, the path of the host is used instead.
if (!existsSync(join(ROOT, 'node_modules/electron/path.txt')))
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= join(ROOT, 'build/chromium-host')

export interface LaunchOptions {
  /** The app's folder; this repository by default. */
  readonly folder?: string
  /** A packed program, which contains its app. */
  readonly executable?: string
  readonly args?: readonly string[]
  /** Switches of Electron itself, before the app's path. */
  readonly switches?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Profile folder; a new one by default. */
  readonly userData?: string
  /** Not in the headless shell, which has no policy for WebRTC and fewer ways out that a page could try. */
  readonly inWholeChromium?: boolean
  /** Keeps the profile for a second start. */
  readonly keep?: boolean
  /** Nobody answers desktop dialogs. By default, every question is confirmed. */
  readonly isAlone?: boolean
}

export interface Launched {
  readonly app: ElectronApplication
  readonly page: Page
  /** Whether the app runs in the Chromium host, which records native calls in `globalThis.__electronHost.calls`. */
  readonly isHost: boolean
  readonly userData: string
  readonly close: () => Promise<void>
}

/** Resolves when the window shows its first text. Before that, the page may still be the blank one. */
export async function launchApp(options: LaunchOptions = {}): Promise<Launched> {
  const { args = [], switches = [], env = {}, keep = false } = options
  const chromium = options.inWholeChromium === true ? findChromium() : null
  const program = options.executable === undefined ? [options.folder ?? ROOT] : []
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
  const app = await _electron.launch({
    ...(options.executable === undefined ? {} : { executablePath: options.executable }),
    args: [`--user-data-dir=${userData}`, ...switches, ...program, ...args],
    env: { ...inherited(), ...(chromium !== null && { PLIMSOLL_CHROMIUM: chromium }), ...env },
    timeout: PATIENCE_MS,
  })
  app.context().setDefaultTimeout(PATIENCE_MS)
  app.process().stderr?.on('data', tellFaults)
  if (options.folder === undefined && options.isAlone !== true) await confirmAll(app)
  const page = await app.firstWindow()
  await page.waitForFunction(() => document.querySelector('body')?.innerText.trim(), null, OFTEN)
  return {
    app,
    page,
    isHost: await app.evaluate(() => '__electronHost' in globalThis),
    userData,
    async close() {
      // Confirms the question whether the account may be left unattended, which nobody else answers.
      await confirmAll(app).catch(() => {})
      await app.close()
      if (!keep) rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** How often the page is asked for something it will show: not at each of its frames, which would keep it drawing. */
export const OFTEN = { polling: 100 }

/** How long a person reads a dialog before pressing a button, ms. An earlier press counts as a stray click. */
export const READING_MS = 800

/** From now on, every desktop dialog is read and its second button is pressed, which does what the dialog asks. */
export function confirmAll(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ dialog }, readingMs) => {
    dialog.showMessageBox = () =>
      new Promise((resolve) => setTimeout(() => resolve({ response: 1, checkboxChecked: false }), readingMs))
  }, READING_MS)
}

/** Prints a fault of main, because it ends the app a moment later and fails unrelated cases. */
function tellFaults(said: Buffer): void {
  for (const line of String(said).split('\n')) if (line.includes('"event":"fault"')) console.error(line)
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
