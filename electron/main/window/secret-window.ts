/**
 * Asks for a secret in a window of its own, so that it is never in the page's process: sandboxed, in a session of its own
 * in memory, without script or network, with one way to answer. What comes back is sealed for the vault (ADR 0017).
 */
import { BrowserWindow, clipboard, session } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Answer } from '../authority/confirm.ts'
import { answered } from './app-files.ts'
import { SECRET_POLICY, SECRET_STYLE, secretPage, type SecretQuestion } from './secret-page.ts'

const ORIGIN = 'app://secret'
/** Long enough to fetch the secret from the venue's site, ms. */
const ASKED_FOR_MS = 600_000

/** One question at a time; a window that is closed, or left open for ten minutes, means `no`. */
export type AskSecret = (
  question: SecretQuestion,
) => Promise<{ readonly sealed: string } | { readonly answer: Exclude<Answer, 'yes'> }>

interface SecretWindowNeeds {
  readonly say: (message: Message) => string
  readonly clock: Pick<Clock, 'after'>
  /** The window it floats over; null: there is none. */
  readonly owner: () => BrowserWindow | null
  readonly preload: string
}

export function createAskSecret({ say, clock, owner, preload }: SecretWindowNeeds): AskSecret {
  /** The page that is shown; null: no question is open. */
  let page: string | null = null
  let isServed = false

  /** The session answers for two addresses of ours, and nothing else has a way out of it. */
  function serve(): void {
    if (isServed) return
    isServed = true
    session.fromPartition('secret').protocol.handle('app', ({ url }) => {
      if (page !== null && url === `${ORIGIN}/`) return answered(page, 'text/html; charset=utf-8', SECRET_POLICY)
      if (url === `${ORIGIN}/secret.css`) return answered(SECRET_STYLE, 'text/css; charset=utf-8', SECRET_POLICY)
      return new Response(null, { status: 404 })
    })
  }

  return async (question) => {
    if (page !== null) return { answer: 'busy' }
    page = secretPage(question, say)
    serve()
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<AskSecret>>>()
    const window = openOver(owner(), preload)
    // Of this window alone; it has no frame, and its page can not be led away.
    window.webContents.ipc.handle('answer', (_event, sealed: unknown, isOnClipboard: unknown) => {
      // Not read, so that it is not in main either.
      if (isOnClipboard === true) clipboard.clear()
      resolve(typeof sealed === 'string' ? { sealed } : { answer: 'no' })
      window.destroy()
    })
    window.once('closed', () => resolve({ answer: 'no' }))
    const stopWaiting = clock.after(ASKED_FOR_MS, () => window.destroy())
    window.loadURL(`${ORIGIN}/`).then(
      () => window.show(),
      () => {
        resolve({ answer: 'unshown' })
        if (!window.isDestroyed()) window.destroy()
      },
    )
    return promise.finally(() => {
      stopWaiting()
      page = null
    })
  }
}

/** It floats over its owner and does not block it: the way out stays open. */
function openOver(owner: BrowserWindow | null, preload: string): BrowserWindow {
  const window = new BrowserWindow({
    ...(owner !== null && !owner.isDestroyed() && { parent: owner }),
    ...{ width: 520, height: 400, useContentSize: true, show: false },
    ...{ minimizable: false, maximizable: false, fullscreenable: false },
    title: 'Plimsoll',
    webPreferences: {
      ...{ preload, partition: 'secret', sandbox: true, contextIsolation: true, nodeIntegration: false },
      ...{ webviewTag: false, spellcheck: false, devTools: false },
    },
  })
  window.removeMenu()
  return window
}
