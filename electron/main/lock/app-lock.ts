/**
 * The app lock: while Plimsoll is locked, no figure is shown and nothing is accepted from the page. It protects a
 * screen that was left alone. It encrypts nothing, and anyone who can write this user's files can remove it.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { lockSettings, type LockSettings, type LockView } from '#shared/ipc/lock.ts'
import { message } from '#shared/words/message.ts'
import { errorCode, readJsonFile, removeFile, writeJsonFile } from '../files/json-file.ts'

/** scrypt parameters: about half a second and 128 MB per try. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
const MOST_MEMORY = 2 ** 28
const HASH_BYTES = 32
/**
 * This many wrong tries are answered at once. Each further one waits twice as long as the one before, up to a limit.
 */
const FREE_TRIES = 3
const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 300_000

/** The most wrong tries counted; the longest wait is reached long before. */
const MOST_COUNTED = 1_000

/** Every number in it is valid for scrypt. */
const schema = z.strictObject({
  version: z.literal(1),
  salt: z.base64().min(16).max(64),
  hash: z.base64().refine((text) => Buffer.from(text, 'base64').length === HASH_BYTES),
  cost: z
    .strictObject({
      N: z
        .int()
        .min(2)
        .max(COST.N)
        .refine((cost) => (cost & (cost - 1)) === 0),
      r: z.int().min(1).max(COST.r),
      p: z.int().min(1).max(4),
    })
    // A bound of scrypt itself.
    .refine(({ N, r }) => N < 2 ** (16 * r)),
  /** Wrong tries since the last right one. Stored, so that a restart does not make tries cheaper. */
  wrong: z.int().min(0).max(MOST_COUNTED),
  settings: lockSettings,
})
type StoredLock = z.infer<typeof schema>

const USUAL: LockSettings = { idleMinutes: 15, onSleep: true, waysOut: true }

export type AppLock = ReturnType<typeof openAppLock>

/**
 * Locked from the start if there is a passphrase, or if its file cannot be read. `onChange` is called when it was
 * locked or unlocked. `cost` is for a new passphrase.
 */
export function openAppLock(file: string, clock: Clock, onChange: () => void, cost: StoredLock['cost'] = COST) {
  const found = readJsonFile(file, schema)
  let kept = found.ok && found.value.exists ? found.value.content : null
  let isLocked = !found.ok || found.value.exists
  /** Only a page has locked it so far, so the ways out stay. */
  let isByPage = false
  /** The newest try could not be checked, because its hash could not be computed. */
  let isUnchecked = false
  let open: AbortController | null = isLocked ? null : new AbortController()
  let triedAt = clock.mono()
  let turn: Promise<unknown> = Promise.resolve()

  function write(next: StoredLock): Result<null, Message> {
    const written = writeJsonFile(file, next)
    if (!written.ok) return err(message('lock.notKept', { file, cause: written.error }))
    kept = next
    return ok(null)
  }

  function become(locked: boolean): void {
    if (isLocked === locked) return
    isLocked = locked
    const ended = open
    open = locked ? null : new AbortController()
    ended?.abort()
    onChange()
  }

  const waitMs = (): number => Math.max(0, triedAt + pauseAfter(kept?.wrong ?? 0) - clock.mono())

  async function tryOne(passphrase: Uint8Array, isOver: AbortSignal): Promise<boolean> {
    if (waitMs() > 0) await wait(clock, waitMs(), isOver)
    if (kept === null || isOver.aborted) return false
    // Each try counts before it is checked. Otherwise ending the program would give a free try.
    const counted = { ...kept, wrong: Math.min(MOST_COUNTED, kept.wrong + 1) }
    kept = counted
    writeJsonFile(file, counted)
    triedAt = clock.mono()
    const expected = Buffer.from(counted.hash, 'base64')
    const given = await hashOf(passphrase, Buffer.from(counted.salt, 'base64'), counted.cost)
    isUnchecked = !given.ok
    if (isFaulty()) onChange()
    if (!given.ok || !timingSafeEqual(given.value, expected)) return false
    kept = { ...counted, wrong: 0 }
    writeJsonFile(file, kept)
    return true
  }

  /**
   * Whether `passphrase` is right. A try waits for the tries before it, and longer after wrong ones. If `isOver` aborts
   * before its turn, the try does not count and the answer is false.
   */
  function isRight(passphrase: Uint8Array, isOver: AbortSignal): Promise<boolean> {
    const tried = turn.then(() => tryOne(passphrase, isOver))
    turn = tried.catch(() => undefined)
    return tried
  }

  const isFaulty = (): boolean => isLocked && (kept === null || isUnchecked)
  /** Whether Cancel all and Flatten are available now. A lock that no passphrase can open must not block them. */
  const waysOut = (): boolean => !isLocked || isByPage || isFaulty() || kept?.settings.waysOut === true

  return {
    view: (): LockView => ({
      isLocked,
      settings: kept?.settings ?? null,
      waysOut: waysOut(),
      fault: isFaulty() ? message('lock.unreadable', { file }) : null,
    }),
    isLocked: () => isLocked,
    waysOut,
    /** Aborts when Plimsoll is locked; null while it is locked. */
    untilLocked: (): AbortSignal | null => open?.signal ?? null,
    /**
     * Takes effect at once. Without a passphrase nothing happens. If a page locks, the ways out stay: otherwise a bad
     * page could take them away by locking again and again. A lock by the trader, or during an absence, takes them away
     * if the trader chose that, even if a page has locked before.
     */
    lock(by?: 'page'): void {
      if (kept === null) return
      const before = { isLocked, waysOut: waysOut() }
      isByPage = by === 'page' && (!isLocked || isByPage)
      become(true)
      if (before.isLocked && before.waysOut !== waysOut()) onChange()
    },
    isRight,
    /** Unlocks if `passphrase` is right and `isOver` has not aborted. */
    unlock: async (passphrase: Uint8Array, isOver: AbortSignal): Promise<boolean> => {
      const opens = (await isRight(passphrase, isOver)) && !isOver.aborted
      if (opens) become(false)
      return opens
    },
    /** Wrong tries since the last right one, and how long the next one waits, ms. */
    tries: () => ({ wrong: kept?.wrong ?? 0, waitMs: waitMs() }),
    /** Sets the passphrase. The settings are kept, or are the default ones. */
    async setPassphrase(passphrase: Uint8Array): Promise<Result<null, Message>> {
      const salt = randomBytes(16)
      const hash = await hashOf(passphrase, salt, cost)
      if (!hash.ok) return err(message('lock.notKept', { file, cause: hash.error }))
      return write({
        version: 1,
        salt: salt.toString('base64'),
        hash: hash.value.toString('base64'),
        cost,
        wrong: 0,
        settings: kept?.settings ?? USUAL,
      })
    },
    set: (settings: LockSettings): Result<null, Message> => (kept === null ? ok(null) : write({ ...kept, settings })),
    remove(): Result<null, Message> {
      const removed = removeFile(file)
      if (!removed.ok) return err(message('lock.notKept', { file, cause: removed.error }))
      kept = null
      return ok(null)
    },
  }
}

function pauseAfter(wrong: number): number {
  if (wrong < FREE_TRIES) return 0
  return Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES))
}

/** The error is the system's own. */
async function hashOf(
  passphrase: Uint8Array,
  salt: Uint8Array,
  cost: StoredLock['cost'],
): Promise<Result<Buffer, string>> {
  const { promise, resolve } = Promise.withResolvers<Result<Buffer, string>>()
  try {
    scrypt(passphrase, salt, HASH_BYTES, { ...cost, maxmem: MOST_MEMORY }, (error, hash) =>
      resolve(error === null ? ok(hash) : err(errorCode(error))),
    )
  } catch (error) {
    return err(errorCode(error))
  }
  return promise
}
