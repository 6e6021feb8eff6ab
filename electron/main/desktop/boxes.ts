/** Native message boxes, which work also when the page does not. */
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import type { AppLock } from '../lock/app-lock.ts'

/** Which account a plan is for is said also while it is locked: a page may have opened another one before. */
const ACCOUNT: Code = 'main.wayOut.account'

export interface Boxes {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** In the trader's language. */
  readonly say: (message: Message) => string
  /** The window that owns the boxes; null: there is none yet. */
  readonly window: () => BrowserWindow | null
  /** A box that is open when Plimsoll is locked goes as if it had been dismissed. */
  readonly lock?: Pick<AppLock, 'isLocked' | 'untilLocked' | 'waysOut'>
}

/** The questions about the open account that wait for an answer. No page may open another account under one. */
export function createAsking() {
  let open = 0
  return {
    isOpen: () => open > 0,
    during<T>(answered: Promise<T>): Promise<T> {
      open += 1
      return answered.finally(() => (open -= 1))
    },
  }
}

export type Asking = ReturnType<typeof createAsking>

/**
 * Shows a box and resolves with the index of the button that was pressed. The window owns it where there is one: on macOS a
 * box without an owner blocks main, and all that is under way, until it is answered. Once its signal ends or Plimsoll is
 * locked it counts as dismissed, also where the desktop leaves it on screen.
 */
export async function showBox({ dialog, window, lock }: Boxes, options: MessageBoxOptions): Promise<number> {
  const owner = window()
  const hasOwner = owner !== null && !owner.isDestroyed()
  const ends = [options.signal, lock?.untilLocked()].filter((signal) => signal instanceof AbortSignal)
  const ended = AbortSignal.any(ends)
  const asked = ends.length === 0 ? options : { ...options, signal: ended }
  const answer = hasOwner ? dialog.showMessageBox(owner, asked) : dialog.showMessageBox(asked)
  const { promise: dismissed, resolve: dismiss } = Promise.withResolvers<number>()
  ended.addEventListener('abort', () => dismiss(options.cancelId ?? 0), { once: true })
  return Promise.race([answer.then(({ response }) => response), dismissed])
}

/** The lines of a box. While Plimsoll is locked those with anything of the account in them are left out, but for its name. */
export function detailOf({ say, lock }: Pick<Boxes, 'say' | 'lock'>, lines: readonly Message[]): string {
  const isShown = ({ code, facts }: Message): boolean => code === ACCOUNT || Object.keys(facts).length === 0
  const plain = lock?.isLocked() ? lines.filter(isShown) : lines
  const hidden = plain.length < lines.length ? [message('lock.hidden')] : []
  return [...plain, ...hidden].map((line) => `• ${say(line)}`).join('\n')
}
