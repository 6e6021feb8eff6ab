import type { Keychain, KeychainResult } from '#electron/vault/keychain.ts'

const UNREACHABLE = { ok: false, trouble: 'unreachable', detail: 'no Secret Service' } as const

/** A keychain in memory that behaves as real ones do: a locked keychain reads as empty and refuses writes. */
export class MemoryKeychain implements Keychain {
  readonly entries = new Map<string, string>()
  state: 'unlocked' | 'locked' | 'absent' = 'unlocked'
  /** The number of calls in progress, and the highest such number so far. */
  busy = 0
  busiest = 0
  #prompt: PromiseWithResolvers<void> | null = null

  /** From now on, every call waits for the user to answer a prompt. */
  prompt(): void {
    this.#prompt = Promise.withResolvers()
  }

  /** The user answers the prompt, and the waiting calls continue. */
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
    return written.value ? { ok: true, value: null } : { ...UNREACHABLE, detail: null }
  }

  remove(accountId: string): Promise<KeychainResult<boolean>> {
    return this.#call(() => this.state === 'unlocked' && this.entries.delete(accountId))
  }

  async #call<T>(work: () => T): Promise<KeychainResult<T>> {
    this.busy += 1
    this.busiest = Math.max(this.busiest, this.busy)
    await this.#prompt?.promise
    // Even an unlocked keychain answers asynchronously.
    await Promise.resolve()
    this.busy -= 1
    return this.state === 'absent' ? UNREACHABLE : { ok: true, value: work() }
  }
}
