// Every part of the `electron` module, provided or not.
import { absent } from '../refuse.ts'

export { BrowserWindow } from '../browser-window.ts'
export { ipcMain } from '../ipc.ts'
export { WebContents as webContents } from '../web-contents.ts'
export { app } from './app.ts'
export { clipboard, dialog, nativeTheme, net, powerMonitor, powerSaveBlocker, screen, shell } from './desktop.ts'
export { Menu, MenuItem } from './menu.ts'
export { Notification } from './notification.ts'
export { protocol, session } from './session.ts'
export { nativeImage, Tray } from './tray.ts'
export { utilityProcess } from './utility-process.ts'

/** There by name, so that importing it works and touching it says what is missing. */
export const {
  autoUpdater,
  BaseWindow,
  contentTracing,
  crashReporter,
  desktopCapturer,
  globalShortcut,
  MessageChannelMain,
  safeStorage,
  systemPreferences,
  View,
  webFrameMain,
  WebContentsView,
} = new Proxy<Record<string, unknown>>({}, { get: (_none, name) => absent(String(name)) })
