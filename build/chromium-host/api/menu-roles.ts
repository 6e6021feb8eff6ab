// What the standard items of a menu do, and by which keys.
import type { BrowserWindow } from '../browser-window.ts'
import { record } from '../record.ts'
import { appEvents } from '../state.ts'

interface Role {
  readonly accelerator?: string
  readonly run: (window: BrowserWindow) => void
}

/** The page hears these keys itself, here as in Electron on Linux. */
const edit = (command: string): Role => ({ run: ({ webContents }) => webContents._edit(command) })
const zoom = (accelerator: string, change: (level: number) => number): Role => ({
  accelerator,
  run({ webContents }) {
    webContents.zoomLevel = change(webContents.zoomLevel)
  },
})

/** By name in lower case, as Electron compares them. */
export const ROLES: Readonly<Record<string, Role>> = {
  undo: edit('undo'),
  redo: edit('redo'),
  cut: edit('cut'),
  copy: edit('copy'),
  paste: edit('paste'),
  pasteandmatchstyle: edit('pasteAndMatchStyle'),
  delete: edit('delete'),
  selectall: edit('selectAll'),
  reload: { accelerator: 'CommandOrControl+R', run: (window) => window.reload() },
  forcereload: { accelerator: 'Shift+CommandOrControl+R', run: (window) => window.reload() },
  resetzoom: zoom('CommandOrControl+0', () => 0),
  zoomin: zoom('CommandOrControl+Plus', (level) => level + 0.5),
  zoomout: zoom('CommandOrControl+-', (level) => level - 0.5),
  togglefullscreen: { accelerator: 'F11', run: (window) => window.setFullScreen(!window.isFullScreen()) },
  minimize: { accelerator: 'CommandOrControl+M', run: (window) => window.minimize() },
  close: { accelerator: 'CommandOrControl+W', run: (window) => window.close() },
  about: { run: () => record('app.showAboutPanel') },
  toggledevtools: { accelerator: 'CommandOrControl+Shift+I', run: () => record('webContents.toggleDevTools') },
  quit: { accelerator: 'CommandOrControl+Q', run: () => void appEvents.emit('quit') },
}

/** Roles that are a whole menu. */
export const MENUS: Readonly<Record<string, readonly string[]>> = {
  filemenu: ['quit'],
  editmenu: ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll'],
  viewmenu: ['reload', 'forceReload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'],
  windowmenu: ['minimize', 'close'],
}

/** The menu of an app that sets none. */
export const DEFAULT_MENU = ['fileMenu', 'editMenu', 'viewMenu', 'windowMenu'] as const
