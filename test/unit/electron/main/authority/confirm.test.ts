import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MessageBoxOptions } from 'electron'
import { createConfirm, type Question } from '#electron/main/authority/confirm.ts'
import { createAsking } from '#electron/main/desktop/boxes.ts'
import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'

const FLATTEN: Question = {
  what: message('desk.flatten.keep'),
  lines: [message('main.wayOut.account', { name: 'Harbour' })],
  yes: 'main.confirm.do',
}

/** A desktop whose dialogs stay open until the test presses a button. */
function desktop() {
  const locks = new AbortController()
  const lock = { isLocked: () => locks.signal.aborted, untilLocked: () => locks.signal, waysOut: () => true }
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
  const asking = createAsking()
  const confirm = createConfirm({ dialog, say: inEnglish, window: () => null, lock }, clock, asking)
  return { locks, clock, boxes, asking, confirm }
}

describe('a question of main', () => {
  it('says what is requested and its effect; neither Enter nor Esc confirms', async () => {
    const { confirm, boxes } = desktop()
    void confirm(FLATTEN)
    expect(boxes[0]?.options).toMatchObject({
      message: 'Flatten, keep Spot',
      detail: '• Account: Harbour',
      buttons: ['Back', 'Confirm'],
      defaultId: 0,
      cancelId: 0,
    })
  })

  it('is not confirmed by anyone after Plimsoll was locked, and the next one is not shown', async () => {
    const { confirm, boxes, clock, locks } = desktop()
    const open = confirm(FLATTEN, async () => FLATTEN)
    const waiting = confirm(FLATTEN, async () => FLATTEN)
    locks.abort()
    expect(await open).toBe('no')
    boxes[0]?.press(1)
    await clock.advance(2_000)
    expect([await waiting, await confirm(FLATTEN), boxes.length]).toEqual(['no', 'no', 1])
  })

  it.each([
    [1, 'yes'],
    [0, 'no'],
    [7, 'no'],
  ] as const)('is confirmed only by its own button: %s is %s', async (button, answer) => {
    const { confirm, boxes } = desktop()
    const asked = confirm(FLATTEN)
    boxes[0]?.press(button)
    expect(await asked).toBe(answer)
  })

  it('is shown one at a time, the next one after the answer', async () => {
    const { confirm, boxes } = desktop()
    const first = confirm(FLATTEN)
    expect(await confirm(FLATTEN)).toBe('busy')
    boxes[0]?.press(0)
    await first
    void confirm(FLATTEN)
    expect(boxes).toHaveLength(2)
  })

  it('is withdrawn after a minute without an answer, and makes room for the next', async () => {
    const { confirm, boxes, clock } = desktop()
    const asked = confirm(FLATTEN)
    await clock.advance(59_999)
    expect(boxes[0]?.options.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect([await asked, boxes[0]?.options.signal?.aborted]).toEqual(['no', true])
    void confirm(FLATTEN)
    expect(boxes).toHaveLength(2)
  })

  it.each([
    ['by both clocks', (clock: ManualClock) => clock.jumpWall(0), 60_001],
    ['where the monotonic clock stood still', (clock: ManualClock) => clock.jumpWall(60_001), 0],
  ])('that was open during a sleep confirms nothing: %s', async (_, sleep, mono) => {
    const { confirm, boxes, clock } = desktop()
    const [first, second] = [confirm(FLATTEN), confirm(FLATTEN, async () => FLATTEN)]
    sleep(clock)
    vi.spyOn(clock, 'mono').mockReturnValue(clock.mono() + mono)
    boxes[0]?.press(1)
    expect(await first).toBe('late')
    await clock.advance(1_000)
    boxes[1]?.press(1)
    expect(await second).toBe('yes')
  })

  it('about an exit waits its turn, is then rebuilt, and is not answered by a stray Enter', async () => {
    const { confirm, boxes, clock } = desktop()
    const arming = confirm({ ...FLATTEN, what: message('main.confirm.arm') })
    const later = vi.fn(async () => ({ ...FLATTEN, lines: [] }))
    const exit = confirm(FLATTEN, later)
    expect(await confirm(FLATTEN)).toBe('busy')
    await clock.advance(10_000)
    expect([boxes.length, later.mock.calls.length]).toEqual([1, 0])
    boxes[0]?.press(0)
    expect(await arming).toBe('no')
    await clock.advance(999)
    expect(boxes).toHaveLength(1)
    await clock.advance(1)
    expect(boxes[1]?.options).toMatchObject({ message: 'Flatten, keep Spot', detail: '', defaultId: 0 })
    boxes[1]?.press(1)
    expect(await exit).toBe('yes')
  })

  it('about an exit comes after at most three others, however long they stay open', async () => {
    const { confirm, boxes, clock } = desktop()
    const asked = Array.from({ length: 5 }, () => confirm(FLATTEN, async () => FLATTEN))
    expect(await asked[4]).toBe('busy')
    // Main's own question, which the way out may need, waits behind any number.
    const ours = confirm(FLATTEN, async () => FLATTEN, 'main')
    expect(await Promise.race([ours, Promise.resolve('waits')])).toBe('waits')
    await clock.advance(3 * 61_000)
    expect(boxes.map(({ options }) => options.signal?.aborted)).toEqual([true, true, true, false])
    boxes[3]?.press(1)
    expect(await Promise.all(asked)).toEqual(['no', 'no', 'no', 'yes', 'busy'])
    await clock.advance(1_000)
    boxes[4]?.press(1)
    expect(await ours).toBe('yes')
    void confirm(FLATTEN)
    expect(boxes).toHaveLength(6)
  })

  it('keeps its account open until the last question is answered', async () => {
    const { confirm, boxes, asking, clock } = desktop()
    const first = confirm(FLATTEN)
    const second = confirm(FLATTEN, async () => FLATTEN)
    expect(asking.isOpen()).toBe(true)
    boxes[0]?.press(0)
    await first
    expect(asking.isOpen()).toBe(true)
    await clock.advance(1_000)
    boxes[1]?.press(0)
    await second
    expect(asking.isOpen()).toBe(false)
  })

  it('about an exit with nothing left to do at its turn is not shown', async () => {
    const { confirm, boxes, clock } = desktop()
    const exits = [confirm(FLATTEN), confirm(FLATTEN, async () => null)]
    boxes[0]?.press(1)
    await clock.advance(1_000)
    expect(await Promise.all(exits)).toEqual(['yes', 'no'])
    expect(boxes).toHaveLength(1)
  })

  it('that could not be shown counts as not asked', async () => {
    const { confirm, boxes } = desktop()
    const asked = confirm(FLATTEN)
    boxes[0]?.fail()
    expect(await asked).toBe('unshown')
  })
})
