/**
 * Backups of a profile: the journal with its archives, events, prices, accounts, scenarios, notes and settings, in one
 * folder that says what is in it. Keys are in the keyring of the system and in no file, so they are in no backup.
 */
import { hash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { isFree } from '../../desk/log/reserve.ts'
import { copyOpen, pageDamage, SQLITE_BUSY, sqliteCode, userVersion, wordsOf } from '../../sqlite/database.ts'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'

/** Copies a database of the profile with SQLite's own backup: consistent, also while it is written to. */
export type CopyDatabase = (name: string, to: string) => Promise<void>

const DATABASES = ['journal.sqlite', 'events.sqlite', 'history.sqlite']
const PLAIN = /^(accounts|scenarios|settings)\.json$|^journal\.sqlite(\.archive-\d+-[0-9a-f]{8}|-reserve)$/
const NOTES = 'notes'
const MANIFEST = 'plimsoll-backup.json'

const manifestSchema = z.object({
  version: z.literal(1),
  plimsoll: z.string(),
  at: z.number(),
  files: z.array(z.object({ name: z.string().regex(/^(notes\/)?[\w.-]+$/), sha256: z.string() })).min(1),
})
type Manifest = z.infer<typeof manifestSchema>

/** The step a restore has reached: if it is cut off, the next start goes on from there. */
const RESTORE = 'restore.json'
const STAGED = 'restore-staged'
const restoreSchema = z.object({
  version: z.literal(1),
  from: z.string(),
  aside: z.string(),
  step: z.enum(['asked', 'moveAway', 'moveIn']),
})
type Restore = z.infer<typeof restoreSchema>

/** Backs up into a new folder in `into` and returns its name. Half a backup never has that name. */
export async function backUp(
  profile: string,
  into: string,
  copyDatabase: CopyDatabase,
  about: { readonly plimsoll: string; readonly at: number },
): Promise<Result<string, Message>> {
  const target = join(into, `plimsoll-backup-${stamp(about.at)}`)
  const draft = `${target}.draft`
  try {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(join(draft, NOTES), { recursive: true, mode: 0o700 })
    for (const name of DATABASES) {
      if (!existsSync(join(profile, name))) continue
      await copyDatabase(name, join(draft, name))
      checkPages(join(draft, name))
      for (const beside of ['-wal', '-shm']) rmSync(join(draft, name + beside), { force: true })
    }
    for (const name of plainIn(profile)) copyFileSync(join(profile, name), join(draft, name))
    const files = namesIn(draft).map((name) => ({ name, sha256: digest(join(draft, name)) }))
    for (const { name } of files) flush(join(draft, name))
    const written = writeJsonFile(join(draft, MANIFEST), { version: 1, ...about, files } satisfies Manifest)
    if (!written.ok) throw new Error(written.error)
    renameSync(draft, target)
    return ok(target)
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true })
    if (sqliteCode(cause) === SQLITE_BUSY) return err(message('storage.backup.inUse'))
    return err(message('storage.backup.failed', { into, cause: wordsOf(cause) }))
  }
}

/** Copies a database of a profile that no Plimsoll is using. */
export function copyClosed(profile: string): CopyDatabase {
  return async (name, to) => {
    const db = new DatabaseSync(join(profile, name), { readOnly: true })
    try {
      // Only a read shows that another process holds the file.
      userVersion(db)
      await copyOpen(db, to)
    } finally {
      db.close()
    }
  }
}

/** Whether `from` is a whole backup: when it was made, or what is wrong with it. */
export function checkBackup(from: string): Result<{ readonly at: number }, Message> {
  const read = manifestOf(from)
  if (!read.ok) return read
  const changed = read.value.files.find(({ name, sha256 }) => !isSame(join(from, name), sha256))
  return changed ? err(message('storage.backup.changed', { from, name: changed.name })) : ok({ at: read.value.at })
}

/** Asks for a backup to be put in the place of the profile when Plimsoll is started next. */
export function askToRestore(profile: string, from: string, at: number): Result<null, Message> {
  const checked = checkBackup(from)
  if (!checked.ok) return checked
  const aside = join(profile, `before-restore-${stamp(at)}`)
  const written = writeJsonFile(join(profile, RESTORE), { version: 1, from, aside, step: 'asked' } satisfies Restore)
  return written.ok ? written : err(message('storage.backup.notRestored', { cause: written.error }))
}

/**
 * Puts a backup in the profile's place where that was asked for, before any file of the profile is opened. The old files are
 * kept aside. A restore that was cut off is finished here; one that fails is undone and given up, so that none ever goes on
 * over what was done since. null: no restore was asked for.
 */
export function finishRestore(profile: string): Result<Message | null, Message> {
  const read = readJsonFile(join(profile, RESTORE), restoreSchema)
  if (read.ok && !read.value.exists) return ok(null)
  let restore = read.ok && read.value.exists ? read.value.content : null
  if (restore === null) return giveUp(profile, message('storage.backup.notRestored', { cause: RESTORE }))
  try {
    if (restore.step === 'asked') {
      const staged = stage(profile, restore.from)
      if (!staged.ok) return giveUp(profile, staged.error)
      restore = next(profile, restore, 'moveAway')
    }
    if (restore.step === 'moveAway') {
      moveAll(profile, restore.aside, restore.aside)
      restore = next(profile, restore, 'moveIn')
    }
    moveAll(join(profile, STAGED), profile, restore.aside)
    forgetRestore(profile)
    return ok(message('storage.backup.restored', { from: restore.from, aside: restore.aside }))
  } catch (cause) {
    return giveUp(profile, undo(profile, restore, wordsOf(cause)))
  }
}

/** Moves the old files back. If this is cut off the restore is still asked for, and the next start goes forward again. */
function undo(profile: string, { step, aside }: Restore, cause: string): Message {
  try {
    // By then every file in the profile is one of the backup. None is deleted.
    if (step === 'moveIn') moveAll(profile, join(aside, 'restored'), aside)
    if (step !== 'asked') moveAll(aside, profile, aside)
    return message('storage.backup.notRestored', { cause })
  } catch {
    return message('storage.backup.notUndone', { cause, aside })
  }
}

function giveUp(profile: string, why: Message): Result<never, Message> {
  forgetRestore(profile)
  return err(why)
}

function stage(profile: string, from: string): Result<null, Message> {
  const checked = checkBackup(from)
  const manifest = manifestOf(from)
  if (!checked.ok) return checked
  if (!manifest.ok) return manifest
  const staged = join(profile, STAGED)
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(join(staged, NOTES), { recursive: true, mode: 0o700 })
  for (const { name } of manifest.value.files) {
    copyFileSync(join(from, name), join(staged, name))
    flush(join(staged, name))
  }
  return ok(null)
}

function next(profile: string, restore: Restore, step: Restore['step']): Restore {
  const written = writeJsonFile(join(profile, RESTORE), { ...restore, step })
  if (!written.ok) throw new Error(written.error)
  return { ...restore, step }
}

/** Asks for no restore any more. A folder that can not be changed keeps nobody from starting. */
export function forgetRestore(profile: string): void {
  for (const name of [RESTORE, STAGED]) {
    try {
      rmSync(join(profile, name), { recursive: true, force: true })
    } catch {}
  }
}

/** Moves every file of a profile that is still there. A file already at the target goes to `aside`, so none is lost. */
function moveAll(from: string, to: string, aside: string): void {
  for (const folder of [to, aside]) mkdirSync(join(folder, NOTES), { recursive: true, mode: 0o700 })
  for (const name of namesIn(from)) {
    const target = join(to, name)
    if (existsSync(target)) renameSync(target, unused(join(aside, name)))
    renameSync(join(from, name), target)
  }
}

function unused(path: string): string {
  let name = path
  for (let time = 2; existsSync(name); time += 1) name = `${path}.${time}`
  return name
}

/** The files of a profile or a backup, with those that lie beside a database. */
function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const isDatabase = (name: string): boolean =>
    DATABASES.some((each) => [each, `${each}-wal`, `${each}-shm`, `${each}-head`].includes(name))
  const here = readdirSync(folder).filter((name) => isDatabase(name) || PLAIN.test(name))
  return [...here, ...notesIn(folder)]
}

function plainIn(profile: string): readonly string[] {
  const isWorth = (name: string): boolean =>
    PLAIN.test(name) && !(name.endsWith('-reserve') && isFree(join(profile, name)))
  return [...readdirSync(profile).filter(isWorth), ...notesIn(profile)]
}

function notesIn(folder: string): readonly string[] {
  if (!existsSync(join(folder, NOTES))) return []
  return readdirSync(join(folder, NOTES)).flatMap((name) =>
    name.endsWith('.json') && !name.startsWith('.') ? [`${NOTES}/${name}`] : [],
  )
}

function manifestOf(from: string): Result<Manifest, Message> {
  const read = readJsonFile(join(from, MANIFEST), manifestSchema)
  if (!read.ok || !read.value.exists || read.value.content === null)
    return err(message('storage.backup.none', { from }))
  return ok(read.value.content)
}

function isSame(path: string, sha256: string): boolean {
  return existsSync(path) && digest(path) === sha256
}

function digest(path: string): string {
  return hash('sha256', readFileSync(path))
}

function checkPages(path: string): void {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const damage = pageDamage(db)
    if (damage !== null) throw new Error(`${basename(path)}: ${damage.code}`)
  } finally {
    db.close()
  }
}

function flush(path: string): void {
  for (const each of process.platform === 'win32' ? [path] : [path, dirname(path)]) {
    const handle = openSync(each, each === path && process.platform === 'win32' ? 'r+' : 'r')
    fsyncSync(handle)
    closeSync(handle)
  }
}

/** "2026-11-23T14-30-05" */
function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
}
