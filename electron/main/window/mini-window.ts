/**
 * The mini strip: a small window above all others with the facts and the way out. It is sandboxed, in its own in-memory
 * session, without script or network. Its preload receives facts as text, and may request two things.
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
  /** Opens the native Flatten box. */
  readonly flatten: () => void
  /** Called when it was opened or closed. */
  readonly onChange: () => void
}

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
    // The handler is on this window only. It has no frames, and its page cannot navigate. Other requests are refused.
    window.webContents.ipc.handle('flatten', () => flatten())
    window.webContents.ipc.handle('close', () => window.close())
    // Not when Plimsoll is left: that destroys the window, which is then open again at the next start.
    window.on('close', () => state.keepOpen(false))
    window.once('closed', onChange)
    window.webContents.on('did-finish-load', () => {
      tell()
      // A person typing elsewhere can continue typing there.
      if (!window.isVisible()) window.showInactive()
    })
    // Figures that can no longer age are removed from the screen.
    anew = keepPageAlive(window, clock, process, end)
    // A load is cancelled if the page starts again meanwhile.
    window.loadURL(`app://${NAME}/`).catch(() => undefined)
    state.keepOpen(true)
    onChange()
  }

  return {
    tell,
    /** For leaving Plimsoll. */
    end,
    isOpen: () => now() !== null,
    toggle: () => (now() === null ? open() : now()?.close()),
    /** Removes everything of the earlier page, even if that page hangs. */
    beginAnew: () => anew(),
  }
}

function openAt(state: WindowState, preload: string): BrowserWindow {
  const { x, y, width } = state.open(SIZE)
  const { height } = SIZE
  const window = new BrowserWindow({
    x,
    y,
    width,
    height,
    minWidth: LEAST_WIDTH,
    minHeight: height,
    maxHeight: height,
    show: false,
    frame: false,
    alwaysOnTop: true,
    skipTaskbar: true,
    title: 'Plimsoll',
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    acceptFirstMouse: true,
    webPreferences: {
      preload,
      partition: NAME,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      disableDialogs: true,
      devTools: false,
    },
  })
  window.setAlwaysOnTop(true, 'floating')
  window.setVisibleOnAllWorkspaces(true)
  state.follow(window)
  return window
}
