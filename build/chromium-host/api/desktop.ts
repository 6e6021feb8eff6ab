// The parts that belong to the desktop: written down, answered, not shown.
import type * as Electron from 'electron'
import { record, recording } from '../record.ts'
import { provided, refusingEmitter } from '../refuse.ts'
import { WebContents } from '../web-contents.ts'

export const shell = provided('shell', {
  openExternal: async (url: string): Promise<void> => record('shell.openExternal', url),
} satisfies Partial<Electron.Shell>)

export const dialog = provided('dialog', {
  showErrorBox(title: string, content: string): void {
    record('dialog.showErrorBox', title, content)
    console.error(`[error box] ${title}: ${content}`)
  },
  /** Answers with the next of `__electronHost.dialogAnswers`, else as if the box had been dismissed. */
  async showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const options = args.at(-1) as Electron.MessageBoxOptions
    record('dialog.showMessageBox', options)
    const dismissed = { response: options.cancelId ?? options.defaultId ?? 0, checkboxChecked: false }
    return recording.dialogAnswers.shift() ?? dismissed
  },
})

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

class PowerMonitor extends refusingEmitter('powerMonitor') {}

/** Silent by itself: a test emits `suspend`, `resume`, `lock-screen` on it. */
export const powerMonitor = new PowerMonitor()
