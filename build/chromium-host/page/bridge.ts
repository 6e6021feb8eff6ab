// contextBridge between the two worlds of one document. The worlds share no objects, only the DOM, so values cross as the
// detail of a CustomEvent: Blink clones it from world to world, and dispatchEvent is synchronous, so calls and returns are
// too. Run as text once in each world, with the two event names the other way round: it may use nothing from outside.

export interface Bridge {
  readonly expose: (key: string, api: unknown) => void
}

type Packed =
  | { kind: 'value'; value: unknown }
  | { kind: 'error'; message: string }
  | { kind: 'array'; items: Packed[] }
  | { kind: 'object'; entries: [string, Packed][] }
  | { kind: 'function'; id: number }
  | { kind: 'own function'; id: number }
  | { kind: 'promise'; id: number }

type Message =
  | { op: 'expose'; key: string; api: Packed }
  | { op: 'call'; id: number; args: Packed }
  | { op: 'settle'; id: number; fulfilled: boolean; with: Packed }
  | { op: 'release'; id: number }

type Reply = { error: string } | { packed: Packed } | null

/** Semantics of Electron's bridge: frozen copies, prototypes dropped, errors reduced to their message, functions come back as themselves. */
export function createBridge(outEvent: string, inEvent: string): Bridge {
  const REPLY = '-reply'
  // Taken before any page script could replace them.
  const dispatch = EventTarget.prototype.dispatchEvent.bind(window)
  const clone = structuredClone.bind(window)
  const Crossing = CustomEvent

  const ownFunctions = new Map<number, { fn: (...args: unknown[]) => unknown; self: unknown }>()
  const ownIds = new WeakMap<object, number>()
  const foreignIds = new WeakMap<object, number>()
  const settlers = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>()
  const collected = new FinalizationRegistry((id: number) => post({ op: 'release', id }))
  let nextId = 1
  let reply: Reply = null

  function post(message: Message): Reply {
    reply = null
    dispatch(new Crossing(outEvent, { detail: message }))
    return reply
  }

  function pack(value: unknown, self: unknown): Packed {
    if (typeof value === 'function') return packFunction(value as (...args: unknown[]) => unknown, self)
    if (typeof value !== 'object' || value === null) return { kind: 'value', value }
    if (value instanceof Promise) return packPromise(value)
    if (value instanceof Error) return { kind: 'error', message: value.message }
    // Nearly everything can be cloned whole; only what holds a function or a promise is taken apart.
    if (isCloneable(value)) return { kind: 'value', value }
    if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => pack(item, value)) }
    return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, pack(item, value)]) }
  }

  function packFunction(fn: (...args: unknown[]) => unknown, self: unknown): Packed {
    const foreign = foreignIds.get(fn)
    if (foreign !== undefined) return { kind: 'own function', id: foreign }
    const known = ownIds.get(fn)
    const id = known !== undefined && ownFunctions.has(known) ? known : nextId++
    ownIds.set(fn, id)
    ownFunctions.set(id, { fn, self })
    return { kind: 'function', id }
  }

  function packPromise(promise: Promise<unknown>): Packed {
    const id = nextId++
    promise.then(
      (value) => settle(id, true, value),
      (reason: unknown) => settle(id, false, reason),
    )
    return { kind: 'promise', id }
  }

  // A Proxy, such as Vue's reactive objects, cannot be cloned in Electron either, and is refused. Nothing but the clone's
  // own complaint tells one: it names the object where for a function it quotes the function's text.
  function isCloneable(value: object): boolean {
    try {
      clone(value)
      return true
    } catch (error) {
      if (!/(^|: )(#<\S*|\[object \w+\]) could not be cloned/.test((error as Error).message)) return false
      throw new Error('An object could not be cloned.', { cause: error })
    }
  }

  function unpack(packed: Packed): unknown {
    switch (packed.kind) {
      case 'value':
        return packed.value
      case 'error':
        return new Error(packed.message)
      case 'array':
        return packed.items.map(unpack)
      case 'object':
        return Object.fromEntries(packed.entries.map(([key, item]) => [key, unpack(item)]))
      case 'own function':
        return ownFunctions.get(packed.id)?.fn
      case 'promise':
        return new Promise((resolve, reject) => settlers.set(packed.id, { resolve, reject }))
      case 'function': {
        const { id } = packed
        const fn = (...args: unknown[]): unknown => call(id, args)
        foreignIds.set(fn, id)
        collected.register(fn, id)
        return fn
      }
    }
  }

  function settle(id: number, fulfilled: boolean, value: unknown): void {
    try {
      post({ op: 'settle', id, fulfilled, with: pack(value, window) })
    } catch (error) {
      post({ op: 'settle', id, fulfilled: false, with: { kind: 'error', message: (error as Error).message } })
    }
  }

  function call(id: number, args: unknown[]): unknown {
    const answer = post({ op: 'call', id, args: pack(args, window) })
    if (answer === null) throw new Error('chromium-host: the other world did not answer')
    if ('error' in answer) throw new Error(answer.error)
    return unpack(answer.packed)
  }

  function answerCall(id: number, args: Packed): Reply {
    const target = ownFunctions.get(id)
    if (!target) return { error: 'chromium-host: the function is gone' }
    try {
      return { packed: pack(target.fn.apply(target.self, unpack(args) as unknown[]), window) }
    } catch (error) {
      const message = (error as { message?: unknown } | null)?.message
      return { error: typeof message === 'string' ? message : 'An unknown exception occurred in the isolated context' }
    }
  }

  function expose(key: string, api: Packed): Reply {
    if (key in window) return { error: 'Cannot bind an API on top of an existing property on the window object' }
    const value = deepFreeze(unpack(api))
    Object.defineProperty(window, key, { value, writable: false, configurable: false, enumerable: true })
    return null
  }

  function deepFreeze(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
    for (const part of Object.values(value)) deepFreeze(part)
    return Object.freeze(value)
  }

  function handle(message: Message | null): Reply {
    // Blink hands over null for a detail it could not clone.
    if (message === null) return { error: 'An object could not be cloned.' }
    switch (message.op) {
      case 'expose':
        return expose(message.key, message.api)
      case 'call':
        return answerCall(message.id, message.args)
      case 'settle':
        settlers.get(message.id)?.[message.fulfilled ? 'resolve' : 'reject'](unpack(message.with))
        settlers.delete(message.id)
        return null
      case 'release':
        ownFunctions.delete(message.id)
        return null
    }
  }

  function listen(name: string, receive: (detail: unknown) => void): void {
    const listener = (event: Event): void => {
      event.stopImmediatePropagation()
      receive((event as CustomEvent<unknown>).detail)
    }
    window.addEventListener(name, listener, true)
  }
  listen(inEvent, (detail) => {
    const answer = handle(detail as Message | null)
    dispatch(new Crossing(outEvent + REPLY, { detail: { answer } }))
  })
  listen(inEvent + REPLY, (detail) => {
    reply = detail === null ? { error: 'An object could not be cloned.' } : (detail as { answer: Reply }).answer
  })

  return {
    expose(key, api) {
      const answer = post({ op: 'expose', key, api: pack(api, window) })
      if (answer && 'error' in answer) throw new Error(answer.error)
    },
  }
}
