import type { BrowserWindow } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'

/** A page that ends more often than this within the time below is not reloaded: it would only end again. */
const RETURNS = 3
const WITHIN_MS = 300_000

/**
 * How much longer a page may stay silent before it is ended: on a busy machine, a working page is slow to answer too.
 */
const GRACE_MS = 15_000

/** A page that has not started again by then hangs, and what it showed would stay on screen. */
const ANEW_WITHIN_MS = 3_000

/**
 * Reloads the page when its process ends or hangs. Main has the state, and work in progress continues meanwhile.
 * Returns a function that makes the page start again, even after it was lost. `onLost`: it will not be reloaded again,
 * so the trader needs a way out without it.
 */
export function keepPageAlive(
  window: BrowserWindow,
  clock: Pick<Clock, 'mono' | 'after'>,
  process: Pick<NodeJS.Process, 'kill'>,
  onLost: () => void,
): () => void {
  const { webContents } = window
  let returns: number[] = []
  let callOff = (): void => {}

  // Whatever the reason: a window without its page's process is dead, also if that process ended "cleanly".
  webContents.on('render-process-gone', () => {
    callOff()
    if (window.isDestroyed()) return
    const now = clock.mono()
    returns = returns.filter((at) => now - at < WITHIN_MS)
    if (returns.length >= RETURNS) return onLost()
    returns.push(now)
    window.reload()
  })

  webContents.on('unresponsive', () => {
    callOff()
    callOff = clock.after(GRACE_MS, endPage)
  })
  webContents.on('responsive', () => callOff())

  /** A hung page cannot be asked to end, so its process is killed and 'render-process-gone' follows. */
  function endPage(): void {
    if (window.isDestroyed()) return
    const pid = webContents.getOSProcessId()
    // A page stopped in the debugger is left alone.
    if (pid === 0 || webContents.isDevToolsOpened()) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }

  webContents.on('did-navigate', () => callOff())

  return () => {
    returns = []
    if (window.isDestroyed()) return
    callOff()
    callOff = clock.after(ANEW_WITHIN_MS, endPage)
    window.reload()
  }
}
