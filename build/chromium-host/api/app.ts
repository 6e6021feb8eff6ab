import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type * as Electron from 'electron'
import { BrowserWindow } from '../browser-window.ts'
import { record } from '../record.ts'
import { provided, refusingEmitter } from '../refuse.ts'
import { appEvents, state } from '../state.ts'
import { preventable } from '../preventable.ts'
import { defaultSession } from './session.ts'
import { SingleInstance } from './single-instance.ts'

/** What is provided has the types of electron.d.ts. */
type Provided = Partial<Omit<Electron.App, 'commandLine' | keyof NodeJS.EventEmitter>>

/** How long Chromium may take to exit before it is killed. */
const LEAVE_MS = 3_000

class App extends refusingEmitter('app') implements Provided {
  name = 'Electron'
  isPackaged = false
  readonly #ready = Promise.withResolvers<undefined>()
  readonly #paths = new Map<string, string>()
  readonly #switches = new Map<string, string>()
  #version = ''
  #appPath = process.cwd()
  #singleInstance: SingleInstance | null = null
  #isQuitting = false
  #realExit: (code: number) => never = process.exit.bind(process)

  readonly commandLine = provided('app.commandLine', {
    appendSwitch: (name: string, value = ''): void => void this.#switches.set(name, value),
    hasSwitch: (name: string): boolean => this.#switches.has(name),
    getSwitchValue: (name: string): string => this.#switches.get(name) ?? '',
    removeSwitch: (name: string): void => void this.#switches.delete(name),
  })

  constructor() {
    super()
    this.setMaxListeners(0)
    appEvents.on('emit', (name, ...args) => this.emit(name, ...args))
    appEvents.on('quit', () => this.quit())
    appEvents.on('last window closed', () => setImmediate(() => this.#allClosed()))
  }

  /** As Electron does, from the package.json of what was started. */
  _describe(about: { name: string; version: string; appPath: string; isPackaged?: boolean }): void {
    this.name = about.name
    this.#version = about.version
    this.#appPath = about.appPath
    this.isPackaged = about.isPackaged ?? false
  }

  _emitReady(): void {
    state.isReady = true
    defaultSession()
    this.#ready.resolve(undefined)
    this.emit('ready', {}, {})
  }

  isReady(): boolean {
    return state.isReady
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  getName(): string {
    return this.name
  }

  getVersion(): string {
    return this.#version
  }

  /** As Chromium has it on Linux: the first of the variables that gettext reads, as a tag. */
  getLocale(): string {
    const named = ['LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => process.env[name] ?? '').find(Boolean)
    const [tag = ''] = /^[a-z]{2,3}(_[A-Z]{2})?\b/.exec(named ?? '') ?? []
    return tag === '' ? 'en-US' : tag.replace('_', '-')
  }

  getAppPath(): string {
    return this.#appPath
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.#paths.set(name, path)
  }

  getPath(name: string): string {
    const defaults: Readonly<Record<string, () => string>> = {
      home: homedir,
      temp: tmpdir,
      exe: () => process.execPath,
      appData: () => process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
      userData: () => join(this.getPath('appData'), this.name),
      sessionData: () => this.getPath('userData'),
      logs: () => join(this.getPath('userData'), 'logs'),
    }
    const path = this.#paths.get(name) ?? defaults[name]?.()
    if (!path) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    this.#singleInstance ??= new SingleInstance(this.getPath('userData'))
    const isOnly = this.#singleInstance.request(({ argv, cwd, additionalData: data }) => {
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, cwd, data))
    })
    if (!isOnly) this.#singleInstance.tell({ argv: process.argv, cwd: process.cwd(), additionalData })
    return isOnly
  }

  enableSandbox(): void {
    record('app.enableSandbox')
  }

  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    record('app.setAboutPanelOptions', options)
  }

  /** Recorded only: the host is started again from outside. */
  relaunch(options?: Electron.RelaunchOptions): void {
    record('app.relaunch', options)
  }

  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count)
    return true
  }

  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id)
  }

  quit(): void {
    if (this.#isQuitting) return
    if (!this.#consents('before-quit')) return
    this.#isQuitting = true
    for (const window of BrowserWindow.getAllWindows()) {
      if (window.isDestroyed()) continue
      window.close()
      if (!window.isDestroyed()) {
        this.#isQuitting = false
        return
      }
    }
    this.#isQuitting = this.#consents('will-quit')
    if (this.#isQuitting) this.#leave(0)
  }

  exit(code = 0): void {
    // One may have gone with its parent.
    for (const window of BrowserWindow.getAllWindows()) if (!window.isDestroyed()) window.destroy()
    this.#leave(code)
  }

  #consents(name: 'before-quit' | 'will-quit'): boolean {
    const event = preventable({})
    this.emit(name, event)
    return !event.defaultPrevented
  }

  #allClosed(): void {
    if (this.#isQuitting || state.isLeaving || BrowserWindow.getAllWindows().length > 0) return
    if (!this.emit('window-all-closed')) this.quit()
  }

  #leave(code: number): void {
    if (state.isLeaving) return
    state.isLeaving = true
    this.emit('quit', {}, code)
    const end = (): void => this.#realExit(code)
    if (!state.chromium) return end()
    const { process: child, cdp } = state.chromium
    setTimeout(() => child.kill('SIGKILL'), LEAVE_MS)
    child.once('exit', end)
    cdp.root.send('Browser.close').catch(() => {})
  }
}

export const app = new App()
