import { readFile } from 'node:fs/promises'
import { BrowserWindow, app, protocol, session } from 'electron'
import type { Session } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import { answered, APP_ORIGIN, contentTypeOf, fileFor, mayLoad, PAGE_POLICY, STATIC_POLICY } from './app-files.ts'
import type { Log } from '../../log/log.ts'
import type { WindowState } from './window-state.ts'

const SHOWN_WITHIN_MS = 5_000
const START_PAGE = `${APP_ORIGIN}/index.html`

/** What differs between the windows that show the page of the app. */
interface WindowKind {
  /** The usual and the smallest size, in points. */
  readonly usual: { readonly width: number; readonly height: number }
  readonly smallest: { readonly width: number; readonly height: number }
  /** Follows the address of the page. */
  readonly search: string
  /** Its menu bar is shown by Alt only; its keys work. macOS has one bar for all windows. */
  readonly hidesMenu: boolean
  /** Whether it takes the focus when it is first shown. */
  readonly takesFocus: boolean
}

const MAIN_WINDOW: WindowKind = {
  usual: { width: 1440, height: 900 },
  smallest: { width: 900, height: 600 },
  search: '',
  hidesMenu: false,
  takesFocus: true,
}

/** Must run before the app is ready: gives `app://` the rights of a normal secure origin. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
}

/** Serves the built window from `root` and nothing outside it. */
export function serveApp(root: string): void {
  protocol.handle('app', async (request) => {
    const file = fileFor(root, new URL(request.url))
    if (file === null) return new Response(null, { status: 404 })
    try {
      return answered(new Uint8Array(await readFile(file)), contentTypeOf(file), PAGE_POLICY)
    } catch {
      return new Response(null, { status: 404 })
    }
  })
}

const served = new Set<string>()

/**
 * From now on serves a page that main builds from text alone: its only code is a preload. It has its own in-memory
 * session, which serves two addresses and nothing else. `page` returns null if there is none now.
 */
export function servePage(name: string, page: () => string | null, style: string): void {
  if (served.has(name)) return
  served.add(name)
  session.fromPartition(name).protocol.handle('app', ({ url }) => {
    const shown = page()
    if (shown !== null && url === `app://${name}/`) return answered(shown, 'text/html; charset=utf-8', STATIC_POLICY)
    if (url === `app://${name}/page.css`) return answered(style, 'text/css; charset=utf-8', STATIC_POLICY)
    return new Response(null, { status: 404 })
  })
}

/**
 * Denies every page of every window anything beyond showing itself: navigation, windows, permissions, requests. No more
 * is needed: `will-frame-navigate` also covers the main frame, a refused request is not redirected, without handlers
 * Electron gives a page no device and no display, and a page without a network meets no server that could ask for a
 * certificate. `lifecycle/before-ready.ts` removes the network before Chromium starts.
 */
export function refuseAuthority(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    // WebRTC asks for no permission, no content policy covers it, and its datagrams need no name lookup.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
  const refuse = (each: Session): void => {
    each.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
    each.setPermissionCheckHandler(() => false)
    each.on('will-download', (event) => event.preventDefault())
    // A second barrier behind the content policy, also for requests that no policy covers. Even the update server is
    // closed to pages.
    each.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !mayLoad(url, !app.isPackaged) }))
  }
  refuse(session.defaultSession)
  app.on('session-created', refuse)
}

interface WindowOptions {
  readonly preload: string
  /** The size requested at the start; null: the window opens where it was left. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly state: WindowState
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** The main window by default. */
  readonly kind?: WindowKind
}

/** A window with the page of the app: sandboxed, isolated, without Node, shown once it has content. */
export function openWindow({ preload, size, state, clock, log, kind = MAIN_WINDOW }: WindowOptions): BrowserWindow {
  const { usual, smallest, search, hidesMenu, takesFocus } = kind
  const { isMaximized, ...place } = state.open(usual)
  const window = new BrowserWindow({
    ...(size === null ? place : { ...size, useContentSize: true }),
    // At twice the scale, a small display has fewer points than that.
    minWidth: Math.min(smallest.width, place.width),
    minHeight: Math.min(smallest.height, place.height),
    show: false,
    title: 'Plimsoll',
    autoHideMenuBar: hidesMenu,
    backgroundColor: '#101418',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      disableDialogs: true,
      devTools: !app.isPackaged,
    },
  })
  const show = (): void => {
    if (window.isDestroyed() || window.isVisible()) return
    if (takesFocus) window.show()
    else window.showInactive()
    if (size === null && isMaximized) window.maximize()
  }
  if (size === null) state.follow(window)
  // Shown even if the page never gets that far: a trader must have a window to close.
  const stopWaiting = clock.after(SHOWN_WITHIN_MS, show)
  window.once('ready-to-show', () => {
    stopWaiting()
    show()
  })
  // A load is cancelled if the window is reloaded or closed meanwhile: logged, not a fault of main.
  window.loadURL(START_PAGE + search).catch((error: unknown) => log.write('pageNotLoaded', { fault: error }))
  return window
}

/** Brings the window to the front, if it still exists. */
export function bringForward(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  // A hidden window cannot take the focus, and on Wayland only showing it requests one.
  window.show()
  window.focus()
}
