import { EventEmitter } from 'node:events'
import type { Dialog, MessageBoxOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { sayIn } from '#shared/words/say.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openLog } from '#electron/log/log.ts'
import { guardAgainstFaults } from '#electron/main/lifecycle/fault.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

let logged: string[]
beforeEach(() => void (logged = []))

function guard() {
  const process = new EventEmitter()
  const shown: MessageBoxOptions[] = []
  const box = Promise.withResolvers<{ response: number }>()
  const showMessageBox = (options: MessageBoxOptions) => {
    shown.push(options)
    return box.promise
  }
  const locks = new AbortController()
  const lock = { isLocked: () => locks.signal.aborted, untilLocked: () => locks.signal, waysOut: () => true }
  const stop = vi.fn<(why: Message) => void>()
  const leave = vi.fn<() => void>()
  guardAgainstFaults({
    process: process as unknown as NodeJS.Process,
    boxes: { dialog: { showMessageBox } as unknown as Dialog, say: sayIn('zh'), window: () => null, lock },
    log: openLog({ folder: null, wall: () => 0, echo: (line) => logged.push(line) }),
    stop,
    leave,
  })
  return { process, shown, box, stop, leave, locks }
}

describe.each(['uncaughtException', 'unhandledRejection'])('an %s', (event) => {
  it('stops trading at once, is reported, and ends Plimsoll once the report was read', async () => {
    const { process, shown, box, stop, leave } = guard()
    process.emit(event, new TypeError('c4n4ry'))
    expect(stop.mock.calls).toEqual([[message('main.fault.why')]])
    expect(shown).toMatchObject([{ type: 'error', message: expect.stringContaining('自身出现故障') }])
    await nextTurn()
    expect(leave).not.toHaveBeenCalled()
    box.resolve({ response: 0 })
    await nextTurn()
    expect(leave).toHaveBeenCalledOnce()
  })

  it('is logged with its place but without its message', () => {
    const { process } = guard()
    process.emit(event, new TypeError('c4n4ry'))
    process.emit(event, 'c4n4ry')
    expect(logged).toHaveLength(2)
    expect(logged[0]).toMatch(/"event":"fault","fault":\{"name":"TypeError","frames":/)
    expect(logged.join()).not.toContain('c4n4ry')
  })

  it('is reported and ends Plimsoll once, however many follow', async () => {
    const { process, shown, box, stop, leave } = guard()
    for (let each = 0; each < 3; each++) process.emit(event, new Error('again'))
    await nextTurn()
    expect(leave).not.toHaveBeenCalled()
    box.resolve({ response: 0 })
    await nextTurn()
    expect([stop.mock.calls.length, shown.length, leave.mock.calls.length]).toEqual([1, 1, 1])
    expect(logged).toHaveLength(3)
  })

  it('is not dismissed unread when Plimsoll is locked', async () => {
    const { process, shown, box, leave, locks } = guard()
    process.emit(event, new Error('a fault'))
    locks.abort()
    await nextTurn()
    expect([shown[0]?.signal?.aborted, leave.mock.calls.length]).toEqual([undefined, 0])
    box.resolve({ response: 0 })
    await nextTurn()
    expect(leave).toHaveBeenCalledOnce()
  })

  it('that cannot be reported ends Plimsoll', async () => {
    const { process, box, leave } = guard()
    process.emit(event, new Error('a fault'))
    box.reject(new Error('no desktop'))
    await nextTurn()
    expect(leave).toHaveBeenCalledOnce()
  })
})
