import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { BrowserWindow, app, protocol, session } from 'electron'

export const APP_ORIGIN = 'app://plimsoll'
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

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Must run before the app is ready: gives `app://` the rights of a normal secure origin. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
}

/** Serves the built window from `root` and nothing outside it. */
export function serveApp(root: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = fileFor(root, url)
    if (request.method !== 'GET' || file === null) return new Response('Not found', { status: 404 })
    try {
      return new Response(new Uint8Array(await readFile(file)), {
        headers: {
          'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
          'Content-Security-Policy': CONTENT_SECURITY_POLICY,
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'no-store',
        },
      })
    } catch {
      return new Response('Not found', { status: 404 })
    }
  })
}

/** The file a URL of ours names inside `root`, or null for any other host or a path that leaves it. */
export function fileFor(root: string, url: URL): string | null {
  if (url.host !== 'plimsoll') return null
  let path: string
  try {
    path = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  if (path.includes('\0')) return null
  const file = normalize(join(root, path))
  return file.startsWith(root + sep) ? file : null
}

/** Refuses everything a page could ask for beyond showing itself, in every window there will ever be. */
export function refuseAuthority(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: { preventDefault(): void }): void => event.preventDefault()
    contents.on('will-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-frame-navigate', stay)
    contents.on('will-attach-webview', stay)
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setDevicePermissionHandler(() => false)
  session.defaultSession.setDisplayMediaRequestHandler((_request, answer) => answer({}))
}

/** The one window: sandboxed, isolated, without Node, shown once it has something to show. */
export function openWindow(preload: string, size: { width: number; height: number }): BrowserWindow {
  const window = new BrowserWindow({
    ...size,
    minWidth: 1024,
    minHeight: 640,
    useContentSize: true,
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
  window.once('ready-to-show', () => window.show())
  void window.loadURL(START_PAGE)
  return window
}
