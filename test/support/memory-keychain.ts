import type { Keychain, KeychainResult } from '#electron/vault/keychain.ts'

const UNREACHABLE = { ok: false, trouble: 'unreachable', said: 'no Secret Service' } as const

/** A keychain in memory that behaves as the real ones were seen to: a locked one reads as empty and refuses writes. */
export class MemoryKeychain implements Keychain {
  readonly entries = new Map<string, string>()
  state: 'unlocked' | 'locked' | 'absent' = 'unlocked'
  /** How many calls are under way, and the most there ever were. */
  busy = 0
  busiest = 0
  #prompt: PromiseWithResolvers<void> | null = null

  /** From now on every call waits for an answer to a prompt. */
  prompt(): void {
    this.#prompt = Promise.withResolvers()
  }

  /** The user answers: waiting calls go on. */
  answerPrompt(): void {
    this.#prompt?.resolve()
    this.#prompt = null
  }

  read(accountId: string): Promise<KeychainResult<string | null>> {
    return this.#call(() => (this.state === 'locked' ? null : (this.entries.get(accountId) ?? null)))
  }

  async write(accountId: string, text: string): Promise<KeychainResult<null>> {
    const written = await this.#call(() => {
      if (this.state === 'unlocked') this.entries.set(accountId, text)
      return this.state === 'unlocked'
    })
    if (!written.ok) return written
    return written.value ? { ok: true, value: null } : { ...UNREACHABLE, said: null }
  }

  remove(accountId: string): Promise<KeychainResult<boolean>> {
    return this.#call(() => this.state === 'unlocked' && this.entries.delete(accountId))
  }

  async #call<T>(work: () => T): Promise<KeychainResult<T>> {
    this.busy += 1
    this.busiest = Math.max(this.busiest, this.busy)
    await this.#prompt?.promise
    // Even a keychain that is at hand answers later, not at once.
    await Promise.resolve()
    this.busy -= 1
    return this.state === 'absent' ? UNREACHABLE : { ok: true, value: work() }
  }
}
