import type { Vault } from '../vault/client.ts'
import type { Credentials } from '../venue/port.ts'

/** What requests of an account are signed with, by whoever holds its secret. */
export function credentialsOf(vault: Vault, accountId: string, apiKey: string): Credentials {
  return { apiKey, sign: (text, isUrgent) => vault.sign(accountId, text, isUrgent) }
}
