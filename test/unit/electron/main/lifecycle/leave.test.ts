import type { Message } from '#shared/domain/message.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { sayIn, type Language } from '#shared/words/say.ts'
import { EventEmitter } from 'node:events'
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { guardLeaving, type Leave } from '#electron/main/lifecycle/leave.ts'
import { NOTHING_LEFT, type Leaving } from '#shared/snapshot/leaving.ts'
import { ManualClock } from '#test/support/clock.ts'

const HELD: Leaving = {
  lines: [verbatim('Held: 2 positions.'), verbatim('Open orders: 1 on Spot.')],
  isQuiet: false,
}
/** Takes the place of an exit code when nothing prevented the quit. */
const AT_ONCE = -1
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
/** Emits the desktop's event for leaving, and returns whether it was prevented. */
function attempt(source: EventEmitter, name: string): boolean {
  let isHeld = false
  source.emit(name, { preventDefault: () => (isHeld = true) })
  return isHeld
}

function open(left: Leaving, platform: NodeJS.Platform = 'linux', language: Language = 'en') {
  const exited: number[] = []
  const asked: MessageBoxOptions[] = []
  const answers: PromiseWithResolvers<{ response: number }>[] = []
  const app = Object.assign(new EventEmitter(), {
    // A quit that nobody prevents ends at once.
    quit() {
      if (!attempt(app, 'before-quit')) exited.push(AT_ONCE)
    },
    exit: (code: number) => void exited.push(code),
  })
  const powerMonitor = new EventEmitter()
  const process = Object.assign(new EventEmitter(), { platform })
  const showMessageBox = (_window: unknown, options: MessageBoxOptions) => {
    asked.push(options)
    const answer = Promise.withResolvers<{ response: number }>()
    answers.push(answer)
    return answer.promise
  }
  const window = Object.assign(new EventEmitter(), { isDestroyed: () => false })
  const owner = (): BrowserWindow => window as unknown as BrowserWindow
  const close = vi.fn(async () => undefined)
  const noteLeft = vi.fn<(lines: readonly Message[]) => void>()
  const clock = new ManualClock()
  const leave = guardLeaving({
    ...({ app, powerMonitor } as unknown as Pick<Leave, 'app' | 'powerMonitor'>),
    boxes: { dialog: { showMessageBox } as unknown as Dialog, say: sayIn(language), window: owner },
    window: owner(),
    accounts: { leaving: () => left, noteLeft, close },
    clock,
    process: process as unknown as NodeJS.Process,
  })
  const answer = async (button: string): Promise<void> => {
    answers.shift()!.resolve({ response: asked.at(-1)!.buttons!.indexOf(button) })
    await nextTurn()
  }
  const fail = async (): Promise<void> => {
    answers.shift()!.reject(new Error('no desktop'))
    await nextTurn()
  }
  const isLeft = async (): Promise<boolean> => {
    await nextTurn()
    return exited.length > 0
  }
  return { leave, exited, app, window, asked, answer, fail, noteLeft, close, clock, isLeft, powerMonitor, process }
}

describe('closing the window', () => {
  it('is prevented once with a list of what would be unattended, however often it is tried', async () => {
    const { window, asked, isLeft } = open(HELD)
    expect(attempt(window, 'close')).toBe(true)
    expect(attempt(window, 'close')).toBe(true)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.detail).toBe('• Held: 2 positions.\n• Open orders: 1 on Spot.')
    expect(await isLeft()).toBe(false)
  })

  it('stays open, and asks again the next time', async () => {
    const { window, asked, answer, isLeft, noteLeft, close } = open(HELD)
    attempt(window, 'close')
    await answer('Stay')
    expect(await isLeft()).toBe(false)
    expect(noteLeft).not.toHaveBeenCalled()
    expect(close).not.toHaveBeenCalled()
    expect(attempt(window, 'close')).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it('asks again after a dialog that could not be shown', async () => {
    const { window, asked, fail, isLeft } = open(HELD)
    attempt(window, 'close')
    await fail()
    expect(attempt(window, 'close')).toBe(true)
    expect(asked).toHaveLength(2)
    expect(await isLeft()).toBe(false)
  })

  it('quits when told to, after the desk was closed', async () => {
    const { window, answer, isLeft, noteLeft, close } = open(HELD)
    attempt(window, 'close')
    expect(noteLeft).not.toHaveBeenCalled()
    await answer('Leave anyway')
    expect(noteLeft.mock.calls).toEqual([[HELD.lines]])
    expect(noteLeft.mock.invocationCallOrder[0]).toBeLessThan(close.mock.invocationCallOrder[0]!)
    expect(close).toHaveBeenCalledOnce()
    expect(await isLeft()).toBe(true)
  })

  it("asks in the trader's language, and identifies its buttons by position", async () => {
    const line = message('account.ordersUnread', { count: 2 })
    const { window, asked, answer, isLeft } = open({ lines: [line], isQuiet: false }, 'linux', 'zh')
    attempt(window, 'close')
    expect(asked[0]).toMatchObject({
      title: '退出 Plimsoll？',
      detail: '• 尚未读取 2 个合约或交易对的订单。',
      buttons: ['留下', '仍要离开'],
      cancelId: 0,
    })
    await answer('仍要离开')
    expect(await isLeft()).toBe(true)
  })

  it('asks nothing when nothing is left open', async () => {
    const { app, window, asked, isLeft } = open(NOTHING_LEFT)
    expect(attempt(window, 'close')).toBe(false)
    app.emit('window-all-closed')
    expect(asked).toEqual([])
    expect(await isLeft()).toBe(true)
  })

  it('waits at most eight seconds for a desk that does not close', async () => {
    const { app, close, clock, isLeft } = open(NOTHING_LEFT)
    close.mockReturnValue(new Promise(() => undefined))
    app.quit()
    await clock.advance(7_999)
    expect(await isLeft()).toBe(false)
    await clock.advance(1)
    expect(await isLeft()).toBe(true)
  })
})

describe('never prevented', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('a signal on %s', async (platform) => {
    const { asked, isLeft, process } = open(HELD, platform)
    process.emit('SIGTERM')
    expect(await isLeft()).toBe(true)
    expect(asked).toEqual([])
  })

  it('a shutdown of the machine, even while the question is open; the machine waits', async () => {
    const { window, powerMonitor, isLeft } = open(HELD, 'darwin')
    attempt(window, 'close')
    expect(attempt(powerMonitor, 'shutdown')).toBe(true)
    expect(await isLeft()).toBe(true)
  })

  it('the end of a session on Windows, and nothing more is sent after the event', () => {
    const { window, close } = open(HELD, 'win32')
    window.emit('session-end', {})
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('requests in progress get their time, however often Plimsoll is hurried', () => {
  it.each<[string, (all: ReturnType<typeof open>) => void]>([
    ['three signals, as of Ctrl-C', ({ process }) => [1, 2, 3].forEach(() => process.emit('SIGINT'))],
    [
      'a signal and a shutdown',
      ({ process, powerMonitor }) => [process.emit('SIGTERM'), attempt(powerMonitor, 'shutdown')],
    ],
    [
      'the two quits of a shutdown on macOS',
      ({ app, powerMonitor }) => [attempt(powerMonitor, 'shutdown'), app.quit(), app.quit()],
    ],
    [
      'a window that is closed meanwhile',
      ({ app, process }) => [process.emit('SIGTERM'), app.emit('window-all-closed')],
    ],
  ])('by %s', async (_, hurry) => {
    const all = open(HELD, 'darwin')
    const ended = Promise.withResolvers<undefined>()
    all.close.mockReturnValue(ended.promise)
    hurry(all)
    expect(await all.isLeft()).toBe(false)
    ended.resolve(undefined)
    expect(await all.isLeft()).toBe(true)
    expect(all.exited).toEqual([0])
    expect(all.close).toHaveBeenCalledOnce()
  })
})

describe('quitting from the way out', () => {
  it('asks first, and says whether Plimsoll quits', async () => {
    const { leave, asked, answer } = open(HELD)
    const first = leave.leaveAsked()
    await answer('Stay')
    expect(await first).toBe(false)
    const second = leave.leaveAsked()
    await answer('Leave anyway')
    expect(await second).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it('asks nothing when nothing is left open', async () => {
    const { leave, asked, isLeft } = open(NOTHING_LEFT)
    expect(await leave.leaveAsked()).toBe(true)
    expect([asked.length, await isLeft()]).toEqual([0, true])
  })
})

describe('quitting without closing the window', () => {
  it('asks on macOS, where a trader can do it', async () => {
    const { app, asked, answer, isLeft } = open(HELD, 'darwin')
    expect(attempt(app, 'before-quit')).toBe(true)
    expect(asked).toHaveLength(1)
    expect(await isLeft()).toBe(false)
    await answer('Leave anyway')
    expect(await isLeft()).toBe(true)
  })

  it('acts as a signal elsewhere, and asks nothing', async () => {
    const { app, asked, isLeft } = open(HELD)
    app.quit()
    expect(asked).toEqual([])
    expect(await isLeft()).toBe(true)
  })
})
