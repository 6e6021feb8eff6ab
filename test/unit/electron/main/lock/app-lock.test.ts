import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAppLock, type AppLock } from '#electron/main/lock/app-lock.ts'
import { ManualClock } from '#test/support/clock.ts'

let folder: string
let clock: ManualClock
let changes: number
const file = (): string => join(folder, 'lock.json')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** The hash function refuses this value, as it may for lack of memory. */
const UNHASHABLE = null as unknown as Uint8Array
/** The window that asks for the passphrase is open. */
const WANTED = new AbortController().signal
const QUICK = { N: 2, r: 1, p: 1 }
const begin = (): AppLock => openAppLock(file(), clock, () => void (changes += 1), QUICK)

async function locked(): Promise<AppLock> {
  const lock = begin()
  await lock.setPassphrase(bytes('correct horse'))
  lock.lock()
  return lock
}

/** Advances the virtual time until the attempt is answered. */
async function trying(lock: AppLock, text: string): Promise<{ isRight: boolean; afterMs: number }> {
  const from = clock.mono()
  const state = { isOver: false }
  const tried = lock.unlock(bytes(text), WANTED).finally(() => (state.isOver = true))
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    if (state.isOver) return { isRight: await tried, afterMs: clock.mono() - from }
    if (clock.pending > 0) await clock.advance(1_000)
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-lock-'))
  clock = new ManualClock()
  changes = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the app lock', () => {
  it('never locks without a passphrase', () => {
    const lock = begin()
    lock.lock()
    expect([lock.view(), changes]).toEqual([{ isLocked: false, settings: null, waysOut: true, fault: null }, 0])
  })

  it('opens only with its passphrase, and reports each change once', async () => {
    const lock = await locked()
    lock.lock()
    expect(await lock.unlock(bytes('correct hors'), WANTED)).toBe(false)
    expect([lock.isLocked(), changes]).toEqual([true, 1])
    expect(await lock.unlock(bytes('correct horse'), WANTED)).toBe(true)
    expect([lock.isLocked(), changes]).toEqual([false, 2])
  })

  it('aborts what is open when it locks, but nothing that opens while locked', async () => {
    const lock = begin()
    const open = lock.untilLocked()!
    await lock.setPassphrase(bytes('correct horse'))
    expect(open.aborted).toBe(false)
    lock.lock()
    expect([open.aborted, lock.untilLocked()]).toEqual([true, null])
    await lock.unlock(bytes('correct horse'), WANTED)
    expect(lock.untilLocked()?.aborted).toBe(false)
  })

  it('takes no way out away when a page locks, however often, until a person or an absence locks too', async () => {
    const lock = await locked()
    lock.set({ idleMinutes: null, onSleep: false, waysOut: false })
    lock.lock('page')
    // It was locked by a person already.
    expect(lock.waysOut()).toBe(false)
    for (let nth = 0; nth < 2; nth++) {
      await lock.unlock(bytes('correct horse'), WANTED)
      lock.lock('page')
      expect(lock.view()).toMatchObject({ isLocked: true, waysOut: true })
    }
    const before = changes
    lock.lock()
    expect([lock.view(), changes]).toMatchObject([{ isLocked: true, waysOut: false }, before + 1])
    lock.lock('page')
    expect([lock.waysOut(), changes]).toEqual([false, before + 1])
    await lock.unlock(bytes('correct horse'), WANTED)
    lock.lock()
    expect(lock.waysOut()).toBe(false)
  })

  it('is locked after a restart, and leaves the ways out open by default', async () => {
    const lock = await locked()
    expect(begin().view()).toMatchObject({ isLocked: true, waysOut: true })
    const settings = { idleMinutes: null, onSleep: false, waysOut: false }
    expect(lock.set(settings).ok).toBe(true)
    expect(begin().view()).toEqual({ isLocked: true, waysOut: false, settings, fault: null })
  })

  it('stores a salted hash for this user only, and nothing of the passphrase', async () => {
    const lock = await locked()
    const first = readFileSync(file(), 'utf8')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(first).not.toContain('correct')
    await lock.setPassphrase(bytes('correct horse'))
    const { hash } = JSON.parse(first) as { hash: string }
    expect(readFileSync(file(), 'utf8')).not.toContain(hash)
  })

  it('hashes slowly by default', async () => {
    const lock = openAppLock(file(), clock, () => undefined)
    await lock.setPassphrase(bytes('correct horse'))
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ cost: { N: 131_072, r: 8, p: 1 } })
    lock.lock()
    expect(await lock.unlock(bytes('correct horse'), WANTED)).toBe(true)
  })

  it('delays attempts after the third wrong one, also over a restart', async () => {
    const lock = await locked()
    for (const wrong of ['a', 'b', 'c']) expect(await trying(lock, wrong)).toEqual({ isRight: false, afterMs: 0 })
    expect(lock.tries()).toEqual({ wrong: 3, waitMs: 1_000 })
    expect(await trying(lock, 'd')).toEqual({ isRight: false, afterMs: 1_000 })
    expect(await trying(lock, 'e')).toEqual({ isRight: false, afterMs: 2_000 })
    const again = begin()
    expect(again.tries().waitMs).toBe(4_000)
    expect(await trying(again, 'correct horse')).toEqual({ isRight: true, afterMs: 4_000 })
    expect(again.tries()).toEqual({ wrong: 0, waitMs: 0 })
  })

  it('does not open for a passphrase whose window was closed while it waited its turn', async () => {
    const lock = await locked()
    for (const wrong of ['a', 'b', 'c']) await trying(lock, wrong)
    const window = new AbortController()
    const tried = lock.unlock(bytes('correct horse'), window.signal)
    await new Promise((resolve) => setImmediate(resolve))
    window.abort()
    expect([await tried, lock.isLocked(), lock.tries().wrong]).toEqual([false, true, 3])
    await clock.advance(60_000)
    expect(lock.isLocked()).toBe(true)
  })

  it('does not open for a passphrase whose window was closed while it was being hashed', async () => {
    const lock = await locked()
    let looks = 0
    // The window is open when the attempt begins, and closed when it is answered.
    const isOver = Object.defineProperty({}, 'aborted', { get: () => looks++ > 0 }) as AbortSignal
    expect([await lock.unlock(bytes('correct horse'), isOver), lock.isLocked()]).toEqual([false, true])
  })

  it('makes simultaneous attempts wait for each other', async () => {
    const lock = await locked()
    const tries = ['a', 'b', 'c', 'd'].map((text) => trying(lock, text))
    expect((await Promise.all(tries)).map(({ afterMs }) => afterMs)).toContain(1_000)
  })

  it.each(['', '{', '{"version":2}', '{"version":1,"salt":""}'])(
    'stays locked with a file that is %j, says what to do, and leaves the ways out open',
    async (text) => {
      writeFileSync(file(), text)
      const lock = begin()
      expect(lock.view()).toMatchObject({ isLocked: true, waysOut: true, fault: { code: 'lock.unreadable' } })
      expect(await lock.unlock(bytes(''), WANTED)).toBe(false)
      expect(lock.isLocked()).toBe(true)
    },
  )

  it.each([
    { cost: { N: 3, r: 1, p: 1 } },
    { cost: { N: 1, r: 8, p: 1 } },
    { cost: { N: 2 ** 16, r: 1, p: 1 } },
    { cost: { N: 2 ** 18, r: 8, p: 1 } },
    { cost: { N: 2 ** 17, r: 9, p: 1 } },
    { cost: { N: 2, r: 1, p: 5 } },
    { cost: { N: 2, r: 1, p: 0 } },
    { wrong: -1 },
    { wrong: Number.MAX_SAFE_INTEGER },
    { hash: Buffer.alloc(31).toString('base64') },
    { salt: '' },
  ])('treats a file with %j as damaged, and leaves the ways out open', async (part) => {
    const lock = await locked()
    lock.set({ idleMinutes: null, onSleep: false, waysOut: false })
    const kept = JSON.parse(readFileSync(file(), 'utf8')) as object
    writeFileSync(file(), JSON.stringify({ ...kept, ...part }))
    const again = begin()
    expect(again.view()).toMatchObject({ isLocked: true, waysOut: true, fault: { code: 'lock.unreadable' } })
    expect(await again.unlock(bytes('correct horse'), WANTED)).toBe(false)
  })

  it('treats a hash that cannot be computed as a damaged file, and says so', async () => {
    const lock = await locked()
    lock.set({ idleMinutes: null, onSleep: false, waysOut: false })
    expect(lock.waysOut()).toBe(false)
    expect(await lock.unlock(UNHASHABLE, WANTED)).toBe(false)
    expect(lock.view()).toMatchObject({ isLocked: true, waysOut: true, fault: { code: 'lock.unreadable' } })
    expect(changes).toBe(2)
    expect(await lock.setPassphrase(UNHASHABLE)).toMatchObject({ ok: false, error: { code: 'lock.notKept' } })
    expect(await begin().unlock(bytes('correct horse'), WANTED)).toBe(true)
  })

  it('is gone after it is removed, or when its file is deleted while Plimsoll is not running', async () => {
    const lock = await locked()
    await lock.unlock(bytes('correct horse'), WANTED)
    expect(lock.remove()).toEqual({ ok: true, value: null })
    lock.lock()
    expect([lock.isLocked(), begin().isLocked()]).toEqual([false, false])
    await lock.setPassphrase(bytes('correct horse'))
    rmSync(file())
    expect(begin().isLocked()).toBe(false)
  })
})
