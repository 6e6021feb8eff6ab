/** T15: diagnostics contain no secret, name, address or amount, and are shown before they are saved. */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialog, MessageBoxOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '#electron/log/log.ts'
import { diagnosticsOf, saveDiagnostics } from '#electron/main/upkeep/diagnostics.ts'
import { createSaving } from '#electron/main/upkeep/save-file.ts'
import { openStorage } from '#electron/main/files/storage.ts'
import { sayIn } from '#shared/words/say.ts'
import { ManualClock } from '#test/support/clock.ts'

const CANARY = 'c4n4ry'
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'diagnostics-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('contain codes, counts, sizes and the log, and nothing stored of accounts', () => {
  const storage = openStorage(folder, new ManualClock())
  if (!storage.ok) throw new Error(storage.error.code)
  const { journal } = storage.value
  const log = openLog({ folder: join(folder, 'logs'), wall: () => 0, echo: () => undefined })
  log.write('fault', { fault: new Error(CANARY) })
  appendFileSync(
    join(folder, 'logs', 'plimsoll.log'),
    `{"event":"fault","url":"https://${CANARY}.example"}\n${CANARY}\n`,
  )
  writeFileSync(join(folder, 'accounts.json'), JSON.stringify({ version: 1, accounts: [{ name: CANARY }] }))
  writeFileSync(join(folder, `${CANARY}.json`), '')
  const text = diagnosticsOf({ folder, log, journal, versions: { Plimsoll: '0.1.0' }, language: 'zh', at: 0 })
  storage.value.close()
  expect(text).not.toContain(CANARY)
  expect(text).toContain('"event":"fault","fault":{"name":"Error"')
  const about = JSON.parse(text.slice(0, text.indexOf('\n}\n') + 2)) as unknown
  expect(about).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    versions: { Plimsoll: '0.1.0' },
    journal: { rows: 0, reserved: 0, notice: null, emergency: null },
    files: { 'journal.sqlite-reserve': 4_194_304, 'accounts.json': expect.any(Number) },
  })
})

describe('saving diagnostics', () => {
  const TEXT = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')

  async function save(answers: readonly number[], filePath: string) {
    const boxes: MessageBoxOptions[] = []
    const opened: string[] = []
    const folders: string[] = []
    const left = [...answers]
    const dialog = {
      showMessageBox: async (options: MessageBoxOptions) => {
        boxes.push(options)
        return { response: left.shift() ?? 2, checkboxChecked: false }
      },
      showSaveDialog: async () => ({ canceled: filePath === '', filePath }),
    } as unknown as Dialog
    const shownIn = { dialog, say: sayIn('en'), window: () => null }
    await saveDiagnostics(TEXT, shownIn, createSaving(shownIn, dialog), async (path) => {
      opened.push(readFileSync(path, 'utf8'))
      folders.push(join(path, '..'))
    })
    return { boxes, opened, folders }
  }

  it('shows the beginning, and everything on request, before writing', async () => {
    const file = join(folder, 'saved.txt')
    const { boxes, opened } = await save([1, 0], file)
    expect(boxes[0]?.detail).toContain('line 23\n…')
    expect(opened).toEqual([TEXT])
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([TEXT, 0o600])
    expect(boxes.at(-1)?.message).toBe(`Saved as ${file}`)
  })

  it('leaves no copy behind once the trader has decided', async () => {
    for (const pressed of [
      [1, 0],
      [1, 1, 2],
    ]) {
      const { folders } = await save(pressed, join(folder, 'saved.txt'))
      expect([folders.length, folders.filter((each) => existsSync(each))]).toEqual([pressed.length - 1, []])
    }
  })

  it('writes nothing when the trader declines', async () => {
    expect((await save([2], join(folder, 'no.txt'))).boxes).toHaveLength(1)
    expect((await save([0], '')).boxes).toHaveLength(1)
    expect(() => statSync(join(folder, 'no.txt'))).toThrow('ENOENT')
  })

  it('says where it could not write', async () => {
    const { boxes } = await save([0], join(folder, 'nowhere', 'saved.txt'))
    expect(boxes[1]?.message).toContain('ENOENT')
  })
})
