/** Native message boxes, which also work when the page does not. */
import type { BrowserWindow, Dialog, MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message, type Code } from '#shared/words/message.ts'
import type { AppLock } from '../lock/app-lock.ts'

/**
 * The line that names the account of a plan. It is shown even while Plimsoll is locked, because a page may have opened
 * another account before.
 */
const ACCOUNT: Code = 'main.wayOut.account'

export interface Boxes {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** In the trader's language. */
  readonly say: (message: Message) => string
  /** The window that owns the boxes; null: none yet. */
  readonly window: () => BrowserWindow | null
  /** Locking Plimsoll dismisses an open box. */
  readonly lock?: Pick<AppLock, 'isLocked' | 'untilLocked' | 'waysOut'>
}

/**
 * A button pressed sooner than this, ms, after its box was requested or after a box above it closed, was meant for what
 * was there before.
 */
const READ_AFTER_MS = 700

/**
 * Wraps `dialog` so that no answer counts before the box could be read: the second half of a double click, or clicks
 * that a page asked for, may land on a box that just opened. Such an answer is ignored, and the box is shown again
 * after a pause. Cancelling always counts, and so does the button of a box that has only one.
 */
export function readFirst(dialog: Boxes['dialog'], clock: Clock): Boxes['dialog'] {
  /** When the last box closed: it may have covered another one. */
  let closedAt = -Infinity
  async function ask(options: MessageBoxOptions, owner?: BrowserWindow): Promise<MessageBoxReturnValue> {
    const { buttons = [], cancelId = 0, signal } = options
    for (;;) {
      const shownAt = clock.mono()
      const answer = await (owner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options))
      const readFrom = Math.max(shownAt, closedAt)
      closedAt = clock.mono()
      const decides = buttons.length > 1 && answer.response !== cancelId
      if (!decides || closedAt - readFrom >= READ_AFTER_MS) return answer
      await wait(clock, READ_AFTER_MS, signal)
      if (signal?.aborted) return { ...answer, response: cancelId }
    }
  }
  const showMessageBox = (...asked: [MessageBoxOptions] | [BrowserWindow, MessageBoxOptions]) =>
    asked.length === 1 ? ask(asked[0]) : ask(asked[1], asked[0])
  return { showMessageBox: showMessageBox as Dialog['showMessageBox'] }
}

/** Counts the open questions about the account in front. While one is open, no page may open another account. */
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

interface Box extends Pick<MessageBoxOptions, 'type' | 'cancelId' | 'signal'> {
  readonly title?: Message
  readonly message: Message
  /** Text is shown as it is. */
  readonly detail?: Message | string
  /** A detail of one fact per line. */
  readonly lines?: readonly Message[]
  readonly buttons?: readonly Message[]
  /** Left out: Enter means the same as Escape. */
  readonly defaultId?: number
}

/**
 * Shows a box and resolves with the index of the pressed button. The window owns it if there is one: on macOS a box
 * without an owner blocks main, with everything in progress, until it is answered. Once its signal aborts or Plimsoll
 * is locked it counts as dismissed, even if the desktop leaves it on screen.
 */
export async function showBox(boxes: Boxes, box: Box): Promise<number> {
  const { dialog, window, lock } = boxes
  const options = inWords(boxes, box)
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

function inWords(boxes: Boxes, { title, message: what, detail, lines, buttons, cancelId, ...rest }: Box) {
  const { say } = boxes
  return {
    ...(cancelId !== undefined && { cancelId, defaultId: cancelId }),
    ...rest,
    ...(title && { title: say(title) }),
    message: say(what),
    ...(detail !== undefined && { detail: typeof detail === 'string' ? detail : say(detail) }),
    ...(lines && { detail: detailOf(boxes, lines) }),
    ...(buttons && { buttons: buttons.map(say) }),
    noLink: true,
  }
}

/** The lines of a box. While Plimsoll is locked, lines with facts of the account are left out, except its name. */
export function detailOf({ say, lock }: Pick<Boxes, 'say' | 'lock'>, lines: readonly Message[]): string {
  const isShown = ({ code, facts }: Message): boolean => code === ACCOUNT || Object.keys(facts).length === 0
  const plain = lock?.isLocked() ? lines.filter(isShown) : lines
  const hidden = plain.length < lines.length ? [message('lock.hidden')] : []
  return [...plain, ...hidden].map((line) => `• ${say(line)}`).join('\n')
}
