/**
 * The mini strip: a small window above all others with the facts and the way out. Sandboxed, in a session of its own in
 * memory, without script or network; its preload is told facts in words, and may ask for two things.
 */
import { BrowserWindow } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import { MINI_TELLS, type MiniView } from '#shared/ipc/mini.ts'
import { MINI_PAGE, MINI_STYLE } from './mini-page.ts'
import { keepPageAlive } from './page-recovery.ts'
import { servePage } from './window.ts'
import type { WindowState } from './window-state.ts'

const NAME = 'mini'
const SIZE = { width: 900, height: 58 } as const
const LEAST_WIDTH = 800

interface MiniNeeds {
  readonly preload: string
  readonly state: WindowState
  readonly clock: Pick<Clock, 'mono' | 'after'>
  readonly view: () => MiniView
  /** Opens the native box of Flatten. */
  readonly flatten: () => void
  /** It was opened or closed. */
  readonly onChange: () => void
}

export type MiniWindow = ReturnType<typeof createMiniWindow>

export function createMiniWindow({ preload, state, clock, view, flatten, onChange }: MiniNeeds) {
  let shown: BrowserWindow | null = null
  let anew = (): void => undefined
  const now = (): BrowserWindow | null => (shown?.isDestroyed() === false ? shown : null)
  const tell = (): void => now()?.webContents.send(MINI_TELLS, view())
  const end = (): void => now()?.destroy()

  function open(): void {
    servePage(NAME, () => MINI_PAGE, MINI_STYLE)
    const window = openAt(state, preload)
    shown = window
    // Of this window alone; it has no frame, and its page can not be led away. Whatever else it asks for is refused.
    window.webContents.ipc.handle('flatten', () => flatten())
    window.webContents.ipc.handle('close', () => window.close())
    // Not when Plimsoll is left: that destroys it, and it is there at the next start.
    window.on('close', () => state.keepOpen(false))
    window.once('closed', onChange)
    window.webContents.on('did-finish-load', () => {
      tell()
      // Whoever types elsewhere goes on typing there.
      if (!window.isVisible()) window.showInactive()
    })
    // Figures that can not grow old are not left on the screen.
    anew = keepPageAlive({ window, clock, process, onLost: end })
    // A load breaks off when the page begins anew meanwhile.
    window.loadURL(`app://${NAME}/`).catch(() => undefined)
    state.keepOpen(true)
    onChange()
  }

  return {
    tell,
    /** For when Plimsoll is left. */
    end,
    isOpen: () => now() !== null,
    toggle: () => (now() === null ? open() : now()?.close()),
    /** Nothing of the page before stays, also where that page hangs. */
    beginAnew: () => anew(),
  }
}

function openAt(state: WindowState, preload: string): BrowserWindow {
  const { x, y, width } = state.open(SIZE)
  const { height } = SIZE
  const window = new BrowserWindow({
    ...{ x, y, width, height, minWidth: LEAST_WIDTH, minHeight: height, maxHeight: height },
    ...{ show: false, frame: false, alwaysOnTop: true, skipTaskbar: true, title: 'Plimsoll' },
    ...{ minimizable: false, maximizable: false, fullscreenable: false, acceptFirstMouse: true },
    webPreferences: {
      ...{ preload, partition: NAME, sandbox: true, contextIsolation: true, nodeIntegration: false },
      ...{ webviewTag: false, spellcheck: false, disableDialogs: true, devTools: false },
    },
  })
  window.setAlwaysOnTop(true, 'floating')
  window.setVisibleOnAllWorkspaces(true)
  state.follow(window)
  return window
}
