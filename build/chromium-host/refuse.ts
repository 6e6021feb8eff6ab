// What the host does not provide must fail by name: a silent `undefined` would let a test pass without testing anything.
import { EventEmitter } from 'node:events'

export function notProvided(what: string): Error {
  return new Error(`chromium-host: ${what} is not provided`)
}

// Read by await, JSON.stringify, EventEmitter and assertion libraries on any object at all.
const PROBED = new Set(['then', 'toJSON', 'domain', 'inspect', 'nodeType', 'asymmetricMatch', '$$typeof'])

function refusal(name: string, parent: object): object {
  return new Proxy(parent, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || PROBED.has(key) || key.startsWith('_')) {
        return Reflect.get(target, key, receiver) as unknown
      }
      throw notProvided(`electron.${name}.${key}`)
    },
  })
}

/** A plain object whose missing members throw. The refusal stands at the end of its prototype chain, out of the way. */
export function provided<T extends object>(name: string, members: T): T {
  return Object.setPrototypeOf(members, refusal(name, Object.prototype)) as T
}

/** The same for a class: `class App extends refusingEmitter('app')`. Static members of the class are refused too. */
export function refusingEmitter(name: string): new () => EventEmitter {
  class Refusing extends EventEmitter {}
  Object.setPrototypeOf(Refusing.prototype, refusal(name, EventEmitter.prototype))
  Object.setPrototypeOf(Refusing, refusal(name, EventEmitter))
  return Refusing
}

interface Destroyable {
  isDestroyed(): boolean
}

/** As in Electron, every method of a destroyed object throws. */
export function throwsWhenDestroyed({ prototype }: { readonly prototype: Destroyable }): void {
  for (const [name, { value, ...rest }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || /^(?:_|constructor$|isDestroyed$)/.test(name)) continue
    const method = value as (...args: unknown[]) => unknown
    Object.defineProperty(prototype, name, {
      ...rest,
      value(this: Destroyable, ...args: unknown[]) {
        mustLive(this)
        return method.apply(this, args)
      },
    })
  }
}

export function mustLive(thing: Destroyable): void {
  if (thing.isDestroyed()) throw new TypeError('Object has been destroyed')
}

/** A whole part of the API that is not there: it may be imported, but not touched. */
export function absent(name: string): unknown {
  const refuse = (): never => {
    throw notProvided(`electron.${name}`)
  }
  return new Proxy(function () {}, {
    get: (_target, key) => (typeof key === 'symbol' || PROBED.has(key) || key === 'prototype' ? undefined : refuse()),
    construct: refuse,
    apply: refuse,
  })
}
