/** The input of `npm run check`: its arguments, the profile that they name, and the key on standard input. */
import { fstatSync, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parsedJson } from '#shared/domain/json.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { PROFILE_MAX_LENGTH } from '#shared/ipc/account-limits.ts'
import { accountFields } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import { LANGUAGES, type Language } from '#shared/words/say.ts'
import { errorCode } from '../files/json-file.ts'
import { PRESETS, findPreset, parseProfile } from '../../venue/venue.ts'
import type { VenuePreset, VenueProfile } from '../../venue/venue.ts'
import type { KeyPair } from '../../vault/client.ts'

export const USAGE = 'npm run check -- --venue NAME | --profile FILE.json [--json | --report] [--language en|zh]'
/** The expected form of the first line of standard input. */
export const SHAPE = '{"apiKey":"…","apiSecret":"…"}'

interface Asked {
  readonly help: boolean
  readonly venue: string | null
  readonly profile: string | null
  readonly json: boolean
  readonly report: boolean
  /** null: the language of the environment. */
  readonly language: Language | null
}

/** What the arguments ask for. */
export function readArguments(args: readonly string[]): Result<Asked, Message> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        venue: { type: 'string' },
        profile: { type: 'string' },
        json: { type: 'boolean' },
        report: { type: 'boolean' },
        language: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { venue = null, profile = null, json = false, report = false, help = false } = values
    if (json && report) return err(message('check.twoAnswers', { usage: USAGE }))
    const language = LANGUAGES.find((each) => each === values.language) ?? null
    if (language === null && values.language !== undefined) return err(message('check.argument', { usage: USAGE }))
    return ok({ help, venue, profile, json, report, language })
  } catch {
    // Node's own message repeats the argument, which may be a key in the wrong place.
    return err(message('check.argument', { usage: USAGE }))
  }
}

/** The requested venue, by name or by its file. */
export function readVenue({ venue, profile }: Asked): Result<VenueProfile | VenuePreset, Message> {
  if (venue === null) return readProfileFile(profile)
  if (profile !== null) return err(message('check.twoVenues'))
  const found = findPreset(venue, PRESETS)
  if ('preset' in found) return ok(found.preset)
  // The argument is not repeated, as it may be the key in the wrong place.
  return err(message('check.unknownVenue', { near: found.near }))
}

function readProfileFile(file: string | null): Result<VenueProfile, Message> {
  if (file === null || file === '') return err(message('check.noVenue', { usage: USAGE }))
  let text: string
  try {
    const stat = statSync(file)
    if (!stat.isFile()) return err(message('check.notRegular'))
    if (stat.size > 4 * PROFILE_MAX_LENGTH) return err(message('check.tooLarge', { file }))
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return err(unread(file, errorCode(error)))
  }
  const profile = parseProfile(text)
  return profile.ok ? profile : err(message('check.noProfile', { file, why: profile.error }))
}

function unread(file: string, cause: string): Message {
  // The key may have been given in place of the file name, so no error repeats text that does not look like a name.
  const isName = /^[^{"]{1,200}\.json$/i.test(file)
  if (cause === 'ENOENT') return isName ? message('check.noFile', { file }) : message('check.noFileNamed')
  return isName ? message('check.fileUnread', { file, cause }) : message('check.fileNamedUnread', { cause })
}

const MAX_BYTES = 4_096
/** A secret is text of the same kind as a key. */
const { apiKey } = accountFields.shape
const keys = z.strictObject({ apiKey, apiSecret: apiKey })

/**
 * Reads the key from the first line of `input`. No error repeats any of it. `prompt` is called if it must be typed.
 * Node's type for a terminal lacks its file descriptor.
 */
export async function readKey(
  input: ReadStream & { readonly fd: number },
  prompt: (text: Message) => void,
): Promise<Result<KeyPair, Message>> {
  let line: string | null
  try {
    line = input.isTTY ? await typedLine(input, prompt) : await firstLine(input)
  } catch (error) {
    return err(message('check.inputUnread', { cause: errorCode(error), shape: SHAPE }))
  }
  if (line === null) return err(message('check.inputLong', { bytes: String(MAX_BYTES) }))
  if (line.trim() === '') return err(whyNothing(input))
  const read = keys.safeParse(parsedJson(line))
  return read.success ? ok(read.data) : err(message('check.inputOther', { shape: SHAPE }))
}

/** Node reads a folder as empty, and a closed standard input as the null device. */
function whyNothing({ fd, isTTY }: { readonly fd: number; readonly isTTY: boolean }): Message {
  try {
    const stat = fstatSync(fd)
    if (stat.isDirectory()) return message('check.inputFolder', { shape: SHAPE })
    if (stat.isCharacterDevice() && !isTTY) return message('check.inputClosed', { shape: SHAPE })
  } catch (error) {
    return message('check.inputUnread', { cause: errorCode(error), shape: SHAPE })
  }
  return message('check.inputEmpty', { shape: SHAPE })
}

/** null: too long. Nothing after the line is read. */
async function firstLine(input: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const end = chunk.indexOf(0x0a)
    const part = end === -1 ? chunk : chunk.subarray(0, end)
    chunks.push(part)
    bytes += part.length
    if (bytes > MAX_BYTES) return null
    if (end !== -1) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A line typed or pasted at a terminal, which does not show it. */
function typedLine(input: ReadStream, prompt: (text: Message) => void): Promise<string | null> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: silent, terminal: true, historySize: 0 })
  // Prompts only now: the terminal itself shows what is typed before the reader exists.
  prompt(message('check.paste', { shape: SHAPE }))
  return new Promise((resolve) => {
    reader.once('line', (line) => {
      resolve(Buffer.byteLength(line) > MAX_BYTES ? null : line)
      reader.close()
    })
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    reader.once('close', () => resolve(''))
  })
}
