import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'

/** An API key and its secret: enters the vault once and the secret never comes out again. */
export interface KeyPair {
  readonly apiKey: string
  readonly apiSecret: string
}

/** The vault process as seen from here: Electron's UtilityProcess and Node's ChildProcess both fit through an adapter. */
export interface VaultPort {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  kill(): void
}

/** Secrets of accounts. Every failure is `vaultLocked` (it is there, unlock the keyring) or `vaultUnavailable`. */
export interface Vault {
  /** Writes a key to the OS keychain and proves it by reading it back. */
  save(accountId: string, keys: KeyPair): Promise<Result<null, Failure>>
  /** Keeps a key in the vault's memory only: the demo account needs no keychain. */
  hold(accountId: string, keys: KeyPair): Promise<Result<null, Failure>>
  /** Loads a stored key for signing and gives its public half. `stored`: our own index says it should be there. */
  open(accountId: string, stored: boolean): Promise<Result<{ apiKey: string } | null, Failure>>
  forget(accountId: string): Promise<Result<null, Failure>>
  /** HMAC-SHA256 of `text` under an opened account's secret, lower-case hex. */
  sign(accountId: string, text: string): Promise<Result<string, Failure>>
  close(): Promise<void>
}

export interface VaultOptions {
  /** Starts a vault process; called again after a crash, at most once a minute. */
  readonly start: () => VaultPort
  readonly clock: Clock
  /** How long a call may take before it counts as stuck (an unanswered keyring prompt). */
  readonly deadlineMs?: number
}
