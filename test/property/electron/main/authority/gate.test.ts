// Every channel of the command table gets everything except what it accepts. A new channel is included automatically.
import fc from 'fast-check'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { openLog } from '#electron/log/log.ts'
import { gatesOf, type Handlers } from '#electron/main/authority/gate.ts'
import { ok } from '#shared/domain/result.ts'
import { COMMANDS, type CommandName } from '#shared/ipc/contract.ts'
import { message, type Code } from '#shared/words/message.ts'
import { asked, nearlyAsked } from '#test/support/nearly-asked.ts'

const NAMES = Object.keys(COMMANDS) as CommandName[]
const OURS = { id: 7 }
const TOP = { parent: null, origin: 'app://plimsoll' }
const FROM_US = { sender: OURS, senderFrame: TOP } as unknown as IpcMainInvokeEvent
const NONE = {}

/** The gates of a window, before handlers that only count. Each call advances the time by `stepMs`. */
function gates({ stepMs = 1_000, answer = async (): Promise<unknown> => ok(null) } = {}) {
  let now = 0
  const called = vi.fn<(name: CommandName, args: unknown) => Promise<unknown>>(() => answer())
  const handlers = Object.fromEntries(NAMES.map((name) => [name, (args: unknown) => called(name, args)]))
  const logged: string[] = []
  const window: { now: unknown } = { now: { isDestroyed: () => false, webContents: OURS } }
  const byName = new Map(
    gatesOf(handlers as unknown as Handlers, {
      clock: { mono: () => (now += stepMs), wall: () => 0, after: () => () => undefined },
      log: openLog({ folder: null, wall: () => 0, echo: (line) => logged.push(line) }),
      window: () => window.now as BrowserWindow | null,
      lock: { isLocked: () => false, waysOut: () => true },
      popOuts: () => [],
      load: () => 1,
    }),
  )
  return {
    called,
    logged,
    window,
    ask: (name: CommandName, event: unknown, ...given: unknown[]) => byName.get(name)!(event as never, ...given),
  }
}

const refusal = (operation: CommandName, code: Code) => ({
  ok: false,
  error: { kind: 'invalidParameter', outcome: 'notSent', operation, message: { code } },
})

/** A value that records whether anything looked at it. */
function untouchable() {
  const looks = vi.fn()
  const trap = (): never => {
    looks()
    throw new Error('looked at')
  }
  return { looks, value: new Proxy({}, { get: trap, ownKeys: trap, getPrototypeOf: trap, has: trap }) }
}

/** Whether a value is what a command without arguments accepts. */
function isEmptyRecord(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]' && Object.keys(value as object).length === 0
}

describe.each(NAMES)('%s', (name) => {
  it('runs with arguments that match its schema', async () => {
    const { ask, called } = gates()
    await fc.assert(
      fc.asyncProperty(asked(name), async (args) => {
        called.mockClear()
        expect(await ask(name, FROM_US, args)).toEqual(ok(null))
        expect(called).toHaveBeenCalledExactlyOnceWith(name, expect.anything())
      }),
      { numRuns: 20 },
    )
  })

  it('is refused with one plain failure for anything else, and nothing is done', async () => {
    const { ask, called, logged } = gates()
    const anything = fc
      .anything({
        ...{ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true },
        ...{ withNullPrototype: true, withObjectString: true, withSparseArray: true },
      })
      .filter((value) => !isEmptyRecord(value))
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, nearlyAsked(name)), async (args) => {
        const answer = await ask(name, FROM_US, args)
        expect(answer).toMatchObject({ ok: false, error: { kind: 'invalidParameter', outcome: 'notSent' } })
        expect(JSON.stringify(answer).length).toBeLessThan(1_000)
      }),
      { numRuns: 150 },
    )
    expect(called).not.toHaveBeenCalled()
    expect(logged).toEqual([])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each([0, 2, 3])('is refused with %i arguments, and none of them is looked at', async (count) => {
    const { ask, called } = gates()
    const { looks, value } = untouchable()
    expect(await ask(name, FROM_US, ...new Array<unknown>(count).fill(value))).toMatchObject(
      refusal(name, 'main.notUnderstoodAll'),
    )
    expect([called.mock.calls, looks.mock.calls]).toEqual([[], []])
  })

  it('is refused when a member throws on being read', async () => {
    const { ask, called } = gates()
    const { value } = untouchable()
    const getter = Object.defineProperty({}, 'runId', {
      enumerable: true,
      get: () => Reflect.get(value, 'runId') as unknown,
    })
    for (const args of [value, { runId: value }, getter])
      expect(await ask(name, FROM_US, args)).toMatchObject({ ok: false, error: { operation: name } })
    expect(called).not.toHaveBeenCalled()
  })
})

const gone = {
  get parent(): never {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  },
  origin: 'app://plimsoll',
}
const destroyed = {
  get id(): never {
    throw new TypeError('Object has been destroyed')
  },
}

describe('a foreign sender', () => {
  it.each<[string, unknown, unknown?]>([
    ['another window', { sender: { id: 8 }, senderFrame: TOP }],
    ['a frame in our window', { sender: OURS, senderFrame: { parent: TOP, origin: 'app://plimsoll' } }],
    ['a closed document', { sender: OURS, senderFrame: null }],
    ['a closed frame', { sender: OURS, senderFrame: gone }],
    ['a closed page', { sender: destroyed, senderFrame: TOP }],
    ['an opaque origin', { sender: OURS, senderFrame: { parent: null, origin: 'null' } }],
    ['about:blank', { sender: OURS, senderFrame: { parent: null, origin: '' } }],
    ['our host by https', { sender: OURS, senderFrame: { parent: null, origin: 'https://plimsoll' } }],
    ['a longer host name', { sender: OURS, senderFrame: { parent: null, origin: 'app://plimsoll.example' } }],
    ['another host of ours', { sender: OURS, senderFrame: { parent: null, origin: 'app://secret' } }],
    ['nothing', {}],
    ['our page, without a window', FROM_US, null],
    ['our page, after its window closed', FROM_US, { isDestroyed: () => true, webContents: destroyed }],
  ])('is refused on every channel, and its arguments are not looked at: %s', async (_who, event, now) => {
    const { ask, called, window } = gates()
    if (now !== undefined) window.now = now
    const { looks, value } = untouchable()
    for (const name of NAMES) expect(await ask(name, event, value)).toMatchObject(refusal(name, 'main.notThisWindow'))
    expect([called.mock.calls, looks.mock.calls]).toEqual([[], []])
  })
})

describe('ten thousand calls', () => {
  const FLOOD = 10_000
  const submit = { runId: crypto.randomUUID(), planId: crypto.randomUUID() }

  it.each(NAMES.filter((name) => name !== 'submit'))(
    'of %s do not delay the next flatten or cancel: few are looked at, and none is waited for',
    async (name) => {
      const { ask, called } = gates({ stepMs: 0, answer: () => new Promise(() => undefined) })
      const [args] = fc.sample(asked(name), 1)
      let looks = 0
      const counted = new Proxy(args as object, { ownKeys: (target) => ((looks += 1), Reflect.ownKeys(target)) })
      const answers = Array.from({ length: FLOOD }, () => ask(name, FROM_US, counted))
      void ask('submit', FROM_US, submit)
      // In the same turn of the event loop: no promise settled in between.
      expect(called).toHaveBeenLastCalledWith('submit', submit)
      const { perSecond } = COMMANDS[name]
      expect(called).toHaveBeenCalledTimes(perSecond + 1)
      expect(looks).toBeLessThanOrEqual(4 * perSecond)
      expect(await answers[perSecond]).toMatchObject(refusal(name, 'main.tooOften'))
      expect(await answers.at(-1)).toMatchObject({ error: { message: message('main.tooOften') } })
    },
  )

  it('from another window do not count toward the limit of ours', async () => {
    const { ask } = gates({ stepMs: 0 })
    const stranger = { sender: { id: 8 }, senderFrame: TOP }
    for (let nth = 0; nth < FLOOD; nth++) void ask('submit', stranger, NONE)
    expect(await ask('submit', FROM_US, submit)).toEqual(ok(null))
  })
})
