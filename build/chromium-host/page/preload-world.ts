// What a sandboxed preload finds: `electron` with contextBridge and ipcRenderer, `process`, and a `require` for no more
// than that. Run as text in the preload's isolated world, before any page script: it may use nothing from outside.
import type { Bridge } from './bridge.ts'
import type { Codec } from './codec.ts'

/** Main to page: an answer to an invoke, or a message on a channel. */
export type ToPage =
  | { readonly kind: 'reply'; readonly id: number; readonly ok: boolean }
  | { readonly kind: 'message'; readonly channel: string }

/** Page to main, as the first line of a payload; the second is the arguments. */
export type ToMain =
  | { readonly kind: 'send'; readonly channel: string }
  | { readonly kind: 'invoke'; readonly channel: string; readonly id: number }
  | { readonly kind: 'key'; readonly stroke: Stroke }

export interface Stroke {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly meta: boolean
}

export interface PreloadWorld {
  /** Name of the function that carries a string to main; that of the one main calls. */
  readonly sendName: string
  readonly receiveName: string
  readonly process: object
}

export type RunPreload = (require: (name: string) => unknown, process: object, module: object, exports: object) => void

export function runPreload(bridge: Bridge, codec: Codec, world: PreloadWorld, preload: RunPreload | null): void {
  type Listener = (event: object, ...args: unknown[]) => void
  const globals = globalThis as unknown as Record<string, unknown>
  const sendText = globals[world.sendName] as (text: string) => void
  const listeners = new Map<string, Set<Listener>>()
  const waiting = new Map<number, { channel: string; resolve: (value: unknown) => void; reject: (e: Error) => void }>()
  let nextId = 1

  const post = (head: ToMain, args: unknown[]): void => sendText(`${JSON.stringify(head)}\n${codec.encode(args)}`)

  function refusing(name: string, members: object): object {
    return new Proxy(members, {
      get(target, key) {
        if (key in target || typeof key === 'symbol' || key === 'then') return Reflect.get(target, key) as unknown
        throw new Error(`chromium-host: ${name}.${key} is not provided`)
      },
    })
  }

  const ipcRenderer = refusing('ipcRenderer', {
    send: (channel: string, ...args: unknown[]) => post({ kind: 'send', channel }, args),
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        post({ kind: 'invoke', channel, id }, args)
        waiting.set(id, { channel, resolve, reject })
      }),
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      return ipcRenderer
    },
    removeListener(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
      return ipcRenderer
    },
  })

  globals[world.receiveName] = (head: ToPage, text: string): void => {
    const body = codec.decode(text)
    if (head.kind === 'message') {
      const args = body as unknown[]
      for (const listener of [...(listeners.get(head.channel) ?? [])]) {
        try {
          listener({ sender: ipcRenderer }, ...args)
        } catch (error) {
          reportError(error)
        }
      }
      return
    }
    const call = waiting.get(head.id)
    waiting.delete(head.id)
    if (head.ok) call?.resolve(body)
    else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${String(body)}`))
  }

  // A menu gets the keys that the page lets pass, once all its listeners have heard them.
  window.addEventListener('keydown', (event) => {
    const { key, ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta } = event
    if (!event.isTrusted || !(ctrl || alt || meta || /^F\d+$/.test(key))) return
    setTimeout(() => {
      if (!event.defaultPrevented) post({ kind: 'key', stroke: { key, ctrl, shift, alt, meta } }, [])
    })
  })

  const contextBridge = refusing('contextBridge', { exposeInMainWorld: bridge.expose })
  const electron = refusing('electron', { contextBridge, ipcRenderer })
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  try {
    preload?.(require, world.process, module, module.exports)
  } catch (error) {
    console.error('Unable to load preload script:', error)
  }
}
