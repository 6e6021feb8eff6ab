/**
 * Looks for an update, fetches it and has the system's installer install it. The project's signature is checked both
 * after fetching and before installing.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { readStatement, type Installed, type Statement, type UpdateKeys } from './statement.ts'

const PATIENCE_MS = 20_000
const MAX_STATEMENT_BYTES = 16 * 1024

/** What installs packages on this system. */
export interface Installer {
  /** The version in the feed; null: the running one. */
  find(): Promise<string | null>
  /** Fetches it and returns the file. */
  fetch(): Promise<string>
  /** Ends the program, installs the file and starts it again. */
  install(): void
}

export interface UpdateOptions {
  /** An https folder that contains `update-linux-x64.json` and `update-linux-x64.json.sig`. */
  readonly feed: string
  readonly keys: UpdateKeys
  readonly installed: Installed
  readonly installer: Installer
  /** Whether nothing is in progress that a restart would interrupt. */
  readonly isIdle: () => boolean
  readonly wall: () => number
}

export interface Updates {
  /** The version that can be installed now; null: there is no newer one. */
  look(): Promise<Result<string | null, Message>>
  /** Installs what `look` fetched. */
  install(): Promise<Result<null, Message>>
}

export function createUpdates({ feed, keys, installed, installer, isIdle, wall }: UpdateOptions): Updates {
  let fetched: { readonly statement: Buffer; readonly signature: string; readonly file: string } | null = null
  const read = (bytes: Buffer, signature: string): Result<Statement, Message> =>
    readStatement(bytes, signature, keys, installed, wall())

  async function look(): Promise<Result<string | null, Message>> {
    fetched = null
    const version = await installer.find()
    if (version === null) return ok(null)
    const url = `${feed}/update-${installed.platform}-${installed.arch}.json`
    const [bytes, signature] = await Promise.all([get(url), get(`${url}.sig`)])
    const statement = read(bytes, signature.toString('latin1'))
    if (!statement.ok) return statement
    if (statement.value.version !== version) return err(message('main.update.otherFile'))
    const file = await installer.fetch()
    if ((await sha512Of(file)) !== statement.value.sha512) return err(message('main.update.otherFile'))
    fetched = { statement: bytes, signature: signature.toString('latin1'), file }
    return ok(version)
  }

  return {
    look: () => orUnreached(look),
    install: () =>
      orUnreached(async () => {
        if (fetched === null) return err(message('main.update.none'))
        if (!isIdle()) return err(message('main.update.busy'))
        const { statement: bytes, signature, file } = fetched
        const statement = read(bytes, signature)
        if (!statement.ok) return statement
        if ((await sha512Of(file)) !== statement.value.sha512) return err(message('main.update.otherFile'))
        // Hashing takes a moment, and the trader may have started something.
        if (!isIdle()) return err(message('main.update.busy'))
        installer.install()
        return ok(null)
      }),
  }
}

async function orUnreached<Value>(task: () => Promise<Result<Value, Message>>): Promise<Result<Value, Message>> {
  try {
    return await task()
  } catch {
    return err(message('main.update.unreached'))
  }
}

/** A small file of the feed, without redirects. Throws if it is missing or too large. */
async function get(url: string): Promise<Buffer> {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!reply.ok || reply.body === null) throw new Error(`${reply.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of reply.body as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_STATEMENT_BYTES) throw new Error('more than a statement')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}
