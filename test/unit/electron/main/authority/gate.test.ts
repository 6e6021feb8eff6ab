import fc from 'fast-check'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { openLog } from '#electron/log/log.ts'
import { gateOf, gatesOf, type Handlers } from '#electron/main/authority/gate.ts'
import { ok } from '#shared/domain/result.ts'
import { COMMANDS, type CommandName } from '#shared/ipc/contract.ts'
import { ManualClock } from '#test/support/clock.ts'
import { asked as fitting } from '#test/support/nearly-asked.ts'
import { message, verbatim } from '#shared/words/message.ts'

const FLATTEN = { runId: crypto.randomUUID(), action: { kind: 'flatten', spot: 'keep' } }
const DENIED = { kind: 'denied', denial: { code: 'NOTHING_TO_DO', message: verbatim('Flat.') } } as const

/** Valid arguments for the handler. */
const argsOf = (name: CommandName): unknown => fc.sample(fitting(name), { numRuns: 1, seed: 7 })[0]

const popOuts = () => []
const OPEN = { isLocked: () => false, waysOut: () => true }

function gate(preview = vi.fn(async () => ok(DENIED))) {
  const clock = new ManualClock()
  const logged: string[] = []
  const log = openLog({ folder: null, wall: () => 0, echo: (line) => logged.push(line) })
  const pass = gateOf('preview', preview, clock, log)
  return { clock, preview, ask: (args: unknown) => pass(args, 7), logged }
}

describe('the gate', () => {
  it('distinguishes each load of the page: what was granted and shown ends with the load', async () => {
    const from: number[] = []
    const preview = async (_: unknown, load: number) => ok((from.push(load), DENIED))
    const handlers = { preview } as unknown as Handlers
    const sender = { id: 7 }
    let load = 1
    const window = { isDestroyed: () => false, webContents: sender } as unknown as BrowserWindow
    const log = openLog({ folder: null, wall: () => 0, echo: () => undefined })
    const gates = new Map(
      gatesOf(handlers, { clock: new ManualClock(), log, lock: OPEN, window: () => window, popOuts, load: () => load }),
    )
    const event = { sender, senderFrame: { parent: null, origin: 'app://plimsoll' } } as unknown as IpcMainInvokeEvent
    await gates.get('preview')!(event, FLATTEN)
    load = 2
    await gates.get('preview')!(event, FLATTEN)
    expect(from).toEqual([1, 2])
  })

  it('passes, while Plimsoll is locked, only what unlocks it, and the way out if that is allowed', async () => {
    const sender = { id: 7 }
    const window = { isDestroyed: () => false, webContents: sender } as unknown as BrowserWindow
    const log = openLog({ folder: null, wall: () => 0, echo: () => undefined })
    const event = { sender, senderFrame: { parent: null, origin: 'app://plimsoll' } } as unknown as IpcMainInvokeEvent
    const names = Object.keys(COMMANDS) as CommandName[]
    const called = vi.fn<(name: CommandName) => void>()
    const handler = (name: CommandName) => async () => (called(name), ok('done'))
    const handlers = Object.fromEntries(names.map((name) => [name, handler(name)])) as unknown as Handlers
    const open = async (waysOut: boolean): Promise<CommandName[]> => {
      const lock = { isLocked: () => true, waysOut: () => waysOut }
      const options = { clock: new ManualClock(), log, lock, window: () => window, popOuts, load: () => 1 }
      const gates = new Map(gatesOf(handlers, options))
      const isShut = async (name: CommandName): Promise<boolean> =>
        JSON.stringify(await gates.get(name)!(event, argsOf(name))).includes('"lock.locked"')
      called.mockClear()
      const shut = await Promise.all(names.map(isShut))
      const left = names.filter((_, nth) => !shut[nth]).sort()
      // A refused command was not started either.
      expect(called.mock.calls.map(([name]) => name).sort()).toEqual(left)
      return left
    }
    expect(await open(true)).toEqual(['getLock', 'getSettings', 'openWayOut', 'showPlace', 'unlock'])
    expect(await open(false)).toEqual(['getLock', 'getSettings', 'showPlace', 'unlock'])
  })

  describe('for a window of one panel', () => {
    const names = Object.keys(COMMANDS) as CommandName[]
    const windowOf = (id: number) => ({ isDestroyed: () => false, webContents: { id } }) as unknown as BrowserWindow
    const from = (id: number, frame: object = { parent: null, origin: 'app://plimsoll' }) =>
      ({ sender: { id }, senderFrame: frame }) as unknown as IpcMainInvokeEvent

    /** Window 7 is the main one, and 8 and 9 show a panel each. */
    function gates(isLocked = false) {
      const called = vi.fn<(name: CommandName, load: number) => void>()
      const handler = (name: CommandName) => async (_: unknown, load: number) => (called(name, load), ok('done'))
      const handlers = Object.fromEntries(names.map((name) => [name, handler(name)])) as unknown as Handlers
      const log = openLog({ folder: null, wall: () => 0, echo: () => undefined })
      const lock = { isLocked: () => isLocked, waysOut: () => true }
      const windows = { window: () => windowOf(7), popOuts: () => [windowOf(8), windowOf(9)] }
      const all = new Map(gatesOf(handlers, { clock: new ManualClock(), log, lock, ...windows, load: () => 3 }))
      return { called, ask: (name: CommandName, event: IpcMainInvokeEvent) => all.get(name)!(event, argsOf(name)) }
    }

    it('passes what it reads and the way to the main window, and refuses every other command there is', async () => {
      const { ask, called } = gates()
      const answers = await Promise.all(names.map(async (name) => [name, await ask(name, from(9))] as const))
      const passed = answers.filter(([, answer]) => (answer as { ok: boolean }).ok).map(([name]) => name)
      expect(passed.sort()).toEqual(['getLock', 'getPortfolio', 'getSettings', 'showPlace'])
      for (const [name, answer] of answers.filter(([each]) => !passed.includes(each)))
        expect(answer, name).toMatchObject({
          ok: false,
          error: { outcome: 'notSent', message: message('main.onlyMainWindow') },
        })
      // Nothing that was refused was started, and nothing that passed is taken for a load of the main window.
      expect(called.mock.calls.map(([name]) => name).sort()).toEqual(passed)
      expect(called.mock.calls.every(([, load]) => load === -1)).toBe(true)
    })

    it('passes no figure while Plimsoll is locked', async () => {
      const { ask, called } = gates(true)
      for (const name of names) await ask(name, from(8))
      expect(called.mock.calls.map(([name]) => name).sort()).toEqual(['getLock', 'getSettings', 'showPlace'])
    })

    it('has a rate of its own: a flood from it holds up nothing that the main window asks', async () => {
      const { ask } = gates()
      const flood = await Promise.all(Array.from({ length: 200 }, () => ask('getPortfolio', from(8))))
      expect(flood.at(-1)).toMatchObject({ error: { message: message('main.tooOften') } })
      expect(await ask('getPortfolio', from(7))).toMatchObject({ ok: true })
    })

    it.each([
      ['a frame in it', 8, { parent: {}, origin: 'app://plimsoll' }],
      ['another origin in it', 8, { parent: null, origin: 'null' }],
      ['a window that is not ours', 10, { parent: null, origin: 'app://plimsoll' }],
    ])('passes nothing for %s', async (_, id, frame) => {
      const { ask, called } = gates()
      for (const name of names)
        expect(await ask(name, from(id, frame))).toMatchObject({
          ok: false,
          error: { message: message('main.notThisWindow') },
        })
      expect(called).not.toHaveBeenCalled()
    })
  })

  it('refuses a scenario so large that saving would block main, and accepts two a second', async () => {
    const save = vi.fn(async () => ok([]))
    const pass = gateOf(
      'saveScenario',
      save,
      new ManualClock(),
      openLog({ folder: null, wall: () => 0, echo: vi.fn() }),
    )
    const ask = (coins: number): Promise<unknown> => {
      const named = Object.fromEntries(Array.from({ length: coins }, (_, nth) => [`COIN${nth}`, -0.1]))
      return pass({ id: crypto.randomUUID(), name: 'Crash', moves: { named, others: 0 } }, 7)
    }
    expect([await ask(1_000), await ask(100), await ask(1)]).toMatchObject([
      { ok: false, error: { message: { code: 'main.notUnderstoodAll' } } },
      { ok: true },
      { ok: false, error: { message: { code: 'main.tooOften' } } },
    ])
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('withholds the answer to a request from before the lock, without claiming that nothing was done', async () => {
    const sender = { id: 7 }
    const window = { isDestroyed: () => false, webContents: sender } as unknown as BrowserWindow
    const log = openLog({ folder: null, wall: () => 0, echo: () => undefined })
    const event = { sender, senderFrame: { parent: null, origin: 'app://plimsoll' } } as unknown as IpcMainInvokeEvent
    const answer = Promise.withResolvers<unknown>()
    let isLocked = false
    const lock = { isLocked: () => isLocked, waysOut: () => true }
    const handlers = { getPortfolio: () => answer.promise } as unknown as Handlers
    const options = { clock: new ManualClock(), log, lock, window: () => window, popOuts, load: () => 1 }
    const asked = new Map(gatesOf(handlers, options)).get('getPortfolio')!(event, {})
    isLocked = true
    answer.resolve(ok('figures'))
    const said = message('lock.lockedMeanwhile')
    expect(await asked).toMatchObject({ ok: false, error: { message: said, outcome: 'unknown' } })
  })

  it('forwards a preview and returns its answer', async () => {
    const { ask, preview } = gate()
    expect(await ask(FLATTEN)).toEqual({ ok: true, value: DENIED })
    expect(preview).toHaveBeenCalledExactlyOnceWith(FLATTEN, 7)
  })

  it('refuses in words what it does not understand, without calling the handler', async () => {
    const { ask, preview } = gate()
    const negative = { ...FLATTEN, action: { kind: 'closeSide', side: -1 } }
    expect(await ask(negative)).toMatchObject({
      ok: false,
      error: { outcome: 'notSent', message: message('main.notUnderstood', { field: 'action.side' }) },
    })
    expect(preview).not.toHaveBeenCalled()
  })

  it('passes 25 calls a second, and refuses the rest', async () => {
    const { ask, preview, clock } = gate()
    const flood = async () => Promise.all(Array.from({ length: 100 }, () => ask(FLATTEN)))
    const refused = (await flood()).filter((answer) => !(answer as { ok: boolean }).ok)
    expect(preview).toHaveBeenCalledTimes(25)
    expect(refused[0]).toMatchObject({ error: { message: message('main.tooOften') } })
    await clock.advance(200)
    await flood()
    expect(preview).toHaveBeenCalledTimes(30)
  })

  it('turns exceptions of the handler into words, without their details', async () => {
    const { ask, preview, logged } = gate()
    preview.mockRejectedValue(new Error('c4n4ry'))
    const answer = await ask(FLATTEN)
    expect(answer).toMatchObject({ ok: false, error: { operation: 'preview' } })
    expect(JSON.stringify(answer)).not.toContain('c4n4ry')
    expect(logged).toMatchObject([expect.stringContaining('"event":"commandFailed","operation":"preview"')])
    expect(logged.join()).not.toContain('c4n4ry')
  })
})
