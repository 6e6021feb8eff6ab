// What the parts of the host share about the one running app.
import { EventEmitter } from 'node:events'
import type { Chromium } from './chromium.ts'
import type { Stroke } from './page/preload-world.ts'

export type ProtocolHandler = (request: Request) => Response | Promise<Response>

export const state = {
  chromium: null as Chromium | null,
  /** From `ready` on; what is called before it fails as it does in Electron. */
  isReady: false,
  /** The process is on its way out: nothing that fails from now on is news. */
  isLeaving: false,
  /** Schemes that some session answers for. */
  handledSchemes: new Set<string>(),
}

/** Events of `app` that other parts raise, so that they need not import it: [name, ...arguments]. */
export const appEvents = new EventEmitter<{
  emit: [name: string, ...args: unknown[]]
  'last window closed': []
  quit: []
  /** A key that the page let pass, in the window of these contents. */
  key: [stroke: Stroke, contents: unknown]
}>()

export function chromium(): Chromium {
  if (!state.chromium) throw new Error('chromium-host: Chromium has not started')
  return state.chromium
}

export function isHandledScheme(scheme: string): boolean {
  return state.handledSchemes.has(scheme)
}
