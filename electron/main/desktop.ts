/** Plimsoll in the desktop: its menu and its tray, in the trader's language, as the account is now. */
import { Menu, app, shell } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import { message } from '#shared/words/message.ts'
import { showBox, type Boxes } from './boxes.ts'
import type { LanguageFile } from './language-file.ts'
import { menuTemplate, type MenuActions } from './menu.ts'
import { openTray } from './tray.ts'
import type { Upkeep } from './upkeep.ts'
import type { Workspace } from './workspace.ts'

/** Words of the tray that change faster than this could not be read, nor could a menu that is open be clicked. */
const LOOK_EVERY_MS = 1_000

interface DesktopNeeds extends Pick<MenuActions, 'show' | 'speak'> {
  readonly boxes: Boxes
  readonly language: LanguageFile
  readonly workspace: Pick<Workspace, 'snapshot'>
  readonly clock: Pick<Clock, 'after'>
  readonly upkeep: Upkeep
  /** Where what Plimsoll keeps is. */
  readonly folder: string
}

export interface Desktop {
  /** Something of the account changed. */
  readonly follow: () => void
  /** The language changed. */
  readonly retell: () => void
}

export function settleIn({ boxes, language, workspace, clock, upkeep, folder, show, speak }: DesktopNeeds): Desktop {
  const { say } = boxes
  const { platform } = process
  const showTray = openTray({ say, show, platform, quit: () => app.quit() })
  let isDue = false
  let menuOf: boolean | null = null

  function setMenu(hasAccount: boolean): void {
    menuOf = hasAccount
    const { isPackaged } = app
    const state = { say, platform, isPackaged, hasAccount, language: language.setting().choice }
    const actions = { ...upkeep, show, speak, showDataFolder: () => void showDataFolder(boxes, folder) }
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ ...state, ...actions })))
  }

  function look(): void {
    const snapshot = workspace.snapshot()
    const hasAccount = snapshot.account !== null
    if (menuOf !== hasAccount) setMenu(hasAccount)
    showTray?.(snapshot, false)
  }

  look()
  return {
    follow() {
      if (isDue) return
      isDue = true
      clock.after(LOOK_EVERY_MS, () => {
        isDue = false
        look()
      })
    },
    retell() {
      menuOf = null
      look()
    },
  }
}

async function showDataFolder(boxes: Boxes, folder: string): Promise<void> {
  const { say } = boxes
  const pressed = await showBox(boxes, {
    type: 'info',
    title: say(message('desktop.data.title')),
    message: say(message('desktop.data.where', { folder })),
    detail: say(message('desktop.data.secrets')),
    buttons: [say(message('desktop.close')), say(message('desktop.data.open'))],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  if (pressed === 1) await shell.openPath(folder)
}
