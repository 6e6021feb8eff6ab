/**
 * Backups of a profile: the journal with its archives, events, prices, accounts, scenarios, notes and settings, in one
 * folder with a manifest. Keys are in the system's keychain and in no file, so no backup has them.
 */
import { createHash, hash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { messageSchema } from '#shared/words/message-schema.ts'
import { isFree } from '../../desk/log/reserve.ts'
import { copyOpen, pageDamage, SQLITE_BUSY, sqliteCode, userVersion, wordsOf } from '../../sqlite/database.ts'
import { readJsonFile, syncFolder, writeJsonFile } from '../files/json-file.ts'

/** Copies a database of the profile with SQLite's own backup, which is consistent even while it is written to. */
export type CopyDatabase = (name: string, to: string) => Promise<void>

const DATABASES = ['journal.sqlite', 'events.sqlite', 'history.sqlite']
const PLAIN = /^(accounts|scenarios|settings)\.json$|^journal\.sqlite(\.archive-\d+-[0-9a-f]{8}|-reserve)$/
const NOTES = 'notes'
const MANIFEST = 'plimsoll-backup.json'

/** What is read and hashed in one turn of main's loop: about a millisecond. */
const TURN_BYTES = 512 * 1024

const filesSchema = z.array(z.object({ name: z.string().regex(/^(notes\/)?[\w.-]+$/), sha256: z.string() }))
const manifestSchema = z.object({
  version: z.literal(1),
  plimsoll: z.string(),
  at: z.number(),
  files: filesSchema.min(1),
})
type Manifest = z.infer<typeof manifestSchema>

/**
 * The step that a restore is about to take; it is on disk before the step is taken. If the restore is interrupted, the
 * next start continues from there: forward to `moveIn`, or back to `undoAway`.
 */
const RESTORE = 'restore.json'
const STAGED = 'restore-staged'
const restoreSchema = z.object({
  version: z.literal(1),
  from: z.string(),
  aside: z.string(),
  step: z.enum(['asked', 'moveAway', 'moveIn', 'undoIn', 'undoAway']),
  /** The files that the profile must contain in the end. */
  files: filesSchema.default([]),
  /** Why the restore is undone. */
  why: messageSchema.optional(),
})
type Restore = z.infer<typeof restoreSchema>

/** Backs up into a new folder in `into` and returns its name. A partial backup never gets that name. */
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
    // This fails if another program has just made a folder of that name. With `recursive` we would fill theirs.
    mkdirSync(draft, { mode: 0o700 })
    mkdirSync(join(draft, NOTES), { mode: 0o700 })
    for (const name of DATABASES) {
      if (!existsSync(join(profile, name))) continue
      await copyDatabase(name, join(draft, name))
      checkPages(join(draft, name))
      for (const beside of ['-wal', '-shm']) rmSync(join(draft, name + beside), { force: true })
    }
    for (const name of plainIn(profile)) await copyFile(join(profile, name), join(draft, name))
    const files: Manifest['files'] = []
    for (const name of namesIn(draft)) {
      files.push({ name, sha256: await digestInTurns(join(draft, name)) })
      await flushInTurn(join(draft, name))
    }
    syncFolder(join(draft, NOTES))
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
      // Only a read shows whether another process holds the file.
      userVersion(db)
      await copyOpen(db, to)
    } finally {
      db.close()
    }
  }
}

/**
 * Whether `from` is a complete backup: when it was made, or what is wrong with it. Main trades meanwhile, so however
 * large the files are, they are read in turns.
 */
export async function checkBackup(from: string): Promise<Result<{ readonly at: number }, Message>> {
  const read = manifestOf(from)
  if (!read.ok) return read
  for (const { name, sha256 } of read.value.files) {
    const path = join(from, name)
    const isSame = isFile(path) && (await digestInTurns(path).catch(() => null)) === sha256
    if (!isSame) return err(message('storage.backup.changed', { from, name }))
  }
  return ok({ at: read.value.at })
}

/**
 * Requests that a backup replace the profile at the next start, which checks it again before it moves a file. For a
 * backup that was checked.
 */
export function askToRestore(profile: string, from: string, at: number): Result<null, Message> {
  const aside = unused(join(profile, `before-restore-${stamp(at)}`))
  const asked: Restore = { version: 1, from, aside, step: 'asked', files: [] }
  const written = writeJsonFile(join(profile, RESTORE), asked)
  return written.ok ? written : err(message('storage.backup.notRestored', { cause: written.error }))
}

/**
 * Performs a requested restore before any file of the profile is opened. The old files are kept aside. An interrupted
 * restore goes on in its direction; a failed one is undone and given up. The request is deleted before Plimsoll starts,
 * so that a restore never goes on over later work. @returns what to tell the trader; null: no restore was requested. An
 * error: the restore could not be finished, and Plimsoll must not start.
 */
export function finishRestore(profile: string): Result<Message | null, Message> {
  const file = join(profile, RESTORE)
  const read = readJsonFile(file, restoreSchema)
  if (!read.ok) return err(message('storage.backup.unfinished', { file, cause: read.error }))
  if (!read.value.exists) return ok(null)
  const { content: restore } = read.value
  // Files are staged, so some may have been moved already, and we cannot tell which.
  if (restore === null && existsSync(join(profile, STAGED))) return err(message('storage.backup.noteDamaged', { file }))
  try {
    const outcome = restore ? carryOut(profile, restore) : message('storage.backup.notRestored', { cause: RESTORE })
    forgetRestore(profile)
    return ok(outcome)
  } catch (cause) {
    return err(message('storage.backup.unfinished', { file, cause: wordsOf(cause) }))
  }
}

/** Takes the remaining steps in their direction. Throws if it can go neither forward nor back. */
function carryOut(profile: string, restore: Restore): Message {
  if (restore.step === 'undoIn' || restore.step === 'undoAway') return undo(profile, restore)
  const { from, aside } = restore
  let reached = restore
  let why: Message
  try {
    if (reached.step === 'asked') {
      const staged = stage(profile, from)
      if (!staged.ok) return staged.error
      reached = reach(profile, { ...reached, step: 'moveAway', files: staged.value })
    }
    if (reached.step === 'moveAway') {
      moveAll(profile, aside)
      reached = reach(profile, { ...reached, step: 'moveIn' })
    }
    moveAll(join(profile, STAGED), profile, aside)
    const torn = tornIn(profile, reached)
    if (torn === null) return message('storage.backup.restored', { from, aside })
    why = message('storage.backup.torn', { name: torn })
  } catch (cause) {
    why = message('storage.backup.notRestored', { cause: wordsOf(cause) })
  }
  if (reached.step === 'asked') return why
  return undo(profile, reach(profile, { ...reached, step: reached.step === 'moveIn' ? 'undoIn' : 'undoAway', why }))
}

/** Moves the old files back. None is deleted. */
function undo(profile: string, restore: Restore): Message {
  const { aside, step, why } = restore
  if (step === 'undoIn') {
    // By this step, every file in the profile comes from the backup.
    moveAll(profile, join(aside, 'restored'))
    reach(profile, { ...restore, step: 'undoAway' })
  }
  moveAll(aside, profile)
  return why ?? message('storage.backup.notRestored', { cause: RESTORE })
}

/** The first file of the backup that is missing or different in the profile; null: none. */
function tornIn(profile: string, { files }: Restore): string | null {
  return files.length === 0 ? RESTORE : changedIn(profile, files)
}

/** Copies the backup into the profile, beside its files. Returns the list of its files. */
function stage(profile: string, from: string): Result<Manifest['files'], Message> {
  const manifest = manifestOf(from)
  if (!manifest.ok) return manifest
  const changed = changedIn(from, manifest.value.files)
  if (changed !== null) return err(message('storage.backup.changed', { from, name: changed }))
  const staged = join(profile, STAGED)
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(join(staged, NOTES), { recursive: true, mode: 0o700 })
  for (const { name } of manifest.value.files) {
    copyFileSync(join(from, name), join(staged, name))
    flush(join(staged, name))
  }
  return ok(manifest.value.files)
}

/** Writes the next step to disk. */
function reach(profile: string, restore: Restore): Restore {
  const written = writeJsonFile(join(profile, RESTORE), restore)
  if (!written.ok) throw new Error(written.error)
  return restore
}

function forgetRestore(profile: string): void {
  rmSync(join(profile, RESTORE), { force: true })
  syncFolder(profile)
  try {
    rmSync(join(profile, STAGED), { recursive: true, force: true })
  } catch {
    // The next restore clears it away.
  }
}

/** Moves every file of a profile that is still there. A file already at the target goes to `aside`, so none is lost. */
function moveAll(from: string, to: string, aside = to): void {
  const folders = [from, to, aside].flatMap((folder) => [folder, join(folder, NOTES)])
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of namesIn(from)) {
    const target = join(to, name)
    if (existsSync(target)) renameSync(target, unused(join(aside, name)))
    renameSync(join(from, name), target)
  }
  for (const folder of folders) syncFolder(folder)
}

function unused(path: string): string {
  let name = path
  for (let time = 2; existsSync(name); time += 1) name = `${path}.${time}`
  return name
}

/** The files of a profile or a backup, with those that accompany a database. */
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

/** The first listed file that is missing or different. Only at the start, when nothing else waits for main. */
function changedIn(folder: string, files: Readonly<Manifest['files']>): string | null {
  const isSame = ({ name, sha256 }: Manifest['files'][number]): boolean =>
    isFile(join(folder, name)) && hash('sha256', readFileSync(join(folder, name))) === sha256
  return files.find((file) => !isSame(file))?.name ?? null
}

/** A link, which may lead to a pipe or a device, is not the file: those are read without end. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

async function digestInTurns(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const bytes of createReadStream(path, { highWaterMark: TURN_BYTES })) sum.update(bytes as Buffer)
  return sum.digest('hex')
}

/** Only Windows needs the right to write. */
const FLUSHED_AS = process.platform === 'win32' ? 'r+' : 'r'

async function flushInTurn(path: string): Promise<void> {
  const handle = await open(path, FLUSHED_AS)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
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
  const handle = openSync(path, FLUSHED_AS)
  fsyncSync(handle)
  closeSync(handle)
  syncFolder(dirname(path))
}

/** "2026-11-23T14-30-05" */
function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
}
