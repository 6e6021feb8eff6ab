// session and protocol: who answers a page's requests, and what it may ask for.
import type * as Electron from 'electron'
import { record } from '../record.ts'
import { notProvided, provided, refusingEmitter } from '../refuse.ts'
import { appEvents, chromium, state, type ProtocolHandler } from '../state.ts'

const standardSchemes = new Set<string>()

/** What answers the requests of one session's pages, by scheme. */
type Handlers = Map<string, ProtocolHandler>
const defaultHandlers: Handlers = new Map()

export const protocol = provided('protocol', {
  ...protocolOf(defaultHandlers),
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (state.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    record('protocol.registerSchemesAsPrivileged', schemes)
    for (const { scheme, privileges } of schemes) {
      if (privileges?.standard && privileges.secure) standardSchemes.add(scheme)
    }
  },
} satisfies Partial<Electron.Protocol>)

function protocolOf(handlers: Handlers) {
  return {
    handle(scheme: string, handler: ProtocolHandler): void {
      // The page sees such a scheme as https, so one that Electron would treat as anything less cannot be shown.
      if (!standardSchemes.has(scheme)) throw notProvided(`protocol.handle of '${scheme}' without standard and secure`)
      if (handlers.has(scheme)) throw new Error(`The scheme has been registered: ${scheme}`)
      record('protocol.handle', scheme)
      handlers.set(scheme, handler)
      state.handledSchemes.add(scheme)
    },
  }
}

type Streams = { readonly video?: unknown; readonly audio?: unknown } | null

export class Session extends refusingEmitter('session') {
  readonly protocol
  readonly _handlers: Handlers
  /** Chromium's context of a partition, made with its first window; undefined: the default session's. */
  readonly _contextId: () => Promise<string | undefined>
  _mayAsk: PermissionRequestHandler | null = null
  _mayUse: PermissionCheckHandler | null = null
  _beforeRequest: BeforeRequest | null = null
  readonly webRequest = provided('webRequest', {
    /** Without a filter: it hears of everything but web sockets, which the DevTools protocol cannot stop. */
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      record('webRequest.onBeforeRequest', listener)
      this._beforeRequest = listener
    },
  })

  constructor(handlers: Handlers, contextId: () => Promise<string | undefined>) {
    super()
    this._handlers = handlers
    this._contextId = contextId
    this.protocol = provided('protocol', protocolOf(handlers))
  }

  /** Whether the app lets a request go. */
  _lets(details: Partial<Electron.OnBeforeRequestListenerDetails>): Promise<boolean> {
    const listener = this._beforeRequest
    if (!listener) return Promise.resolve(true)
    return new Promise((resolve) =>
      listener(details as Electron.OnBeforeRequestListenerDetails, ({ cancel }) => resolve(cancel !== true)),
    )
  }

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

type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  answer: (response: Electron.CallbackResponse) => void,
) => void
type PermissionRequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>
type PermissionCheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>

/** By partition; '' is the default session. */
const sessions = new Map<string, Session>()

/** Electron makes the default session on its way to `ready`, and so does the host. */
export function defaultSession(): Session {
  return sessionOf('', () => new Session(defaultHandlers, async () => undefined))
}

/** In memory alone, as Electron's without `persist:`. */
export function sessionFromPartition(partition: string): Session {
  if (partition === '') return defaultSession()
  if (partition.startsWith('persist:')) throw notProvided(`a session that is kept ('${partition}')`)
  return sessionOf(partition, () => {
    let context: Promise<string> | null = null
    return new Session(new Map(), () => (context ??= createContext()))
  })
}

function sessionOf(partition: string, make: () => Session): Session {
  if (!state.isReady) throw new Error('Session can only be received when app is ready')
  const known = sessions.get(partition)
  if (known) return known
  const made = make()
  sessions.set(partition, made)
  appEvents.emit('emit', 'session-created', made)
  return made
}

async function createContext(): Promise<string> {
  const { browserContextId } = await chromium().cdp.root.send('Target.createBrowserContext', {})
  return browserContextId
}

export const session = provided('session', {
  get defaultSession() {
    return defaultSession()
  },
  fromPartition(partition: string): Session {
    record('session.fromPartition', partition)
    return sessionFromPartition(partition)
  },
})
