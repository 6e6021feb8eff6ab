import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Request } from '#electron/vault/protocol.ts'
import { seal } from '#electron/vault/seal.ts'
import { createSealing } from '#electron/vault/unseal.ts'
import { createVaultService } from '#electron/vault/service.ts'
import { HERE } from '#test/support/store-key.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'

const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
const PAIR = { apiKey: 'key-1', apiSecret: SECRET }
const DONE = { ok: true, value: null }

let keychain: MemoryKeychain
let service: ReturnType<typeof createVaultService>
beforeEach(() => {
  keychain = new MemoryKeychain()
  service = createVaultService(keychain)
})

async function ask(request: Request) {
  return (await service.answer({ id: 1, request }))?.outcome
}

/** Holds the key and saves it. */
async function store(accountId: string) {
  await ask({ kind: 'hold', accountId, ...PAIR })
  return ask({ kind: 'save', accountId, places: HERE })
}

describe('signing', () => {
  it('is HMAC-SHA256 in lower-case hex: the published example of a venue', async () => {
    await ask({ kind: 'hold', accountId: 'a', ...PAIR })
    const text =
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559'
    const value = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71'
    expect(await ask({ kind: 'sign', accountId: 'a', text })).toEqual({ ok: true, value })
  })

  it('does not wait for the keychain', async () => {
    await ask({ kind: 'hold', accountId: 'a', ...PAIR })
    keychain.prompt()
    const opening = ask({ kind: 'open', accountId: 'b', places: HERE })
    expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ ok: true })
    keychain.answerPrompt()
    expect(await opening).toEqual(DONE)
  })

  it('is refused for an account that is not open', async () => {
    keychain.entries.set('a', JSON.stringify(PAIR))
    expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ ok: false, trouble: 'notOpen' })
  })
})

describe('the keychain', () => {
  it('gets one call at a time', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    await Promise.all(ids.map((accountId) => store(accountId)))
    await Promise.all(ids.map((accountId) => ask({ kind: 'open', accountId, places: HERE })))
    await Promise.all(ids.map((accountId) => ask({ kind: 'forget', accountId })))
    expect(keychain.busiest).toBe(1)
    expect(keychain.entries.size).toBe(0)
  })

  it.each(['', 'null', '5', '{', SECRET, `{"apiKey":"k","apiSecret":"${SECRET}`, '{"apiKey":"k","apiSecret":""}'])(
    'may hold a foreign entry, which is reported and not quoted: %j',
    async (entry) => {
      keychain.entries.set('a', entry)
      const outcome = await ask({ kind: 'open', accountId: 'a', places: HERE })
      expect(outcome).toEqual({ ok: false, trouble: 'damaged', detail: null })
    },
  )
})

describe('saving', () => {
  it('is done when the keychain returns what it was given', async () => {
    expect(await store('a')).toEqual(DONE)
    expect(JSON.parse(keychain.entries.get('a') ?? '')).toEqual({ ...PAIR, places: HERE })
  })

  it('is `refused` by a keyring that can be read, and `unreachable` when nothing can', async () => {
    keychain.state = 'locked'
    expect(await store('a')).toMatchObject({ trouble: 'refused' })
    keychain.state = 'absent'
    expect(await store('a')).toMatchObject({ trouble: 'unreachable' })
    expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ trouble: 'notOpen' })
  })

  it.each([null, '{"apiKey":"key-1","apiSecret":"cut off"}'])(
    'fails and leaves nothing behind when the keychain returns something else: %j',
    async (given) => {
      keychain.read = async () => ({ ok: true, value: given })
      expect(await store('a')).toMatchObject({ trouble: 'notKept' })
      expect(keychain.entries.size).toBe(0)
      expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ trouble: 'notOpen' })
    },
  )

  it('is undone when it ends after it was given up, and what waited behind it is not started', async () => {
    keychain.prompt()
    const late = store('a')
    const queued = store('b')
    await vi.waitUntil(() => keychain.busy === 1, { timeout: 30_000 })
    await ask({ kind: 'retire' })
    keychain.answerPrompt()
    expect(await late).toMatchObject({ ok: false, trouble: 'notKept' })
    expect(await queued).toMatchObject({ ok: false, trouble: 'unreachable' })
    expect(keychain.entries.size).toBe(0)
  })
})

describe('the places of a key', () => {
  const ELSEWHERE = 'spot https://elsewhere.example'

  /** Another process, which has only what the keychain stores. */
  function restart(): void {
    service = createVaultService(keychain)
  }

  it('are stored with it, and for others it is not loaded', async () => {
    await store('a')
    restart()
    const outcome = { ok: false, trouble: 'elsewhere', detail: HERE }
    expect(await ask({ kind: 'open', accountId: 'a', places: ELSEWHERE })).toEqual(outcome)
    expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ trouble: 'notOpen' })
    expect(await ask({ kind: 'open', accountId: 'a', places: HERE })).toEqual({ ok: true, value: 'key-1' })
  })

  it('change once the trader confirms it', async () => {
    await store('a')
    expect(await ask({ kind: 'bind', accountId: 'a', places: ELSEWHERE })).toEqual({ ok: true, value: 'key-1' })
    restart()
    expect(await ask({ kind: 'open', accountId: 'a', places: HERE })).toMatchObject({ trouble: 'elsewhere' })
    expect(JSON.parse(keychain.entries.get('a') ?? '')).toEqual({ ...PAIR, places: ELSEWHERE })
  })

  it('are unknown for a key that an earlier version stored', async () => {
    keychain.entries.set('a', JSON.stringify(PAIR))
    expect(await ask({ kind: 'open', accountId: 'a', places: HERE })).toMatchObject({
      trouble: 'elsewhere',
      detail: '',
    })
  })

  it.each([5, null, ['spot https://a.example']])('that are not text make it a foreign entry: %j', async (places) => {
    keychain.entries.set('a', JSON.stringify({ ...PAIR, places }))
    for (const kind of ['open', 'bind'] as const)
      expect(await ask({ kind, accountId: 'a', places: HERE })).toMatchObject({ trouble: 'damaged' })
  })
})

describe('forgetting', () => {
  it('is not reported as done by a locked keyring, which reads as empty', async () => {
    await store('a')
    keychain.state = 'locked'
    expect(await ask({ kind: 'forget', accountId: 'a' })).toMatchObject({ trouble: 'refused' })
    keychain.state = 'unlocked'
    expect(await ask({ kind: 'forget', accountId: 'a' })).toEqual(DONE)
    expect(keychain.entries.size).toBe(0)
    expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ trouble: 'notOpen' })
  })

  it('does nothing for an unknown account, and leaves no trace of the lookup', async () => {
    expect(await ask({ kind: 'forget', accountId: 'a' })).toEqual(DONE)
    expect(keychain.entries.size).toBe(0)
  })

  it('leaves the keychain alone when an account is only dropped', async () => {
    await store('a')
    expect(await ask({ kind: 'drop', accountId: 'a' })).toEqual(DONE)
    expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ trouble: 'notOpen' })
    expect(keychain.entries.size).toBe(1)
  })
})

describe('a sealed secret', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  async function take(secret: string, publicKey?: string) {
    const key = await ask({ kind: 'publicKey' })
    const own = key?.ok === true ? (key.value ?? '') : ''
    return ask({ kind: 'take', accountId: 'a', apiKey: 'key-1', sealed: await seal(bytes(secret), publicKey ?? own) })
  }

  it('signs, and is stored by the keychain when it is saved', async () => {
    expect(await take(SECRET)).toEqual(DONE)
    const value = createHmac('sha256', SECRET).update('t').digest('hex')
    expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toEqual({ ok: true, value })
    expect(await ask({ kind: 'save', accountId: 'a', places: HERE })).toEqual(DONE)
    expect(JSON.parse(keychain.entries.get('a') ?? '')).toEqual({ ...PAIR, places: HERE })
  })

  it('for another process is refused, and nothing is held', async () => {
    const { publicKey } = createSealing()
    expect(await take(SECRET, publicKey)).toMatchObject({ trouble: 'notSealedForUs' })
    expect(await ask({ kind: 'save', accountId: 'a', places: HERE })).toMatchObject({ trouble: 'notOpen' })
    expect(keychain.entries.size).toBe(0)
  })

  it.each(['', 'with space', 'line\nbreak', 'é', 'x'.repeat(201)])(
    'is refused when it cannot be a secret: %j',
    async (text) => {
      expect(await take(text)).toMatchObject({ trouble: 'malformed' })
      expect(await ask({ kind: 'sign', accountId: 'a', text: 't' })).toMatchObject({ trouble: 'notOpen' })
    },
  )
})

it('answers an unknown request without repeating it, and ignores one without a number', async () => {
  const outcome = { ok: false, trouble: 'malformed', detail: null }
  expect(await service.answer({ id: 9, request: { kind: 'save', apiSecret: SECRET } })).toEqual({ id: 9, outcome })
  expect(await service.answer({ request: { kind: 'retire' } })).toBeNull()
  expect(await service.answer('hello')).toBeNull()
})

it('shows no secret when it is inspected', async () => {
  await store('a')
  expect(inspect(service, { depth: 20, showHidden: true })).not.toContain(SECRET)
})
