import { readFile } from 'node:fs/promises'
import { BrowserWindow, app, protocol, session } from 'electron'
import type { Session } from 'electron'
import type { Clock } from '#shared/domain/clock.ts'
import { APP_ORIGIN, contentTypeOf, fileFor } from './app-files.ts'
import type { Log } from '../../log/log.ts'
import type { WindowState } from './window-state.ts'

const SHOWN_WITHIN_MS = 5_000
const USUAL = { width: 1440, height: 900 } as const
const SMALLEST = { width: 1024, height: 640 } as const
const START_PAGE = `${APP_ORIGIN}/index.html`

/** Nothing but our own files: no inline script or style, no network, no frames, no forms. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/** Must run before the app is ready: gives `app://` the rights of a normal secure origin. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
}

/** Serves the built window from `root` and nothing outside it. */
export function serveApp(root: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = fileFor(root, url)
    if (request.method !== 'GET' || file === null) return new Response(null, { status: 404 })
    try {
      return new Response(new Uint8Array(await readFile(file)), {
        headers: {
          'Content-Type': contentTypeOf(file),
          'Content-Security-Policy': CONTENT_SECURITY_POLICY,
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'no-store',
          'X-DNS-Prefetch-Control': 'off',
        },
      })
    } catch {
      return new Response(null, { status: 404 })
    }
  })
}

/** Refuses every page of every window whatever goes beyond showing itself: navigation, windows, permissions, devices. */
export function refuseAuthority(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void }): void => event.preventDefault()
    contents.on('will-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-frame-navigate', stay)
    contents.on('will-attach-webview', stay)
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    // No policy for content covers WebRTC, and it needs no permission to send bytes.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
  const refuse = (each: Session): void => {
    each.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
    each.setPermissionCheckHandler(() => false)
    each.setDevicePermissionHandler(() => false)
    each.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  }
  refuse(session.defaultSession)
  app.on('session-created', refuse)
  // No client certificate of this computer is offered to any server.
  app.on('select-client-certificate', (event, _contents, _url, _list, choose) => {
    event.preventDefault()
    choose()
  })
}

interface WindowOptions {
  readonly preload: string
  /** What was asked for at the start; null: the window opens where it was left. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly state: WindowState
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

/** The one window: sandboxed, isolated, without Node, shown once it has something to show. */
export function openWindow({ preload, size, state, clock, log }: WindowOptions): BrowserWindow {
  const { isMaximized, ...place } = state.open(USUAL)
  const window = new BrowserWindow({
    ...(size === null ? place : { ...size, useContentSize: true }),
    // At twice the scale a small display has fewer points than that.
    minWidth: Math.min(SMALLEST.width, place.width),
    minHeight: Math.min(SMALLEST.height, place.height),
    show: false,
    title: 'Plimsoll',
    backgroundColor: '#101418',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  const show = (): void => {
    if (window.isDestroyed() || window.isVisible()) return
    window.show()
    if (size === null && isMaximized) window.maximize()
  }
  if (size === null) state.follow(window)
  // Shown also when the page never gets that far: a trader must have a window to close.
  const stopWaiting = clock.after(SHOWN_WITHIN_MS, show)
  window.once('ready-to-show', () => {
    stopWaiting()
    show()
  })
  // A load breaks off when the window is reloaded or closed meanwhile: logged, not a fault of main.
  window.loadURL(START_PAGE).catch((error: unknown) => log.write('pageNotLoaded', { fault: error }))
  return window
}

/** Brings the window to the front, if it still exists. */
export function bringForward(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  // A hidden window can not take the focus, and on Wayland only showing it asks for one.
  window.show()
  window.focus()
}
