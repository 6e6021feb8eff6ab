import type { MessageBoxOptions } from 'electron'
import { expect, it } from 'vitest'
import { detailOf, showBox } from '#electron/main/desktop/boxes.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'

it('a box that comes while Plimsoll is locked says nothing of the account but its name', () => {
  const account = message('main.wayOut.account', { name: 'Harbour' })
  const lines = [account, message('main.wayOut.noOrders', { age: { ms: 1 } }), message('main.wayOut.taken')]
  const lockOf = (isLocked: boolean) => ({ isLocked: () => isLocked, untilLocked: () => null, waysOut: () => true })
  expect(detailOf({ say: inEnglish, lock: lockOf(false) }, lines)).toContain('none')
  expect(detailOf({ say: inEnglish, lock: lockOf(true) }, lines)).toBe(
    [account, message('main.wayOut.taken'), message('lock.hidden')].map((line) => `• ${inEnglish(line)}`).join('\n'),
  )
})

it('a box that the desktop leaves on screen when Plimsoll is locked counts as dismissed', async () => {
  const locks = new AbortController()
  const dialog = { showMessageBox: () => new Promise(() => undefined) } as never
  const lock = { isLocked: () => false, untilLocked: () => locks.signal, waysOut: () => true }
  const answers = [{ cancelId: 3 }, {}].map((each) =>
    showBox({ dialog, say: inEnglish, window: () => null, lock }, { message: 'one', ...each }),
  )
  locks.abort()
  expect(await Promise.all(answers)).toEqual([3, 0])
})

it('a box that is open when Plimsoll is locked goes', async () => {
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
  await showBox(boxes, { message: 'one' })
  await showBox(boxes, { message: 'two', signal: own.signal })
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([false, false])
  own.abort()
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([false, true])
  locks.abort()
  expect(shown.map(({ signal }) => signal?.aborted)).toEqual([true, true])
})
