/**
 * Asks for a secret in a separate window, so that it is never in the page's process. The window is sandboxed, in its
 * own in-memory session, without script or network, and with one way to answer (ADR 0017).
 */
import { BrowserWindow, clipboard } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Answer } from '../authority/confirm.ts'
import { passphrasePage, SECRET_STYLE, secretPage } from './secret-page.ts'
import type { PassphraseQuestion, SecretQuestion } from './secret-page.ts'
import { useTyped } from './typed-bytes.ts'
import { servePage } from './window.ts'

const NAME = 'secret'
/** Long enough to fetch the secret from the venue's site, ms. */
const ASKED_FOR_MS = 600_000

export type SecretWindow = ReturnType<typeof createSecretWindow>

/**
 * One question at a time. A window that is closed, or left open for ten minutes, means `no`. `owner`: the window it
 * floats above; null: none.
 */
export function createSecretWindow(
  say: (message: Message) => string,
  clock: Pick<Clock, 'after'>,
  owner: () => BrowserWindow | null,
  preload: string,
) {
  /** The page that is shown; null: no question is open. */
  let page: string | null = null
  let open: BrowserWindow | null = null

  async function ask(
    shown: string,
    take: (given: unknown, isOver: AbortSignal) => Promise<Message | null>,
    cancel?: AbortSignal,
  ): Promise<Answer> {
    if (page !== null) return 'busy'
    if (cancel?.aborted) return 'no'
    page = shown
    servePage(NAME, () => page, SECRET_STYLE)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const over = new AbortController()
    const window = openOver(owner(), preload)
    open = window
    let isOnClipboard = false
    /** Clears the clipboard without reading it, so that main never has the secret. */
    const clearClipboard = (): void => {
      if (isOnClipboard) clipboard.clear()
      isOnClipboard = false
    }
    // The handlers are on this window only. It has no frames, and its page cannot navigate.
    window.webContents.ipc.on('clipboard', (_event, holdsIt: unknown) => (isOnClipboard = holdsIt === true))
    window.webContents.ipc.handle('answer', async (_event, given: unknown) => {
      clearClipboard()
      const wrong = given === null ? null : await take(given, over.signal)
      if (wrong !== null) return say(wrong)
      resolve(given === null ? 'no' : 'yes')
      if (!window.isDestroyed()) window.destroy()
      return null
    })
    // However the question ends, the secret must not stay on the clipboard. A window that closes also loses the focus:
    // what its page tells of that comes after `close`, and must not undo it.
    window.once('close', clearClipboard)
    window.once('closed', () => {
      clearClipboard()
      resolve('no')
      over.abort()
    })
    const end = (): void => window.destroy()
    const stopWaiting = clock.after(ASKED_FOR_MS, end)
    cancel?.addEventListener('abort', end)
    window.loadURL(`app://${NAME}/`).then(
      () => {
        // The trader may already have answered or closed it.
        if (!window.isDestroyed()) window.show()
      },
      () => {
        resolve('unshown')
        if (!window.isDestroyed()) window.destroy()
      },
    )
    return promise.finally(() => {
      stopWaiting()
      cancel?.removeEventListener('abort', end)
      page = null
      open = null
    })
  }

  return {
    /** Asks for the secret of a key, until `cancel` aborts. The result is sealed for the vault. */
    askSecret: async (
      question: SecretQuestion,
      cancel?: AbortSignal,
    ): Promise<{ readonly sealed: string } | { readonly answer: Exclude<Answer, 'yes'> }> => {
      const typed = { sealed: '' }
      const take = async (given: unknown): Promise<null> => {
        if (typeof given === 'string') typed.sealed = given
        return null
      }
      const answer = await ask(secretPage(question, say), take, cancel)
      if (answer !== 'yes') return { answer }
      return typed.sealed === '' ? { answer: 'no' } : typed
    },

    /**
     * Asks for the passphrase of the app lock. `take` returns what is wrong with it, and it is asked for again; null:
     * accepted. The bytes are then wiped. `isOver`: the window is gone, and the answer must have no effect.
     */
    askPassphrase: (
      question: PassphraseQuestion,
      take: (passphrase: Uint8Array, isOver: AbortSignal) => Promise<Message | null>,
    ): Promise<Answer> =>
      ask(passphrasePage(question, say), (given, isOver) => useTyped(given, (bytes) => take(bytes, isOver))),

    /** Withdraws the present question: `no`. */
    withdraw(): void {
      if (open !== null && !open.isDestroyed()) open.destroy()
    },
  }
}

/** It floats above its owner without blocking it, so that the way out stays open. */
function openOver(owner: BrowserWindow | null, preload: string): BrowserWindow {
  const window = new BrowserWindow({
    ...(owner !== null && !owner.isDestroyed() && { parent: owner }),
    width: 520,
    height: 400,
    useContentSize: true,
    show: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    title: 'Plimsoll',
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
  window.removeMenu()
  return window
}
