/**
 * Asks for a secret in a window of its own, so that it is never in the page's process: sandboxed, in a session of its own
 * in memory, without script or network, with one way to answer (ADR 0017).
 */
import { BrowserWindow, clipboard } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Answer } from '../authority/confirm.ts'
import { passphrasePage, SECRET_STYLE, secretPage } from './secret-page.ts'
import type { PassphraseQuestion, SecretQuestion } from './secret-page.ts'
import { servePage } from './window.ts'

const NAME = 'secret'
/** Long enough to fetch the secret from the venue's site, ms. */
const ASKED_FOR_MS = 600_000

/** One question at a time; a window that is closed, or left open for ten minutes, means `no`. */
export interface SecretWindow {
  /** For the secret of a key. What comes back is sealed for the vault. */
  readonly askSecret: (
    question: SecretQuestion,
  ) => Promise<{ readonly sealed: string } | { readonly answer: Exclude<Answer, 'yes'> }>
  /**
   * For the passphrase of the app lock. `take` says what is wrong with it, and then it is asked for again; null: it is
   * taken. The bytes are wiped after that. `isOver`: the window is gone, and nothing is to come of it any more.
   */
  readonly askPassphrase: (
    question: PassphraseQuestion,
    take: (passphrase: Uint8Array, isOver: AbortSignal) => Promise<Message | null>,
  ) => Promise<Answer>
  /** Whatever is asked now is withdrawn: `no`. */
  readonly withdraw: () => void
}

interface SecretWindowNeeds {
  readonly say: (message: Message) => string
  readonly clock: Pick<Clock, 'after'>
  /** The window it floats over; null: there is none. */
  readonly owner: () => BrowserWindow | null
  readonly preload: string
}

/** What was typed, as the preload sent it; resolves with what is wrong with it, null: nothing. */
type Take = (given: unknown, isOver: AbortSignal) => Promise<Message | null>

export function createSecretWindow({ say, clock, owner, preload }: SecretWindowNeeds): SecretWindow {
  /** The page that is shown; null: no question is open. */
  let page: string | null = null
  let open: BrowserWindow | null = null

  async function ask(shown: string, take: Take): Promise<Answer> {
    if (page !== null) return 'busy'
    page = shown
    servePage(NAME, () => page, SECRET_STYLE)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const over = new AbortController()
    const window = openOver(owner(), preload)
    open = window
    // Of this window alone; it has no frame, and its page can not be led away.
    window.webContents.ipc.handle('answer', async (_event, given: unknown, isOnClipboard: unknown) => {
      // Not read, so that it is not in main either.
      if (isOnClipboard === true) clipboard.clear()
      const wrong = given === null ? null : await take(given, over.signal)
      if (wrong !== null) return say(wrong)
      resolve(given === null ? 'no' : 'yes')
      if (!window.isDestroyed()) window.destroy()
      return null
    })
    window.once('closed', () => {
      resolve('no')
      over.abort()
    })
    const stopWaiting = clock.after(ASKED_FOR_MS, () => window.destroy())
    window.loadURL(`app://${NAME}/`).then(
      () => window.show(),
      () => {
        resolve('unshown')
        if (!window.isDestroyed()) window.destroy()
      },
    )
    return promise.finally(() => {
      stopWaiting()
      page = null
      open = null
    })
  }

  return {
    async askSecret(question) {
      const typed = { sealed: '' }
      const answer = await ask(secretPage(question, say), async (given) => {
        if (typeof given === 'string') typed.sealed = given
        return null
      })
      if (answer !== 'yes') return { answer }
      return typed.sealed === '' ? { answer: 'no' } : typed
    },

    askPassphrase: (question, take) =>
      ask(passphrasePage(question, say), async (given, isOver) => {
        const bytes = Array.isArray(given) ? Uint8Array.from(given) : new Uint8Array()
        return take(bytes, isOver).finally(() => bytes.fill(0))
      }),

    withdraw() {
      if (open !== null && !open.isDestroyed()) open.destroy()
    },
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
      ...{ preload, partition: NAME, sandbox: true, contextIsolation: true, nodeIntegration: false },
      ...{ webviewTag: false, spellcheck: false, disableDialogs: true, devTools: false },
    },
  })
  window.removeMenu()
  return window
}
