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

// Asked about nothing here: what the app set is written down.
class Session extends refusingEmitter('session') {
  setPermissionRequestHandler(handler: unknown): void {
    record('session.setPermissionRequestHandler', handler)
  }

  setPermissionCheckHandler(handler: unknown): void {
    record('session.setPermissionCheckHandler', handler)
  }

  setDevicePermissionHandler(handler: unknown): void {
    record('session.setDevicePermissionHandler', handler)
  }

  setDisplayMediaRequestHandler(handler: unknown): void {
    record('session.setDisplayMediaRequestHandler', handler)
  }
}

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
