import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal } from '#electron/desk/log/journal.ts'
import { askToRestore, backUp, checkBackup, copyClosed, finishRestore } from '#electron/main/upkeep/backup.ts'
import { openStorage } from '#electron/main/files/storage.ts'
import { message } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { NO_TINY_DISK, tinyDisk } from '#test/support/tiny-disk.ts'

const clock = new ManualClock()
const ABOUT = { plimsoll: '0.1.0', at: Date.UTC(2026, 10, 23, 14, 30) }
const NAME = 'plimsoll-backup-2026-11-23T14-30-00'
let top: string
let profile: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'backup-'))
  profile = join(top, 'profile')
  mkdirSync(join(profile, 'notes'), { recursive: true })
})
afterEach(() => rmSync(top, { recursive: true }))

function note(journal: Journal, text: string): void {
  expect(journal.append('account', text, { kind: 'left', lines: [message('main.noAccount')] }).ok).toBe(true)
}

/** Creates a closed profile with content in each of its files. */
function fill(rows: number): void {
  const storage = openStorage(profile, clock)
  if (!storage.ok) throw new Error(storage.error.code)
  for (let row = 0; row < rows; row += 1) note(storage.value.journal, `row ${row}`)
  storage.value.close()
  for (const name of ['accounts.json', 'settings.json', 'scenarios.json', 'limits.json', 'notes/a.json']) {
    writeFileSync(join(profile, name), `{"version":1,"rows":${rows}}`)
  }
}

function rowsNow(): number {
  const db = new DatabaseSync(join(profile, 'journal.sqlite'))
  const { rows } = db.prepare('SELECT count(*) AS rows FROM event').get() as { rows: number }
  db.close()
  return rows
}

interface Listed {
  readonly name: string
  readonly sha256: string
}

/** Changes the list of files of a backup. */
function relist(change: (files: readonly Listed[]) => readonly Listed[]): void {
  const manifest = join(top, NAME, 'plimsoll-backup.json')
  const listed = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly files: readonly Listed[] }
  writeFileSync(manifest, JSON.stringify({ ...listed, files: change(listed.files) }))
}

function listOutside(): void {
  writeFileSync(join(top, 'outside.json'), '{}')
  relist((files) => [...files, { name: '../outside.json', sha256: hash('sha256', '{}') }])
}

function putLink(): void {
  const file = join(top, NAME, 'accounts.json')
  renameSync(file, join(top, 'elsewhere.json'))
  symlinkSync(join(top, 'elsewhere.json'), file)
}

const namesIn = (folder: string): readonly string[] => readdirSync(folder).sort()
const make = () => backUp(profile, top, copyClosed(profile), ABOUT)

describe('a backup', () => {
  it('contains everything of a profile except its keys, limits and logs, complete', async () => {
    fill(3)
    mkdirSync(join(profile, 'logs'))
    writeFileSync(join(profile, 'Cookies'), 'of Chromium')
    expect(await make()).toEqual({ ok: true, value: join(top, NAME) })
    expect(readdirSync(join(top, NAME)).sort()).toEqual(
      ['accounts.json', 'events.sqlite', 'history.sqlite', 'journal.sqlite', 'notes', 'plimsoll-backup.json'].concat(
        ...['scenarios.json', 'settings.json'],
      ),
    )
    expect(await checkBackup(join(top, NAME))).toEqual({ ok: true, value: { at: ABOUT.at } })
  })

  it('of a running Plimsoll is refused from outside, and leaves nothing behind', async () => {
    const running = openStorage(profile, clock)
    const script = `
      import { backUp, copyClosed } from ${JSON.stringify(`${process.cwd()}/electron/main/upkeep/backup.ts`)}
      const profile = ${JSON.stringify(profile)}
      const made = await backUp(profile, ${JSON.stringify(top)}, copyClosed(profile), ${JSON.stringify(ABOUT)})
      console.log(made.error.code)`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(child.stdout.trim()).toBe('storage.backup.inUse')
    expect(readdirSync(top)).toEqual(['profile'])
    if (running.ok) running.value.close()
  })

  it.each([
    ['a file that was changed', () => appendFileSync(join(top, NAME, 'journal.sqlite'), 'x'), 'storage.backup.changed'],
    ['a file that is missing', () => rmSync(join(top, NAME, 'accounts.json')), 'storage.backup.changed'],
    ['no list of its files', () => rmSync(join(top, NAME, 'plimsoll-backup.json')), 'storage.backup.none'],
    ['an empty list of files', () => relist(() => []), 'storage.backup.none'],
    ['a file outside its folder', listOutside, 'storage.backup.none'],
    // A link could lead to a pipe or a device, which can be read without end.
    ['a link in place of a file', putLink, 'storage.backup.changed'],
  ])('with %s is not restored', async (_, spoil, code) => {
    fill(1)
    await make()
    spoil()
    expect(await checkBackup(join(top, NAME))).toMatchObject({ ok: false, error: { code } })
    // It may have been spoiled after it was checked.
    expect(askToRestore(profile, join(top, NAME), ABOUT.at).ok).toBe(true)
    const before = namesIn(profile)
    expect(finishRestore(profile)).toMatchObject({ ok: true, value: { code } })
    expect(namesIn(profile)).toEqual(before.filter((name) => name !== 'restore.json'))
  })

  it('is checked in turns: however large it is, main is never held for long', async () => {
    fill(1)
    writeFileSync(join(profile, 'journal.sqlite.archive-1-0123abcd'), Buffer.alloc(32 * 1024 * 1024))
    await make()
    let turns = 0
    let isChecked = false
    const turn = (): void => {
      turns += 1
      if (!isChecked) setImmediate(turn)
    }
    setImmediate(turn)
    expect(await checkBackup(join(top, NAME))).toMatchObject({ ok: true })
    isChecked = true
    // At least one turn for each MiB.
    expect(turns).toBeGreaterThan(32)
  })

  it.skipIf(NO_TINY_DISK !== null)(
    `without enough room leaves nothing behind (${NO_TINY_DISK ?? 'mounted'})`,
    async () => {
      fill(3)
      const disk = tinyDisk(1)
      disk.fill()
      expect(await backUp(profile, disk.path, copyClosed(profile), ABOUT)).toMatchObject({
        error: { code: 'storage.backup.failed' },
      })
      expect(readdirSync(disk.path)).toEqual(['filler'])
    },
  )
})

describe('restoring', () => {
  const aside = () => join(profile, 'before-restore-2026-11-23T14-30-00')

  it('waits for the next start, sets the existing files aside, and says what is unknown since then', async () => {
    fill(3)
    await make()
    fill(5)
    expect(askToRestore(profile, join(top, NAME), ABOUT.at)).toEqual({ ok: true, value: null })
    expect(rowsNow()).toBe(8)
    expect(finishRestore(profile)).toMatchObject({ ok: true, value: { code: 'storage.backup.restored' } })
    expect(rowsNow()).toBe(3)
    expect(readFileSync(join(profile, 'accounts.json'), 'utf8')).toContain('"rows":3')
    expect(readFileSync(join(aside(), 'accounts.json'), 'utf8')).toContain('"rows":5')
    expect(existsSync(join(aside(), 'journal.sqlite'))).toBe(true)
    expect(finishRestore(profile)).toEqual({ ok: true, value: null })
  })

  it('says in its journal that newer rows may be missing', async () => {
    fill(3)
    await make()
    askToRestore(profile, join(top, NAME), ABOUT.at)
    finishRestore(profile)
    const storage = openStorage(profile, clock)
    expect(storage.ok && storage.value.notices.map(({ code }) => code)).toEqual(['storage.journal.headMissing'])
    if (storage.ok) storage.value.close()
  })

  it('continues after an interruption, and loses nothing that happened in between', async () => {
    fill(3)
    await make()
    fill(5)
    askToRestore(profile, join(top, NAME), ABOUT.at)
    // The second file cannot be moved: a folder has its name in the folder aside.
    mkdirSync(join(aside(), 'notes'), { recursive: true })
    writeFileSync(join(aside(), 'accounts.json'), 'of an earlier try')
    expect(finishRestore(profile)).toMatchObject({ ok: true })
    expect(readFileSync(join(aside(), 'accounts.json.2'), 'utf8')).toBe('of an earlier try')
    expect(readFileSync(join(aside(), 'accounts.json'), 'utf8')).toContain('"rows":5')
    expect(rowsNow()).toBe(3)
  })
})

it('is made and restored from the command line', () => {
  fill(2)
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['electron/main/upkeep/backup-cli.ts', '--profile', profile, ...args], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'en' },
    })
  expect(run().status).toBe(1)
  expect(run('--to', top).stdout).toContain('Backed up as')
  const made = readdirSync(top).find((name) => name.startsWith('plimsoll-backup-')) ?? ''
  const asked = run('--restore', join(top, made))
  expect([asked.status, asked.stdout]).toEqual([0, expect.stringContaining('next start')])
  expect(finishRestore(profile)).toMatchObject({ ok: true, value: { code: 'storage.backup.restored' } })
})
