/** Files that leave Plimsoll. The trader picks the place in a native dialog: no page can choose or read a path. */
import { basename } from 'node:path'
import type { Dialog, SaveDialogOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Boxes } from '../desktop/boxes.ts'
import { errorCode, replaceFile } from '../files/json-file.ts'

/** Writes `text`, all or nothing and for its owner only. Resolves with the file; null: the trader cancelled. */
export type SaveFile = (suggested: string, text: string) => Promise<Result<string | null, Message>>

export function createSaving({ window, lock }: Boxes, dialog: Pick<Dialog, 'showSaveDialog'>): SaveFile {
  let isOpen = false

  async function pick(defaultPath: string): Promise<string> {
    const options: SaveDialogOptions = { defaultPath, properties: ['showOverwriteConfirmation'] }
    const owner = window()
    const hasOwner = owner !== null && !owner.isDestroyed()
    isOpen = true
    const asked = hasOwner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options)
    return (await asked.finally(() => (isOpen = false))).filePath
  }

  return async (suggested, text) => {
    if (isOpen) return err(message('main.save.busy'))
    const file = await pick(suggested)
    if (file === '') return ok(null)
    // The person who picked the place may not be the trader who asked.
    if (lock?.isLocked()) return err(message('lock.locked'))
    try {
      replaceFile(file, text)
      return ok(file)
    } catch (cause) {
      return err(message('main.save.failed', { file: basename(file), cause: errorCode(cause) }))
    }
  }
}
