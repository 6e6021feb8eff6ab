/**
 * Small JSON files, readable only by this user (0600 in a folder of 0700). Errors are the system's codes ("EACCES").
 */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { parsedJson } from '#shared/domain/json.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'

/** The version of all our files so far. */
const VERSION = 1

/** Returned instead of a system code: a pipe or a device is in its place. */
const NOT_A_FILE = 'NOT_A_FILE'

/** Returned instead of a system code: a later version wrote the file, so it is left as it is. */
export const NEWER_VERSION = 'NEWER_VERSION'

/** `content` null: the file does not fit the schema. `newer` is set if a later version wrote
 * it: some of it may be readable. */
type JsonFile<T> =
  | { readonly exists: false }
  | { readonly exists: true; readonly content: T; readonly newer: null }
  | {
      readonly exists: true
      readonly content: null
      readonly newer: { readonly version: number; readonly json: object } | null
    }

/** The content of `file` according to `schema`. */
export function readJsonFile<T>(file: string, schema: z.ZodType<T>): Result<JsonFile<T>, string> {
  try {
    const json = parsedJson(textIn(file))
    const content = schema.safeParse(json).data ?? null
    return ok(
      content === null ? { exists: true, content, newer: newerIn(json) } : { exists: true, content, newer: null },
    )
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok({ exists: false }) : err(errorCode(error))
  }
}

/** The text of a regular file. Does not wait for a pipe in its place, which may never deliver anything. */
function textIn(file: string): string {
  // On Windows the flag is undefined, which adds nothing; it has no pipes in folders.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = fstatSync(descriptor)
    // For a folder, reading fails with the system's own code.
    if (!found.isFile() && !found.isDirectory()) throw Object.assign(new Error('not a file'), { code: NOT_A_FILE })
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

function newerIn(json: unknown) {
  if (typeof json !== 'object' || json === null || !('version' in json)) return null
  const { version } = json
  return typeof version === 'number' && version > VERSION ? { version, json } : null
}

/** A file of a later version is neither overwritten nor moved. */
function refuseNewer(file: string): void {
  let text: string
  try {
    text = textIn(file)
  } catch {
    return
  }
  if (newerIn(parsedJson(text)) !== null) throw Object.assign(new Error('a newer file'), { code: NEWER_VERSION })
}

/** Like `replaceFile`, and creates the folder, for its owner only. */
export function writeJsonFile(file: string, content: unknown, isDurable = true): Result<null, string> {
  const folder = dirname(file)
  try {
    refuseNewer(file)
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
    replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, isDurable)
    return ok(null)
  } catch (error) {
    return err(errorCode(error))
  }
}

/**
 * Replaces a file, all or nothing and for its owner only: the new file is complete on disk before it takes the old
 * one's name. Without `isDurable` it survives this process, but may be lost in a power failure. Throws if it cannot be
 * written.
 */
export function replaceFile(file: string, text: string, isDurable = true): void {
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.draft`)
  rmSync(draft, { force: true })
  // Exclusive: no other program can have put a file or a link there.
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    try {
      writeFileSync(descriptor, text)
      if (isDurable) fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw cause
  }
  if (isDurable) syncFolder(folder)
}

/** Makes creations, renames and removals in `folder` survive a power failure. */
export function syncFolder(folder: string): void {
  // Windows opens no folders; its file system journals renames.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Succeeds if there is none. */
export function removeFile(file: string): Result<null, string> {
  try {
    rmSync(file, { force: true })
    return ok(null)
  } catch (error) {
    return err(errorCode(error))
  }
}

/** Renames a damaged file to an unused name, and returns that name. */
export function setAside(file: string): Result<string, string> {
  const aside = asideName(file, timesSetAside(file) + 1)
  try {
    refuseNewer(file)
    renameSync(file, aside)
    return ok(aside)
  } catch (error) {
    return err(errorCode(error))
  }
}

/** The newest name that the file was set aside under; null: it never was. */
export function newestAside(file: string): string | null {
  const times = timesSetAside(file)
  return times === 0 ? null : asideName(file, times)
}

function timesSetAside(file: string): number {
  let times = 0
  while (existsSync(asideName(file, times + 1))) times += 1
  return times
}

function asideName(file: string, n: number): string {
  return `${file}.corrupt-${n}`
}

/** The system's code of an error, for messages. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
}
