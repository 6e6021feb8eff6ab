// session and protocol: who answers a page's requests, and what it may ask for.
import type * as Electron from 'electron'
import { record } from '../record.ts'
import { notProvided, provided, refusingEmitter } from '../refuse.ts'
import { appEvents, state } from '../state.ts'

const standardSchemes = new Set<string>()

export const protocol = provided('protocol', {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (state.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    record('protocol.registerSchemesAsPrivileged', schemes)
    for (const { scheme, privileges } of schemes) {
      if (privileges?.standard && privileges.secure) standardSchemes.add(scheme)
    }
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    // The page sees such a scheme as https, so one that Electron would treat as anything less cannot be shown.
    if (!standardSchemes.has(scheme)) throw notProvided(`protocol.handle of '${scheme}' without standard and secure`)
    if (state.protocols.has(scheme)) throw new Error(`The scheme has been registered: ${scheme}`)
    record('protocol.handle', scheme)
    state.protocols.set(scheme, handler)
  },
} satisfies Partial<Electron.Protocol>)

type Streams = { readonly video?: unknown; readonly audio?: unknown } | null

class Session extends refusingEmitter('session') {
  _mayAsk: PermissionRequestHandler | null = null
  _mayUse: PermissionCheckHandler | null = null

  setPermissionRequestHandler(handler: PermissionRequestHandler | null): void {
    record('session.setPermissionRequestHandler', handler)
    this._mayAsk = handler
  }

  setPermissionCheckHandler(handler: PermissionCheckHandler | null): void {
    record('session.setPermissionCheckHandler', handler)
    this._mayUse = handler
  }

  setDevicePermissionHandler(handler: unknown): void {
    record('session.setDevicePermissionHandler', handler)
  }

  /** Asked at once, because no page here can show a screen: null denies, and anything else must bring a video. */
  setDisplayMediaRequestHandler(
    handler: ((request: { videoRequested: true }, answer: (streams: Streams) => void) => void) | null,
  ): void {
    record('session.setDisplayMediaRequestHandler', handler)
    handler?.({ videoRequested: true }, (streams) => {
      if (streams === null) return
      if (!streams.video) throw new TypeError('Video was requested, but no video stream was provided')
      throw notProvided('a video of the display')
    })
  }
}

type PermissionRequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>
type PermissionCheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>

let only: Session | null = null

/** The one session there is. Electron makes it on its way to `ready`, and so does the host. */
export function defaultSession(): Session {
  if (!state.isReady) throw new Error('Session can only be received when app is ready')
  if (!only) {
    only = new Session()
    appEvents.emit('emit', 'session-created', only)
  }
  return only
}

export const session = provided('session', {
  get defaultSession() {
    return defaultSession()
  },
})
