// Chromium's windows: asks for one and waits for it to arrive, and closes every one that was not asked for.
import type { Session } from './cdp.ts'
import { headless } from './chromium.ts'
import { chromium } from './state.ts'

/**
 * A new target runs its first document without waiting for us, whatever `waitForDebuggerOnStart` says. So each window
 * opens on this blank one and is sent on once its scripts are in place. It is a data: URL because an app window opened on
 * about:blank gets tabs and an address bar.
 */
export const BLANK = 'data:text/html,<title>%20</title><!--electron-host-->'

export interface Target {
  readonly session: Session
  readonly targetId: string
}

let queue: Promise<unknown> = Promise.resolve()
let arrive: ((target: Target) => void) | null = null

export async function watchTargets(): Promise<void> {
  const { root } = chromium().cdp
  root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const target = { session: chromium().cdp.session(sessionId), targetId: targetInfo.targetId }
    if (!arrive || targetInfo.openerId) return refusePopup(target)
    arrive(target)
    arrive = null
  })
  // For Target.targetCrashed, which says how a renderer ended.
  await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }, { exclude: true }] })
  await root.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }],
  })
}

/** Opens a blank window; null when it is no longer wanted by the time its turn comes. One at a time: they cannot be told apart. */
export function openTarget(
  size: { width: number; height: number },
  browserContextId: string | undefined,
  isWanted: () => boolean,
): Promise<Target | null> {
  const opening = queue.then(async () => {
    if (!isWanted()) return null
    const arrived = new Promise<Target>((resolve) => (arrive = resolve))
    const context = browserContextId === undefined ? {} : { browserContextId }
    // A window without tabs can be had of the default context alone.
    if (headless || browserContextId !== undefined)
      await chromium().cdp.root.send('Target.createTarget', { url: BLANK, newWindow: true, ...size, ...context })
    else chromium().openAppWindow(BLANK)
    return arrived
  })
  queue = opening.catch(() => {})
  return opening
}

/** Shows a first document in place of the blank one, so that the history has a single entry, as in Electron. */
export async function replaceBlank(session: Session, url: string): Promise<void> {
  const arrival = new Promise((resolve) => session.once('Page.frameNavigated', resolve))
  const { frameTree } = await session.send('Page.getFrameTree')
  // The blank document is still on its way, and would take the place of what was asked for before.
  if (frameTree.frame.url !== BLANK) await arrival
  await session.send('Runtime.evaluate', { expression: `location.replace(${JSON.stringify(url)})` })
}

export function closeTarget(targetId: string): void {
  chromium()
    .cdp.root.send('Target.closeTarget', { targetId })
    .catch(() => {})
}

// A popup shares its opener's renderer, so it must be let go before it is closed, or the opener hangs with it; every
// request of its own is held back meanwhile.
function refusePopup({ session, targetId }: Target): void {
  session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(() => {})
  session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
  closeTarget(targetId)
}
