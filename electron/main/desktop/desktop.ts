/**
 * Plimsoll on the desktop: its menu, tray and notifications, in the trader's language and for the account's present
 * state.
 */
import { Menu, Notification, app, dialog, shell } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import { alarmsBehind, alarmsOf } from '#shared/snapshot/alarms.ts'
import type { MenuItem } from '#shared/ipc/menu-items.ts'
import { message } from '#shared/words/message.ts'
import { showBox, type Boxes } from './boxes.ts'
import type { Log } from '../../log/log.ts'
import { loginItem } from './login-item.ts'
import type { SettingsFile } from '../files/settings-file.ts'
import { VERSIONS } from '../versions.ts'
import type { AppLock } from '../lock/app-lock.ts'
import type { Locking } from '../lock/locking.ts'
import { createNotifier } from './notify.ts'
import { menuTemplate, type MenuActions } from './menu.ts'
import { openTray } from './tray.ts'
import { trayIcon } from './tray-image.ts'
import type { Upkeep } from '../upkeep/upkeep.ts'
import type { createMiniWindow } from '../window/mini-window.ts'
import type { Accounts } from '../accounts/accounts.ts'

/** The shortest time between redraws of the tray, ms: its text must stay readable, and its menu clickable. */
const LOOK_EVERY_MS = 1_000
/** As the zoom items of Electron's own menu. */
const ZOOM_STEP = 0.5

interface DesktopNeeds extends Pick<MenuActions, 'show' | 'changeSettings'>, Pick<Locking, 'lockNow' | 'unlock'> {
  readonly inBackground: (work: Promise<unknown>) => void
  readonly lock: Pick<AppLock, 'view' | 'isLocked' | 'waysOut'>
  readonly boxes: Boxes
  readonly settings: SettingsFile
  readonly accounts: Pick<Accounts, 'snapshot' | 'others' | 'recordEventDelivery'>
  readonly window: BrowserWindow
  readonly log: Log
  readonly clock: Pick<Clock, 'after' | 'mono'>
  readonly upkeep: Upkeep
  /** The profile's folder. */
  readonly folder: string
  readonly mini: Pick<ReturnType<typeof createMiniWindow>, 'isOpen' | 'toggle'>
}

export function settleIn(needs: DesktopNeeds) {
  const { mini, boxes, settings, accounts, clock, upkeep, folder, show, lock, inBackground } = needs
  const { window, changeSettings, lockNow, unlock } = needs
  const { say } = boxes
  const { platform } = process
  const showTray = openTray({ say: settings.sayInPublic, show, platform, lock, quit: () => app.quit() })
  const notifier = notifierOf(needs)
  const login = loginItem(app, process)
  app.setAboutPanelOptions({
    applicationName: 'Plimsoll',
    applicationVersion: VERSIONS['Plimsoll'] ?? '',
    version: '',
    copyright: 'MIT',
  })
  const started = (action: () => Promise<void>) => () => inBackground(action())
  const zoom = (level: (now: number) => number) => (): void => {
    if (!window.isDestroyed()) window.webContents.zoomLevel = level(window.webContents.zoomLevel)
  }
  const items: Readonly<Record<MenuItem, () => void>> = {
    toggleMini: mini.toggle,
    zoomIn: zoom((now) => now + ZOOM_STEP),
    zoomOut: zoom((now) => now - ZOOM_STEP),
    resetZoom: zoom(() => 0),
    backUp: started(upkeep.backUp),
    restore: started(upkeep.restore),
    saveDiagnostics: started(upkeep.saveDiagnostics),
  }
  let isDue = false
  let menuOf: boolean | null = null

  function setMenu(hasAccount: boolean): void {
    menuOf = hasAccount
    const { isPackaged } = app
    const state = { say, platform, isPackaged, hasAccount, settings: settings.view(), lock: lock.view() }
    const own = {
      show,
      changeSettings,
      startAtLogin,
      lockNow: started(lockNow),
      unlock: started(unlock),
      showDataFolder: started(() => showDataFolder(boxes, folder)),
      ...items,
    }
    const template = menuTemplate({ ...state, ...own, hasMini: mini.isOpen(), startsAtLogin: login.isOn() })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  function startAtLogin(isOn: boolean): void {
    const set = login.set(isOn)
    // The menu shows the actual setting, not the requested one.
    menuOf = null
    look()
    if (!set.ok)
      dialog.showErrorBox(
        say(message('desktop.menu.startAtLogin')),
        say(message('desktop.login.failed', { cause: set.error })),
      )
  }

  function look(): void {
    const snapshot = accounts.snapshot()
    const hasAccount = snapshot.account !== null
    if (menuOf !== hasAccount) setMenu(hasAccount)
    const others = accounts.others()
    const alarms = [...alarmsOf(snapshot), ...others.flatMap(alarmsBehind)]
    showTray?.({ snapshot, others, isAlarmed: alarms.length > 0 })
    notifier.look(alarms)
  }

  look()
  return {
    /** What the menu does at this item, for the page. */
    run: (item: MenuItem): void => items[item](),
    /** Call it when something about the account changed. */
    follow(): void {
      if (isDue) return
      isDue = true
      clock.after(LOOK_EVERY_MS, () => {
        isDue = false
        look()
      })
    },
    /** Call it when a setting changed, or Plimsoll was locked or unlocked. */
    retell(): void {
      menuOf = null
      if (lock.isLocked()) notifier.withdraw()
      look()
    },
  }
}

function notifierOf({ boxes, settings, accounts, window, clock, log, show, lock }: DesktopNeeds) {
  return createNotifier({
    make: (text) => new Notification(text),
    isSupported: () => Notification.isSupported(),
    isLocked: lock.isLocked,
    isInSight: () => !lock.isLocked() && isInSight(window),
    delivered(alarms, delivery) {
      // For an event, its journal row also records the delivery.
      for (const { says } of alarms) log.write('notified', { said: says.code, told: delivery })
      for (const [accountId, its] of Map.groupBy(alarms, (alarm) => alarm.accountId)) {
        const events = its.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
        if (events.length > 0) accounts.recordEventDelivery(accountId, events, delivery)
      }
    },
    badge: (count) => setBadge(count, window, boxes.say),
    say: settings.sayInPublic,
    show,
    clock,
  })
}

function isInSight(window: BrowserWindow): boolean {
  return !window.isDestroyed() && window.isVisible() && window.isFocused() && !window.isMinimized()
}

/** Shows the number of alarms. The Windows taskbar shows no number, so it gets an icon overlay with a description. */
function setBadge(count: number, window: BrowserWindow, say: Boxes['say']): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count)
  if (window.isDestroyed()) return
  if (count === 0) window.setOverlayIcon(null, '')
  else window.setOverlayIcon(trayIcon('red', false), say(message('desktop.alarm.count', { count })))
}

async function showDataFolder(boxes: Boxes, folder: string): Promise<void> {
  const pressed = await showBox(boxes, {
    type: 'info',
    title: message('desktop.data.title'),
    message: message('desktop.data.where', { folder }),
    detail: message('desktop.data.secrets'),
    buttons: [message('desktop.close'), message('desktop.data.open')],
    cancelId: 0,
  })
  if (pressed === 1) await shell.openPath(folder)
}
