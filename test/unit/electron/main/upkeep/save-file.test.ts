import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSaving } from '#electron/main/upkeep/save-file.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'save-file-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A desktop whose dialog stays open until the test picks a path. */
function desktop() {
  const picks: ((filePath: string) => void)[] = []
  const asked: (string | undefined)[] = []
  const state = { isLocked: false }
  const lock = { isLocked: () => state.isLocked, untilLocked: () => null, waysOut: () => true }
  const boxes = { dialog: {} as never, say: inEnglish, window: () => null, lock: lock as never }
  const saveFile = createSaving(boxes, {
    showSaveDialog: (...given: unknown[]) => {
      asked.push((given.at(-1) as SaveDialogOptions).defaultPath)
      return new Promise<SaveDialogReturnValue>((resolve) =>
        picks.push((filePath) => resolve({ canceled: filePath === '', filePath })),
      )
    },
  })
  return { saveFile, asked, state, pick: (name: string) => picks.shift()?.(name) }
}

it('writes where the trader says, for nobody else, and completely or not at all', async () => {
  const { saveFile, asked, pick } = desktop()
  const file = join(folder, 'mine.txt')
  writeFileSync(file, 'older and longer')
  chmodSync(file, 0o644)
  const saved = saveFile('journal.txt', 'new')
  pick(file)
  expect([await saved, asked]).toEqual([{ ok: true, value: file }, ['journal.txt']])
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([
    'new',
    0o600,
    ['mine.txt'],
  ])
})

it('writes nothing when no path was picked, and says why when it cannot write', async () => {
  const { saveFile, pick } = desktop()
  const unwanted = saveFile('journal.txt', 'text')
  pick('')
  expect(await unwanted).toEqual({ ok: true, value: null })
  const taken = saveFile('journal.txt', 'text')
  pick(folder)
  const cause = expect.any(String) as string
  expect(await taken).toMatchObject({ ok: false, error: { code: 'main.save.failed', facts: { cause } } })
  expect(readdirSync(folder)).toEqual([])
})

it('asks one question at a time, and writes nothing if Plimsoll was locked before the answer', async () => {
  const { saveFile, state, asked, pick } = desktop()
  const first = saveFile('journal.txt', 'text')
  expect(await saveFile('table.tsv', 'text')).toEqual({ ok: false, error: message('main.save.busy') })
  state.isLocked = true
  pick(join(folder, 'mine.txt'))
  expect([await first, asked.length]).toEqual([{ ok: false, error: message('lock.locked') }, 1])
  expect(readdirSync(folder)).toEqual([])
})
