/** Native message boxes, which work also when the page does not. */
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'

export interface Boxes {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** In the trader's language. */
  readonly say: (message: Message) => string
  /** The window that owns the boxes; null: there is none yet. */
  readonly window: () => BrowserWindow | null
}

/**
 * Shows a box and resolves with the index of the button that was pressed. The window owns it where there is one: on macOS a
 * box without an owner blocks main, and all that is under way, until it is answered.
 */
export async function showBox({ dialog, window }: Boxes, options: MessageBoxOptions): Promise<number> {
  const owner = window()
  const hasOwner = owner !== null && !owner.isDestroyed()
  const answer = hasOwner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options)
  return (await answer).response
}
