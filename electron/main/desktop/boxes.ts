/** Boxes of the desktop: they are there even when the page is not. */
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'

export interface Boxes {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  /** In the trader's language. */
  readonly say: (message: Message) => string
  /** Whose the boxes are; null: there is no window yet. */
  readonly window: () => BrowserWindow | null
}

/**
 * Shows a box and resolves with the button that was pressed. It belongs to the window where there is one: on macOS a box
 * without a window stops main, and with it everything that is under way, until it is answered.
 */
export async function showBox({ dialog, window }: Boxes, options: MessageBoxOptions): Promise<number> {
  const owner = window()
  const hasOwner = owner !== null && !owner.isDestroyed()
  const answer = hasOwner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options)
  return (await answer).response
}
