/** The vault itself: the keys in memory, the queue of keychain calls, and the effect of each request. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { ACCOUNT_LIMITS } from '#shared/ipc/account-limits.ts'
import { parsedJson } from '#shared/domain/json.ts'
import { assertNever } from '#shared/domain/result.ts'
import type { Keychain, KeychainError } from './keychain.ts'
import { messageId, parseRequest, type Outcome, type Reply, type Request } from './protocol.ts'
import { createSealing } from './unseal.ts'

interface Key {
  readonly apiKey: string
  readonly secret: KeyObject
}

const DONE: Outcome = { ok: true, value: null }
const PROBE = 'write-probe'

export function createVaultService(keychain: Keychain) {
  const keys = new Map<string, Key>()
  let sealing: ReturnType<typeof createSealing> | null = null
  let retired = false
  let tail: Promise<unknown> = Promise.resolve()

  // Keychain calls run one at a time, so unanswered prompts block at most one of the four threads in libuv's pool.
  function inTurn(task: () => Promise<Outcome>): Promise<Outcome> {
    const turn = tail.then(() => (retired ? failed('unreachable') : task()))
    tail = turn
    return turn
  }

  function take({ accountId, apiKey, sealed }: Request<'take'>): Outcome {
    const secret = sealing?.open(sealed) ?? null
    if (secret === null) return failed('notSealedForUs')
    const isUsable = secret.length > 0 && secret.length <= ACCOUNT_LIMITS.apiSecret && secret.every(isPrintable)
    if (isUsable) keys.set(accountId, { apiKey, secret: createSecretKey(secret) })
    secret.fill(0)
    return isUsable ? DONE : failed('malformed')
  }

  async function save({ accountId, places }: Request<'save'>): Promise<Outcome> {
    const key = keys.get(accountId)
    if (!key) return failed('notOpen')
    const saved = await write(accountId, entryOf(key, places))
    if (!saved.ok) keys.delete(accountId)
    return saved
  }

  async function write(accountId: string, entry: string): Promise<Outcome> {
    const written = await keychain.write(accountId, entry)
    if (!written.ok) return whyNotWritten(accountId, written)
    const back = await keychain.read(accountId)
    if (!retired && back.ok && back.value === entry) return DONE
    await keychain.remove(accountId)
    return back.ok ? failed('notKept') : failure(back)
  }

  /**
   * Finds out why a write failed. A keychain that can be read but not written is locked, or has no default collection.
   * A keychain that cannot be read is not there.
   */
  async function whyNotWritten(accountId: string, written: KeychainError): Promise<Outcome> {
    if (written.trouble === 'addonMissing') return failure(written)
    const read = await keychain.read(accountId)
    return read.ok ? failed('refused') : failure(read)
  }

  async function open({ kind, accountId, places }: Request<'open' | 'bind' | 'lend'>): Promise<Outcome> {
    const read = await keychain.read(accountId)
    if (!read.ok) return failure(read)
    if (read.value === null) return DONE
    const entry = parseEntry(read.value)
    if (!entry) return failed('damaged')
    if (kind === 'open' && entry.places !== places) return { ok: false, trouble: 'elsewhere', detail: entry.places }
    const key = keyOf(entry)
    keys.set(accountId, key)
    // A keychain that accepts no change must not keep the trader from the way out. The next run asks the question
    // again.
    if (kind === 'bind' && entry.places !== places && !retired) await keychain.write(accountId, entryOf(key, places))
    return { ok: true, value: entry.apiKey }
  }

  async function forget(accountId: string): Promise<Outcome> {
    const removed = await keychain.remove(accountId)
    if (!removed.ok) return failure(removed)
    // A locked keychain also reports that nothing was deleted, although it still holds the key. But only an unlocked
    // keychain accepts a write, so a write tells the two apart.
    if (!removed.value) {
      const probe = await keychain.write(PROBE, PROBE)
      if (!probe.ok) return whyNotWritten(PROBE, probe)
      await keychain.remove(PROBE)
    }
    keys.delete(accountId)
    return DONE
  }

  function sign(accountId: string, text: string): Outcome {
    const key = keys.get(accountId)
    if (!key) return failed('notOpen')
    return { ok: true, value: createHmac('sha256', key.secret).update(text, 'utf8').digest('hex') }
  }

  async function perform(request: Request): Promise<Outcome> {
    switch (request.kind) {
      case 'sign':
        return sign(request.accountId, request.text)
      case 'publicKey':
        return { ok: true, value: (sealing ??= createSealing()).publicKey }
      case 'take':
        return take(request)
      case 'hold':
        keys.set(request.accountId, keyOf(request))
        return DONE
      case 'drop':
        keys.delete(request.accountId)
        return DONE
      case 'retire':
        retired = true
        return DONE
      case 'open':
      case 'bind':
      case 'lend':
        return inTurn(() => open(request))
      case 'save':
        return inTurn(() => save(request))
      case 'forget':
        return inTurn(() => forget(request.accountId))
      default:
        return assertNever(request)
    }
  }

  return {
    /**
     * Carries out the request in a message; null: the message expects no answer. Keychain calls run one at a time, in
     * order; signing waits for none of them.
     */
    async answer(message: unknown): Promise<Reply | null> {
      const id = messageId(message)
      if (id === null) return null
      const request = parseRequest(message)
      return { id, outcome: request ? await perform(request) : failed('malformed') }
    },
  }
}

function keyOf({ apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string }): Key {
  const bytes = Buffer.from(apiSecret, 'utf8')
  const secret = createSecretKey(bytes)
  bytes.fill(0)
  return { apiKey, secret }
}

/** Whether a byte may occur in a key or a secret: both are printable ASCII without spaces. */
function isPrintable(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f
}

/** The entry for the keychain. Its library takes a string, which cannot be wiped. */
function entryOf({ apiKey, secret }: Key, places: string): string {
  const bytes = secret.export()
  const entry = JSON.stringify({ apiKey, apiSecret: bytes.toString('utf8'), places })
  bytes.fill(0)
  return entry
}

/** Reads an entry of ours. */
function parseEntry(text: string): { apiKey: string; apiSecret: string; places: string } | null {
  const value = parsedJson(text)
  if (typeof value !== 'object' || value === null) return null
  // An earlier version stored no places.
  const { apiKey, apiSecret, places = '' } = value as Record<string, unknown>
  const isWhole = isFilled(apiKey) && isFilled(apiSecret) && typeof places === 'string'
  return isWhole ? { apiKey, apiSecret, places } : null
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function failed(trouble: Extract<Outcome, { ok: false }>['trouble']): Outcome {
  return { ok: false, trouble, detail: null }
}

function failure({ trouble, detail }: KeychainError): Outcome {
  return { ok: false, trouble, detail }
}
