import type { MessageBoxOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { detailOf, readFirst, showBox } from '#electron/main/desktop/boxes.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { ManualClock } from '#test/support/clock.ts'

const ONE = message('main.update.refused')

it('a dialog that opens while Plimsoll is locked says nothing of the account but its name', () => {
  const account = message('main.wayOut.account', { name: 'Harbour' })
  const lines = [account, message('main.wayOut.noOrders', { age: { ms: 1 } }), message('main.wayOut.taken')]
  const lockOf = (isLocked: boolean) => ({ isLocked: () => isLocked, untilLocked: () => null, waysOut: () => true })
  expect(detailOf({ say: inEnglish, lock: lockOf(false) }, lines)).toContain('none')
  expect(detailOf({ say: inEnglish, lock: lockOf(true) }, lines)).toBe(
    [account, message('main.wayOut.taken'), message('lock.hidden')].map((line) => `• ${inEnglish(line)}`).join('\n'),
  )
})

it('a dialog that the desktop leaves on screen when Plimsoll is locked counts as dismissed', async () => {
  const locks = new AbortController()
  const dialog = { showMessageBox: () => new Promise(() => undefined) } as never
  const lock = { isLocked: () => false, untilLocked: () => locks.signal, waysOut: () => true }
  const answers = [{ cancelId: 3 }, {}].map((each) =>
    showBox({ dialog, say: inEnglish, window: () => null, lock }, { message: ONE, ...each }),
  )
  locks.abort()
  expect(await Promise.all(answers)).toEqual([3, 0])
})

it('an open dialog closes when Plimsoll is locked', async () => {
  const locks = new AbortController()
  const own = new AbortController()
  const shown: MessageBoxOptions[] = []
  const dialog = {
    showMessageBox: async (options: MessageBoxOptions) => (
      shown.push(options),
      { response: 0, checkboxChecked: false }
    ),
  } as never
  const lock = { isLocked: () => false, untilLocked: () => locks.signal, waysOut: () => true }
  const boxes = { dialog, say: inEnglish, window: () => null, lock }
  await showBox(boxes, { message: ONE })
  await showBox(boxes, { message: ONE, signal: own.signal })
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([false, false])
  own.abort()
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([false, true])
  locks.abort()
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([true, true])
})

describe('a dialog that has just opened', () => {
  const QUESTION = { message: 'Flatten?', buttons: ['Back', 'Do it', 'Do more'], cancelId: 0 }
  const OWNER = {} as Electron.BrowserWindow

  function ask(options: MessageBoxOptions = QUESTION) {
    const clock = new ManualClock()
    const boxes: { asked: unknown[]; press: (response: number) => void }[] = []
    const showMessageBox = (...asked: unknown[]) =>
      new Promise((resolve) => boxes.push({ asked, press: (response) => resolve({ response }) }))
    const answered = vi.fn<(answer: object) => void>()
    void readFirst({ showMessageBox } as never, clock)
      .showMessageBox(OWNER, options)
      .then(answered)
    const pressed = async (response: number): Promise<void> => {
      boxes.at(-1)?.press(response)
      await clock.advance(0)
    }
    return { clock, boxes, answered, pressed }
  }

  it.each([1, 2])('is not answered by a stray click: button %i counts only after time to read', async (button) => {
    const { clock, boxes, answered, pressed } = ask()
    await pressed(button)
    await clock.advance(699)
    expect(boxes).toHaveLength(1)
    await clock.advance(1)
    expect(boxes).toHaveLength(2)
    await clock.advance(699)
    await pressed(button)
    await clock.advance(700)
    await clock.advance(700)
    expect(answered).not.toHaveBeenCalled()
    await pressed(button)
    expect(answered).toHaveBeenCalledWith({ response: button })
    expect(boxes.map(({ asked }) => asked)).toEqual(Array.from({ length: 3 }, () => [OWNER, QUESTION]))
  })

  it('that another one covered counts from when it came to light again', async () => {
    const clock = new ManualClock()
    const boxes: ((response: number) => void)[] = []
    const showMessageBox = () => new Promise((resolve) => boxes.push((response) => resolve({ response })))
    const dialog = readFirst({ showMessageBox } as never, clock)
    const lower = vi.fn<(answer: object) => void>()
    void dialog.showMessageBox(OWNER, QUESTION).then(lower)
    const upper = dialog.showMessageBox(OWNER, QUESTION)
    await clock.advance(5_000)
    boxes[1]?.(0)
    await upper
    await clock.advance(60)
    // The second half of a double click on the upper box.
    boxes[0]?.(1)
    await clock.advance(699)
    expect([lower.mock.calls, boxes.length]).toEqual([[], 2])
    await clock.advance(1)
    expect([lower.mock.calls, boxes.length]).toEqual([[], 3])
  })

  it('can be left at once, and a notice only needs to be read', async () => {
    const back = ask()
    await back.pressed(0)
    expect(back.answered).toHaveBeenCalledWith({ response: 0 })
    const notice = ask({ message: 'Saved', buttons: ['OK'], cancelId: 7 })
    await notice.pressed(0)
    expect(notice.answered).toHaveBeenCalledWith({ response: 0 })
  })

  it('is not shown again once it was withdrawn', async () => {
    const ends = new AbortController()
    const { clock, boxes, answered, pressed } = ask({ ...QUESTION, cancelId: 2, signal: ends.signal })
    await pressed(1)
    ends.abort()
    await clock.advance(700)
    expect(answered).toHaveBeenCalledWith({ response: 2 })
    expect(boxes).toHaveLength(1)
  })
})
