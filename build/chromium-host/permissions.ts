// What a page may use, as the app's permission handlers say. Chromium is told before each document, so that the handlers
// are asked sooner than in Electron, and of everything.
import type * as Electron from 'electron'
import { isHandledScheme, chromium } from './state.ts'
import { toReal } from './urls.ts'
import type { WebContents } from './web-contents.ts'

type Permission = Parameters<NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>>[1]

/** Electron's names, and Chromium's of the same. */
const PERMISSIONS: readonly (readonly [Permission, ...string[]])[] = [
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['display-capture', 'display-capture'],
  ['geolocation', 'geolocation'],
  ['idle-detection', 'idle-detection'],
  ['media', 'camera', 'microphone'],
  ['midi', 'midi'],
  ['notifications', 'notifications'],
  ['storage-access', 'storage-access'],
  ['window-management', 'window-management'],
]

/** Settles what the page at `url` may use. As in Electron, a handler that is not set refuses nothing. */
export async function settlePermissions(contents: WebContents, url: string): Promise<void> {
  if (!URL.canParse(url)) return
  const { origin } = new URL(toReal(url, isHandledScheme))
  const { root } = chromium().cdp
  const browserContextId = await contents.session._contextId()
  const context = browserContextId === undefined ? {} : { browserContextId }
  await Promise.all(
    PERMISSIONS.flatMap(([permission, ...names]) => {
      const setting = mayUse(contents, permission, url) ? 'granted' : 'denied'
      return names.map((name) =>
        root.send('Browser.setPermission', { ...context, permission: { name }, setting, origin }),
      )
    }),
  )
}

/** Some of the web's own ways check and some ask; Chromium has one setting for both, so either is enough. */
function mayUse(contents: WebContents, permission: Permission, url: string): boolean {
  const { _mayUse: check, _mayAsk: ask } = contents.session
  const page = contents as unknown as Electron.WebContents
  const about = { requestingUrl: url, isMainFrame: true }
  if (!check || !ask || check(page, permission, new URL(url).origin, about)) return true
  let isGranted = false
  ask(page, permission, (granted) => (isGranted = granted), about)
  return isGranted
}
