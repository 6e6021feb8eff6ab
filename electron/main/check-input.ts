/** What `npm run check` is told: its arguments, the profile they name, and the key on standard input. */
import { fstatSync, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { parseArgs } from 'node:util'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import { PROFILE_MAX_LENGTH } from '#shared/ipc/account-limits.ts'
import { accountFields } from '#shared/ipc/contract.ts'
import { PRESETS, findPreset, parseProfile } from '../venue/venue.ts'
import type { VenuePreset, VenueProfile } from '../venue/venue.ts'
import type { KeyPair } from '../vault/client.ts'

const USAGE = 'npm run check -- --venue NAME | --profile FILE.json [--json | --report]'

const HELP = `usage: ${USAGE}

Finds out whether a venue and a key can be trusted: probes the venue, reads the whole account once, and prints what it
found with the first risk figures. Places no order and changes nothing.

  --venue NAME    one of the venues Plimsoll knows by name (docs/venues.md)
  --profile FILE  the venue's profile: its name, its two addresses, and how it differs from the usual
  --json          one JSON document instead of tables
  --report        what was found of the venue as text for an issue, and nothing of the account or its key
  --help          this text

The key is read from standard input, never from arguments or the environment: one line like
  {"apiKey":"…","apiSecret":"…"}

Ends with 0 when the account can be read (healthy, or limited with the reasons), and with 2 when the key is refused, the
account can not be read whole, or something above is not as it should be.
`

export interface Asked {
  readonly help: string | null
  readonly venue: string | null
  readonly profile: string | null
  readonly json: boolean
  readonly report: boolean
}

/** What the arguments ask for. */
export function readArguments(args: readonly string[]): Result<Asked, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        venue: { type: 'string' },
        profile: { type: 'string' },
        json: { type: 'boolean' },
        report: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { venue = null, profile = null, json = false, report = false } = values
    if (json && report) return err(`--json and --report are two answers; usage: ${USAGE}`)
    return ok({ help: values.help ? HELP : null, venue, profile, json, report })
  } catch {
    // Node's own message repeats the argument, which may be a key in the wrong place.
    return err(`an argument is not understood; usage: ${USAGE}`)
  }
}

/** The venue that is asked for, by name or by its file. */
export function readVenue({ venue, profile }: Asked): Result<VenueProfile | VenuePreset, string> {
  if (venue === null) return readProfileFile(profile)
  if (profile !== null) return err('give the venue by its name or by its profile, not by both')
  const found = findPreset(venue, PRESETS)
  if ('preset' in found) return ok(found.preset)
  // What was asked for is not repeated: it may be the key, in the wrong place.
  const near = found.near.join(', ')
  return err(`Plimsoll knows no venue of that name, but ${near}; docs/venue.md says how to describe others`)
}

function readProfileFile(file: string | null): Result<VenueProfile, string> {
  if (file === null || file === '') return err(`which venue? usage: ${USAGE}`)
  let text: string
  try {
    const stat = statSync(file)
    if (!stat.isFile()) return err('the profile must be a regular file')
    if (stat.size > 4 * PROFILE_MAX_LENGTH) return err(`${file} is too large to be a venue profile`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    // The key may be given where the file's name belongs: no error repeats what does not look like a name.
    const name = /^[^{"]{1,200}\.json$/i.test(file) ? file : 'of that name'
    return err(code === 'ENOENT' ? `there is no file ${name}` : `the file ${name} can not be read (${code})`)
  }
  const profile = parseProfile(text)
  return profile.ok ? profile : err(`${file} is no venue profile: ${profile.error}`)
}

const MAX_BYTES = 4_096
const SHAPE = '{"apiKey":"…","apiSecret":"…"}'
const keys = accountFields.pick({ apiKey: true, apiSecret: true })

/** Standard input: `tty` does not say that it has a number. */
type Input = ReadStream & { readonly fd: number }

/** The key in the first line of `input`. No error repeats any of it. `prompt` is called when somebody must type it. */
export async function readKey(input: Input, prompt: (text: string) => void): Promise<Result<KeyPair, string>> {
  let line: string | null
  try {
    line = input.isTTY ? await typedLine(input, prompt) : await firstLine(input)
  } catch (error) {
    return err(`standard input can not be read (${codeOf(error)}); send one line like ${SHAPE}`)
  }
  if (line === null) return err(`the first line of standard input is longer than ${MAX_BYTES} bytes`)
  if (line.trim() === '') return err(`${whyNothing(input)}; send one line like ${SHAPE}`)
  const read = keys.safeParse(fromJson(line))
  return read.success ? ok(read.data) : err(`the first line of standard input must be ${SHAPE} and nothing else`)
}

/** Node shows a folder as empty, and puts the null device where standard input was closed. */
function whyNothing({ fd, isTTY }: Input): string {
  try {
    const stat = fstatSync(fd)
    if (stat.isDirectory()) return 'standard input is a folder'
    if (stat.isCharacterDevice() && !isTTY) return 'standard input is closed, or a device that holds nothing'
  } catch (error) {
    return `standard input can not be read (${codeOf(error)})`
  }
  return 'nothing came on standard input'
}

/** null: too long. Whatever follows the line is left. */
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
function typedLine(input: ReadStream, prompt: (text: string) => void): Promise<string | null> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input, output: silent, terminal: true, historySize: 0 })
  // Asked for only now: what comes before the reader is there is shown by the terminal itself.
  prompt(`paste one line like ${SHAPE} and press Enter; it is not shown`)
  return new Promise((resolve) => {
    reader.once('line', (line) => {
      resolve(Buffer.byteLength(line) > MAX_BYTES ? null : line)
      reader.close()
    })
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    reader.once('close', () => resolve(''))
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
