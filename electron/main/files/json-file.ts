/**
 * Small files of JSON, for this user's eyes only (0600 in a folder of 0700). Errors are the system's codes ("EACCES").
 */
import {
  chmodSync,
  closeSync,
  existsSync,
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
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'

/** The version of every file of ours so far. */
const VERSION = 1

/** Instead of the system's code: a later version wrote the file, so it is left as it is. */
export const NEWER_VERSION = 'NEWER_VERSION'

/** The content of a file that a later version wrote; some of it may be readable. */
interface Newer {
  readonly version: number
  readonly json: object
}

/** `content` is null when the file does not fit the schema; `newer` is set when a later version wrote it. */
export type JsonFile<T> =
  | { readonly exists: false }
  | { readonly exists: true; readonly content: T; readonly newer: null }
  | { readonly exists: true; readonly content: null; readonly newer: Newer | null }

/** What `file` says by `schema`. */
export function readJsonFile<T>(file: string, schema: z.ZodType<T>): Result<JsonFile<T>, string> {
  try {
    const json = parsed(readFileSync(file, 'utf8'))
    const content = schema.safeParse(json).data ?? null
    return ok(
      content === null ? { exists: true, content, newer: newerIn(json) } : { exists: true, content, newer: null },
    )
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok({ exists: false }) : err(errorCode(error))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function newerIn(json: unknown): Newer | null {
  if (typeof json !== 'object' || json === null || !('version' in json)) return null
  const { version } = json
  return typeof version === 'number' && version > VERSION ? { version, json } : null
}

/** A file of a later version is neither overwritten nor moved. */
function refuseNewer(file: string): void {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return
  }
  if (newerIn(parsed(text)) !== null) throw Object.assign(new Error('a newer file'), { code: NEWER_VERSION })
}

/** See `replaceFile`; makes the folder, for its owner alone. */
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
 * All or nothing, and for its owner alone: a new file is finished on the disk before it takes the old one's name. Not
 * `isDurable`: it outlives this process, but may be lost with the power. Throws where it can not be written.
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

/** What was made, renamed or removed in `folder` outlives a loss of power. */
export function syncFolder(folder: string): void {
  // Windows opens no folders; its rename is in the journal of the file system.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Right when there is none. */
export function removeFile(file: string): Result<null, string> {
  try {
    rmSync(file, { force: true })
    return ok(null)
  } catch (error) {
    return err(errorCode(error))
  }
}

/** Renames a damaged file to a name not used before, and returns that name. */
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

/** The newest name it was set aside under; null: it never was. */
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

/** The system's code of an error, for words. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
}
