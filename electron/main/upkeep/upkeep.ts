/**
 * What the Help menu offers for the files of a profile: back up, restore, save diagnostics. Everything is asked in
 * native boxes. A step that the trader began before Plimsoll was locked does not go on under the lock.
 */
import type { App, Dialog, Shell } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { wordsOf } from '../../sqlite/database.ts'
import { askToRestore, backUp, checkBackup, type CopyDatabase } from './backup.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'
import type { SaveFile } from './save-file.ts'
import { diagnosticsOf, saveDiagnostics, type DiagnosticsNeeds } from './diagnostics.ts'

interface UpkeepNeeds extends Omit<DiagnosticsNeeds, 'at' | 'language'> {
  readonly boxes: Boxes
  readonly dialog: Pick<Dialog, 'showOpenDialog'>
  readonly saveFile: SaveFile
  readonly shell: Pick<Shell, 'openPath'>
  readonly app: Pick<App, 'relaunch'>
  readonly language: () => string
  readonly wall: () => number
  readonly copyDatabase: CopyDatabase
  /**
   * Leaves Plimsoll like closing its window: the trader is told what would continue unattended, and may stay. `before`:
   * runs once it is decided, and says whether Plimsoll is then left.
   */
  readonly leave: (before: () => boolean) => Promise<unknown>
}

export type Upkeep = ReturnType<typeof createUpkeep>

export function createUpkeep(needs: UpkeepNeeds) {
  const { boxes, dialog, saveFile, shell, app, folder, versions, language, wall, copyDatabase, leave } = needs
  const isLocked = (): boolean => boxes.lock?.isLocked() === true

  /**
   * null: no folder was picked; or Plimsoll was locked meanwhile, because the system's dialog stays open over the lock.
   */
  async function folderOf(title: 'backUp' | 'restore'): Promise<string | null> {
    const { filePaths } = await dialog.showOpenDialog({
      title: boxes.say(message(`main.upkeep.${title}`)),
      properties: ['openDirectory', 'createDirectory'],
    })
    return isLocked() ? null : (filePaths[0] ?? null)
  }

  async function tell(type: 'info' | 'error', report: Message): Promise<void> {
    await showBox(boxes, { type, message: report, buttons: [message('main.storage.read')] })
  }

  /** Cancel is the default, and the meaning of Escape. */
  async function isWanted(from: string, at: number): Promise<boolean> {
    const made = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
    const pressed = await showBox(boxes, {
      type: 'warning',
      title: message('main.upkeep.restore'),
      message: message('main.upkeep.restoreWhy', { from, made }),
      detail: message('main.upkeep.restoreHow'),
      buttons: [message('main.upkeep.cancel'), message('main.upkeep.restoreNow')],
      cancelId: 0,
    })
    return pressed === 1
  }

  /** Shows a failure of `work`, which then harms nothing else: a file error must not count as a fault of main. */
  async function showFailure(work: Promise<void>): Promise<void> {
    await work.catch((cause: unknown) => tell('error', message('main.upkeep.failed', { cause: wordsOf(cause) })))
  }

  const actions = {
    async backUp(): Promise<void> {
      const into = await folderOf('backUp')
      if (into === null) return
      const made = await backUp(folder, into, copyDatabase, { plimsoll: versions['Plimsoll'] ?? '', at: wall() })
      await (made.ok ? tell('info', message('storage.backup.made', { folder: made.value })) : tell('error', made.error))
    },

    async restore(): Promise<void> {
      const from = await folderOf('restore')
      if (from === null) return
      const checked = await checkBackup(from)
      // The lock dismisses open boxes. But the box below would only open after the lock.
      if (isLocked()) return
      if (!checked.ok) return tell('error', checked.error)
      if (!(await isWanted(from, checked.value.at))) return
      let refused = null as Message | null
      // The restore is requested only once the trader really leaves. If the trader stays, it must not happen at some
      // later start and undo the work done until then.
      await leave(() => {
        if (isLocked()) return false
        const asked = askToRestore(folder, from, wall())
        if (asked.ok) app.relaunch()
        else refused = asked.error
        return asked.ok
      })
      if (refused !== null) await tell('error', refused)
    },

    async saveDiagnostics(): Promise<void> {
      const text = diagnosticsOf({ ...needs, language: language(), at: wall() })
      await saveDiagnostics(text, boxes, saveFile, (path) => shell.openPath(path))
    },
  }
  return {
    backUp: () => showFailure(actions.backUp()),
    restore: () => showFailure(actions.restore()),
    saveDiagnostics: () => showFailure(actions.saveDiagnostics()),
  }
}
