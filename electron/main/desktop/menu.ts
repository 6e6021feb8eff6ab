/** The application's menu: the standard roles, plus Plimsoll's own places and actions. Pure; `index.ts` sets it. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import type { LockView } from '#shared/ipc/lock.ts'
import { isReachable, SCREENS, screenKey, type WayOutName } from '#shared/ipc/place.ts'
import { keyMapOf, type KeyMap } from '#shared/words/keys.ts'
import { message, type Code } from '#shared/words/message.ts'
import type { Settings, SettingsChange } from '#shared/ipc/settings.ts'
import { LANGUAGE_CHOICES, PRIVACY_LEVELS } from '#shared/words/say.ts'
import type { Upkeep } from '../upkeep/upkeep.ts'
import type { ShowPlace } from '../window/places.ts'

type Item = MenuItemConstructorOptions

/** What items do besides showing a place. Electron zooms by itself. */
export interface MenuActions extends Readonly<Record<keyof Upkeep | 'toggleMini', () => void>> {
  readonly show: ShowPlace
  readonly changeSettings: (change: SettingsChange) => void
  readonly showDataFolder: () => void
  readonly startAtLogin: (isOn: boolean) => void
  readonly lockNow: () => void
  readonly unlock: () => void
}

export interface MenuNeeds extends MenuActions {
  readonly say: (message: Message) => string
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  readonly hasAccount: boolean
  readonly settings: Settings
  readonly startsAtLogin: boolean
  readonly lock: LockView
  readonly hasMini: boolean
}

const SEPARATOR: Item = { type: 'separator' }

export function menuTemplate(needs: MenuNeeds): Item[] {
  const isMac = needs.platform === 'darwin'
  const { cancelAll, flatten } = accountItems({ ...needs, waysOut: needs.lock.waysOut })
  return [
    ...(isMac ? [menu(needs, 'desktop.menu.app', macApp(needs))] : []),
    menu(needs, 'desktop.menu.account', [
      cancelAll,
      { ...flatten, ...shownKey(acceleratorOf(keysOf(needs).flatten)) },
      SEPARATOR,
      lockItem(needs),
      SEPARATOR,
      ...loginItems(needs),
      isMac ? role(needs, 'close') : role(needs, 'quit'),
    ]),
    menu(needs, 'desktop.menu.edit', [
      ...['undo' as const, 'redo' as const].map((each) => role(needs, each)),
      SEPARATOR,
      ...(['cut', 'copy', 'paste', 'selectAll'] as const).map((each) => role(needs, each)),
    ]),
    menu(needs, 'desktop.menu.view', viewItems(needs)),
    menu(needs, 'desktop.menu.window', [
      role(needs, 'minimize'),
      ...(isMac ? [role(needs, 'zoom'), SEPARATOR, role(needs, 'front')] : [role(needs, 'close')]),
    ]),
    { ...menu(needs, 'desktop.menu.help', helpItems(needs)), role: 'help' },
  ]
}

const keysOf = ({ settings }: Pick<MenuNeeds, 'settings'>): KeyMap => keyMapOf(settings.keys)

/**
 * The ways out, in tray and menu; each shows a plan first. They are present without an open account too, as they open
 * one.
 */
export function accountItems({
  say,
  show,
  waysOut,
}: Pick<MenuNeeds, 'say' | 'show'> & Pick<LockView, 'waysOut'>): Readonly<Record<WayOutName, Item>> {
  const way = (name: WayOutName): Item => ({
    id: name,
    label: say(message(`desktop.menu.${name}`)),
    enabled: waysOut,
    click: () => show({ kind: 'plan', way: name }),
  })
  return { cancelAll: way('cancelAll'), flatten: way('flatten') }
}

/** Its key works even if the page hangs. */
function lockItem({ say, lock, lockNow, unlock, settings }: MenuNeeds): Item {
  if (lock.isLocked) return { id: 'unlock', label: say(message('lock.unlock')), click: unlock }
  const label = say(message(lock.settings === null ? 'lock.menuSet' : 'lock.menu'))
  return { id: 'lock', label, accelerator: acceleratorOf(keysOf({ settings }).lock), click: lockNow }
}

/** A run from source is never started at login. */
function loginItems({ say, isPackaged, startsAtLogin, startAtLogin }: MenuNeeds): Item[] {
  if (!isPackaged) return []
  return [
    {
      id: 'startAtLogin',
      type: 'checkbox',
      label: say(message('desktop.menu.startAtLogin')),
      checked: startsAtLogin,
      click: () => startAtLogin(!startsAtLogin),
    },
    SEPARATOR,
  ]
}

function macApp(needs: MenuNeeds): Item[] {
  return [
    role(needs, 'about'),
    SEPARATOR,
    role(needs, 'services'),
    SEPARATOR,
    ...(['hide', 'hideOthers', 'unhide'] as const).map((each) => role(needs, each)),
    SEPARATOR,
    role(needs, 'quit'),
  ]
}

function viewItems(needs: MenuNeeds): Item[] {
  const { say, show, isPackaged, hasAccount, lock, hasMini, toggleMini } = needs
  const keys = keysOf(needs)
  const screens = SCREENS.map((screen) => ({
    id: `screen.${screen}`,
    label: say(message(`app.screen.${screen}`)),
    enabled: !lock.isLocked && isReachable(screen, hasAccount),
    ...shownKey(acceleratorOf(screenKey(screen))),
    click: () => show({ kind: 'screen', screen }),
  }))
  return [
    {
      id: 'palette',
      label: say(message('desktop.menu.find')),
      enabled: !lock.isLocked,
      ...shownKey(acceleratorOf(keys.palette)),
      click: () => show({ kind: 'palette' }),
    },
    SEPARATOR,
    ...screens,
    SEPARATOR,
    {
      id: 'mini',
      type: 'checkbox',
      label: say(message('desktop.menu.mini')),
      checked: hasMini,
      enabled: !lock.isLocked,
      accelerator: acceleratorOf(keys.mini),
      click: toggleMini,
    },
    SEPARATOR,
    ...(['resetZoom', 'zoomIn', 'zoomOut'] as const).map((each) => role(needs, each)),
    // On most keyboards the plus sign is on the key of the equals sign.
    { ...role(needs, 'zoomIn'), id: 'zoomInByEquals', accelerator: 'CmdOrCtrl+=', visible: false },
    SEPARATOR,
    role(needs, 'togglefullscreen'),
    ...(isPackaged ? [] : [SEPARATOR, role(needs, 'reload'), role(needs, 'toggleDevTools')]),
    SEPARATOR,
    menu(needs, 'app.privacy', privacyItems(needs)),
    menu(needs, 'app.language', languageItems(needs)),
  ]
}

function privacyItems({ say, settings, lock, changeSettings }: MenuNeeds): Item[] {
  const enabled = !lock.isLocked
  return [
    ...PRIVACY_LEVELS.map((privacy): Item => ({
      id: `privacy.${privacy}`,
      type: 'radio',
      label: say(message(`app.privacy.${privacy}`)),
      enabled,
      checked: privacy === settings.privacy,
      click: () => changeSettings({ privacy }),
    })),
    SEPARATOR,
    {
      id: 'blanksBehind',
      type: 'checkbox',
      label: say(message('app.blanksBehind')),
      ...{
        enabled,
        checked: settings.blanksBehind,
        click: () => changeSettings({ blanksBehind: !settings.blanksBehind }),
      },
    },
  ]
}

function languageItems({ say, settings, changeSettings }: MenuNeeds): Item[] {
  return LANGUAGE_CHOICES.map((language): Item => ({
    id: `language.${language}`,
    type: 'radio',
    label: say(message(`desktop.language.${language}`)),
    checked: language === settings.language,
    click: () => changeSettings({ language }),
  }))
}

function helpItems(needs: MenuNeeds): Item[] {
  const { say, show, showDataFolder, platform, lock } = needs
  const enabled = !lock.isLocked
  const upkeep = (['backUp', 'restore', 'saveDiagnostics'] as const).map((name) => ({
    id: name,
    label: say(message(`desktop.menu.${name}`)),
    enabled,
    click: needs[name],
  }))
  return [
    { id: 'keys', label: say(message('app.keyboard')), enabled, click: () => show({ kind: 'keys' }) },
    { id: 'dataFolder', label: say(message('desktop.menu.dataFolder')), enabled, click: showDataFolder },
    SEPARATOR,
    ...upkeep,
    ...(platform === 'darwin' ? [] : [SEPARATOR, role(needs, 'about')]),
  ]
}

function menu({ say }: Pick<MenuNeeds, 'say'>, title: Code, submenu: Item[]): Item {
  return { label: say({ code: title, facts: {} }), submenu }
}

type Named<C = Code> = C extends `desktop.role.${infer Role}` ? Role : never

/** Electron's own role labels are in English. */
function role({ say }: Pick<MenuNeeds, 'say'>, name: Named & NonNullable<Item['role']>): Item {
  return { id: name, role: name, label: say(message(`desktop.role.${name}`)) }
}

/** "mod+shift+f" as Electron spells it. */
function acceleratorOf(key: string): string {
  return key
    .split('+')
    .map((part) => (part === 'mod' ? 'CmdOrCtrl' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('+')
}

/** The key is only displayed. The window itself handles it, as it knows whether text is being typed. */
function shownKey(accelerator: string): Pick<Item, 'accelerator' | 'registerAccelerator'> {
  return { accelerator, registerAccelerator: false }
}
