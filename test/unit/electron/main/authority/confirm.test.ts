import { describe, expect, it, onTestFinished } from 'vitest'
import type { MessageBoxOptions } from 'electron'
import { createConfirm, type Question } from '#electron/main/authority/confirm.ts'
import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'

const FLATTEN: Question = {
  what: message('desk.flatten.keep'),
  lines: [message('main.wayOut.account', { name: 'Harbour' })],
  yes: 'main.confirm.do',
  isEnter: true,
}

/** A desktop whose boxes stay open until the test presses a button. */
function desktop() {
  const clock = new ManualClock()
  const boxes: { options: MessageBoxOptions; press: (response: number) => void; fail: () => void }[] = []
  const dialog = {
    showMessageBox: ((options: MessageBoxOptions) =>
      new Promise((resolve, reject) =>
        boxes.push({
          options,
          press: (response) => resolve({ response, checkboxChecked: false }),
          fail: () => reject(new Error('no display')),
        }),
      )) as Electron.Dialog['showMessageBox'],
  }
  onTestFinished(() => boxes.forEach(({ press }) => press(0)))
  return { clock, boxes, confirm: createConfirm({ dialog, say: inEnglish, window: () => null }, clock) }
}

describe('a question of main', () => {
  it('says what is asked for and what comes of it; Enter does what only reduces risk, Esc never does', async () => {
    const { confirm, boxes } = desktop()
    void confirm(FLATTEN)
    expect(boxes[0]?.options).toMatchObject({
      message: 'Flatten, keep Spot',
      detail: '• Account: Harbour',
      buttons: ['Back', 'Carry it out'],
      defaultId: 1,
      cancelId: 0,
    })
    boxes[0]?.press(1)
    await new Promise(setImmediate)
    void confirm({ ...FLATTEN, isEnter: false })
    expect(boxes[1]?.options).toMatchObject({ defaultId: 0, cancelId: 0 })
  })

  it.each([
    [1, 'yes'],
    [0, 'no'],
    [7, 'no'],
  ] as const)('is agreed to by its own button alone: %s is %s', async (button, answer) => {
    const { confirm, boxes } = desktop()
    const asked = confirm(FLATTEN)
    boxes[0]?.press(button)
    expect(await asked).toBe(answer)
  })

  it('is asked one at a time, and the next once it was answered', async () => {
    const { confirm, boxes } = desktop()
    const first = confirm(FLATTEN)
    expect(await confirm(FLATTEN)).toBe('busy')
    boxes[0]?.press(0)
    await first
    void confirm(FLATTEN)
    expect(boxes).toHaveLength(2)
  })

  it('is taken back after a minute without an answer, and makes room for the next', async () => {
    const { confirm, boxes, clock } = desktop()
    const asked = confirm(FLATTEN)
    await clock.advance(59_999)
    expect(boxes[0]?.options.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect([await asked, boxes[0]?.options.signal?.aborted]).toEqual(['no', true])
    void confirm(FLATTEN)
    expect(boxes).toHaveLength(2)
  })

  it('that can not be shown was asked of nobody', async () => {
    const { confirm, boxes } = desktop()
    const asked = confirm(FLATTEN)
    boxes[0]?.fail()
    expect(await asked).toBe('unshown')
  })
})
