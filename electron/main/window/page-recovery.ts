import type { BrowserWindow } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'

/** A page that ends more often than this in so long does not come back by itself any more: it would only end again. */
const RETURNS = 3
const WITHIN_MS = 300_000

interface PageRecovery {
  readonly window: BrowserWindow
  readonly clock: Pick<Clock, 'mono'>
  readonly process: Pick<NodeJS.Process, 'kill'>
  /** The page does not come back: what a trader can do without it. */
  readonly onLost: () => void
}

/**
 * Brings the page back when its process ended or does nothing any more: main knows the state, and shows it again. What is
 * under way goes on meanwhile. Gives the way to try once more after it was lost.
 */
export function keepPageAlive({ window, clock, process, onLost }: PageRecovery): () => void {
  const { webContents } = window
  let returns: number[] = []

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = clock.mono()
    returns = returns.filter((at) => now - at < WITHIN_MS)
    if (returns.length >= RETURNS) return onLost()
    returns.push(now)
    window.reload()
  })

  // A page that hangs can not be asked to end; that it ended is told like any other end. One that stands still for its
  // developer is left alone.
  webContents.on('unresponsive', () => {
    const pid = webContents.getOSProcessId()
    if (pid === 0 || webContents.isDevToolsOpened()) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  })

  return () => {
    returns = []
    if (!window.isDestroyed()) window.reload()
  }
}
