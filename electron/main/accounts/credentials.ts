import type { KeyPair, Vault } from '../../vault/client.ts'
import type { Credentials } from '../../venue/port.ts'

/** What requests of an account are signed with, by whoever holds its secret. */
export function credentialsOf(vault: Vault, accountId: string, apiKey: string): Credentials {
  return { apiKey, sign: (text, isUrgent) => vault.sign(accountId, text, isUrgent) }
}

/**
 * The same of a key that is in the vault's memory only, and is no secret here: that of our own venue. A vault that crashed
 * is given it again.
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
