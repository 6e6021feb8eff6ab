// The parts that belong to the desktop: written down, answered, not shown.
import type * as Electron from 'electron'
import { record, recording } from '../record.ts'
import { provided, refusingEmitter } from '../refuse.ts'
import { preventable } from '../preventable.ts'
import { WebContents } from '../web-contents.ts'

export const shell = provided('shell', {
  openExternal: async (url: string): Promise<void> => record('shell.openExternal', url),
  /** "" says that nothing went wrong. */
  async openPath(path: string): Promise<string> {
    record('shell.openPath', path)
    return ''
  },
} satisfies Partial<Electron.Shell>)

/** Written down and no more: that of the system is Chromium's. */
export const clipboard = provided('clipboard', {
  clear: (): void => record('clipboard.clear'),
} satisfies Partial<Electron.Clipboard>)

export const dialog = provided('dialog', {
  showErrorBox(title: string, content: string): void {
    record('dialog.showErrorBox', title, content)
    console.error(`[error box] ${title}: ${content}`)
  },
  /**
   * Answers with the next of `__electronHost.dialogAnswers`, else as if the box had been dismissed. Here no box stands in
   * main's way; on macOS one without a window does, until it is answered.
   */
  async showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const options = args.at(-1) as Electron.MessageBoxOptions
    const hasWindow = args.length > 1 && Boolean(args[0])
    record('dialog.showMessageBox', options)
    if (!hasWindow) record('dialog.showMessageBox without a window', options.message)
    const dismissed = { response: options.cancelId ?? options.defaultId ?? 0, checkboxChecked: false }
    return recording.dialogAnswers.shift() ?? dismissed
  },
  /** As if dismissed. */
  async showSaveDialog(...args: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    record('dialog.showSaveDialog', args.at(-1))
    return { canceled: true, filePath: '' }
  },
  async showOpenDialog(...args: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    record('dialog.showOpenDialog', args.at(-1))
    return { canceled: true, filePaths: [] }
  },
})

/** A test says when there is no network, in `__electronHost.isOnline`. */
export const net = provided('net', { isOnline: (): boolean => recording.isOnline } satisfies Partial<Electron.Net>)

class NativeTheme extends refusingEmitter('nativeTheme') {
  #source: 'system' | 'light' | 'dark' = 'system'

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    record('nativeTheme.themeSource', source)
    this.#source = source
    for (const contents of WebContents.getAllWebContents()) contents._emulateColorScheme(source)
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}

export const nativeTheme = new NativeTheme()

class Screen extends refusingEmitter('screen') {
  getAllDisplays(): Electron.Display[] {
    return recording.displays as unknown as Electron.Display[]
  }

  /** The first. */
  getPrimaryDisplay(): Electron.Display {
    const [first] = this.getAllDisplays()
    if (first === undefined) throw new Error('chromium-host: no display')
    return first
  }
}

/** The displays are those of `__electronHost.displays`: a test changes them and emits what Electron would. */
export const screen = new Screen()

class PowerMonitor extends refusingEmitter('powerMonitor') {
  /** Seconds without a touch, as a test says in `__electronHost.idleSeconds`. */
  getSystemIdleTime(): number {
    return recording.idleSeconds
  }

  /** A shutdown waits for a listener that prevents it; otherwise the process ends with the system. */
  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (name !== 'shutdown') return super.emit(name, ...args)
    const event = preventable({})
    const isHeard = super.emit(name, event)
    if (!event.defaultPrevented) process.kill(process.pid, 'SIGKILL')
    return isHeard
  }
}

/** Emits nothing on its own: a test emits `suspend`, `resume`, `lock-screen` and `shutdown` on it. */
export const powerMonitor = new PowerMonitor()

const blockers = new Set<number>()
let lastBlocker = 0

export const powerSaveBlocker = provided('powerSaveBlocker', {
  start(type: string): number {
    record('powerSaveBlocker.start', type)
    blockers.add(++lastBlocker)
    return lastBlocker
  },
  stop(id: number): boolean {
    record('powerSaveBlocker.stop', id)
    return blockers.delete(id)
  },
  isStarted: (id: number): boolean => blockers.has(id),
} satisfies Partial<Electron.PowerSaveBlocker>)
