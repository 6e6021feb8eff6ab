import type { KeyPair, Vault } from '../../vault/client.ts'
import type { Credentials } from '../../venue/port.ts'

/** A second key of an account, which only reads. */
export interface ReadingKey {
  readonly keyTail: string
  readonly credentials: Credentials
}

/**
 * The last characters of an API key, to tell keys apart. Boxes and the log show them among our own words. So whatever a
 * file or a keychain holds, the result is visible text on one line.
 */
export function keyTailOf(apiKey: string): string {
  return apiKey.slice(-4).replaceAll(/[^\x21-\x7e]/g, '?')
}

/** The credentials of an account: its public key, and signatures by the vault, which holds the secret. */
export function credentialsOf(vault: Vault, accountId: string, apiKey: string): Credentials {
  return { apiKey, sign: (text, isUrgent) => vault.sign(accountId, text, isUrgent) }
}

/**
 * The credentials of the demo account. Its key belongs to our own simulator and is no secret, so a restarted vault gets
 * it again.
 */
export function credentialsOfDemo(vault: Vault, accountId: string, keys: KeyPair): Credentials {
  return {
    apiKey: keys.apiKey,
    async sign(text, isUrgent) {
      const signed = await vault.sign(accountId, text, isUrgent)
      if (signed.ok || signed.error.kind !== 'vaultUnavailable') return signed
      const held = await vault.hold(accountId, keys)
      return held.ok ? vault.sign(accountId, text, isUrgent) : signed
    },
  }
}
