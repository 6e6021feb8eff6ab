import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageBoxOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '#electron/log/log.ts'
import { finishRestore } from '#electron/main/upkeep/backup.ts'
import { openStorage, type Storage } from '#electron/main/files/storage.ts'
import { createSaving } from '#electron/main/upkeep/save-file.ts'
import { createUpkeep } from '#electron/main/upkeep/upkeep.ts'
import { message } from '#shared/words/message.ts'
import { sayIn } from '#shared/words/say.ts'
import { ManualClock } from '#test/support/clock.ts'

let top: string
let folder: string
let storage: Storage
let boxes: MessageBoxOptions[]
let leaves: boolean
let answers: number[]
let chosen: string | null
let done: string[]
/** Aborting it locks Plimsoll. */
let open: AbortController
/** What happens while the named dialog is shown. */
let during: Partial<Record<'picking' | 'asking' | 'leaving', () => void>>
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'upkeep-'))
  folder = join(top, 'profile')
  mkdirSync(folder)
  const opened = openStorage(folder, new ManualClock())
  if (!opened.ok) throw new Error(opened.error.code)
  storage = opened.value
  ;[boxes, answers, chosen, done, leaves] = [[], [], top, [], true]
  ;[open, during] = [new AbortController(), {}]
})
afterEach(() => {
  storage.close()
  rmSync(top, { recursive: true })
})

function upkeep({ openPath = async () => '' }: { openPath?: () => Promise<string> } = {}) {
  const showMessageBox = async (options: MessageBoxOptions) => {
    boxes.push(options)
    during.asking?.()
    return { response: answers.shift() ?? 0, checkboxChecked: false }
  }
  const dialog = {
    showMessageBox,
    async showOpenDialog() {
      during.picking?.()
      return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }
    },
    showSaveDialog: async () => ({ canceled: false, filePath: join(top, 'saved.txt') }),
  }
  const isLocked = () => open.signal.aborted
  const untilLocked = () => (isLocked() ? null : open.signal)
  const lock = { isLocked, untilLocked, waysOut: () => true }
  const shownIn = { dialog: dialog as never, say: sayIn('en'), window: () => null, lock }
  return createUpkeep({
    ...storage,
    ...{ folder, dialog, language: () => 'en', wall: () => Date.UTC(2026, 10, 23), versions: { Plimsoll: '0.1.0' } },
    ...{ boxes: shownIn, saveFile: createSaving(shownIn, dialog) },
    log: openLog({ folder: null, wall: () => 0, echo: () => undefined }),
    shell: { openPath },
    app: { relaunch: () => void done.push('relaunch') },
    async leave(before) {
      // When the trader stays, nothing may be prepared that a later start would do.
      during.leaving?.()
      if (!leaves) expect(existsSync(join(folder, 'restore.json'))).toBe(false)
      done.push(leaves && before() ? 'leave' : 'stay')
    },
  })
}

const made = () => readdirSync(top).find((name) => name.startsWith('plimsoll-backup')) ?? ''

it('backs up what is open while it is being written', async () => {
  storage.journal.append('account', 'a', { kind: 'left', lines: [message('main.noAccount')] })
  await upkeep().backUp()
  expect(boxes).toMatchObject([{ type: 'info', message: expect.stringContaining(made()) }])
  expect(readdirSync(join(top, made())).sort()).toEqual([
    'events.sqlite',
    'history.sqlite',
    'journal.sqlite',
    'notes',
    'plimsoll-backup.json',
  ])
})

it('makes no backup when no folder was chosen, and says where it cannot', async () => {
  chosen = null
  await upkeep().backUp()
  expect([made(), boxes]).toEqual(['', []])
  writeFileSync(join(top, 'file'), '')
  chosen = join(top, 'file')
  await upkeep().backUp()
  expect(boxes).toMatchObject([{ type: 'error', message: expect.stringContaining('No backup was made') }])
})

it('restores after a question whose default answer is no, and restarts for it', async () => {
  await upkeep().backUp()
  chosen = join(top, made())
  await upkeep().restore()
  expect([boxes[1]?.cancelId, done, existsSync(join(folder, 'restore.json'))]).toEqual([0, [], false])
  answers = [1]
  await upkeep().restore()
  expect(done).toEqual(['relaunch', 'leave'])
  storage.close()
  expect(finishRestore(folder)).toMatchObject({ ok: true, value: { code: 'storage.backup.restored' } })
})

it('does not restore later for a trader who stays, and does not restart', async () => {
  await upkeep().backUp()
  chosen = join(top, made())
  answers = [1]
  leaves = false
  await upkeep().restore()
  expect(done).toEqual(['stay'])
  storage.close()
  expect(finishRestore(folder)).toEqual({ ok: true, value: null })
})

it('does not quit for a restore that cannot be prepared', async () => {
  await upkeep().backUp()
  chosen = join(top, made())
  answers = [1]
  mkdirSync(join(folder, 'restore.json', 'in the way'), { recursive: true })
  await upkeep().restore()
  expect(done).toEqual(['stay'])
  expect(boxes.at(-1)).toMatchObject({ type: 'error', message: expect.stringContaining('was not put in place') })
})

it('does not restore what is not a backup', async () => {
  await upkeep().restore()
  expect(boxes).toMatchObject([{ type: 'error', message: expect.stringContaining('not a backup') }])
  expect(done).toEqual([])
})

describe('locked meanwhile', () => {
  const lockIt = () => open.abort()

  it('makes no backup in a folder that was picked under the lock', async () => {
    during = { picking: lockIt }
    await upkeep().backUp()
    expect([made(), boxes]).toEqual(['', []])
  })

  it.each([
    ['picking', 0],
    ['asking', 1],
    ['leaving', 1],
  ] as const)('restores nothing: locked while %s', async (when, asked) => {
    await upkeep().backUp()
    chosen = join(top, made())
    ;[answers, boxes] = [[1], []]
    during = { [when]: lockIt }
    await upkeep().restore()
    expect(done).not.toContain('relaunch')
    expect(existsSync(join(folder, 'restore.json'))).toBe(false)
    expect(boxes).toHaveLength(asked)
  })

  it('asks nothing about a backup if it was locked while that was checked', async () => {
    await upkeep().backUp()
    chosen = join(top, made())
    boxes = []
    // After the pick, while the files are read.
    during = { picking: () => setImmediate(lockIt) }
    await upkeep().restore()
    expect(boxes).toEqual([])
  })
})

it('saves diagnostics where the trader says', async () => {
  await upkeep().saveDiagnostics()
  expect(existsSync(join(top, 'saved.txt'))).toBe(true)
})

it('reports what failed, and harms nothing else of Plimsoll', async () => {
  answers = [1]
  await upkeep({ openPath: () => Promise.reject(new Error('no space left on device')) }).saveDiagnostics()
  expect(boxes.at(-1)).toMatchObject({ type: 'error', message: expect.stringContaining('no space left on device') })
})
