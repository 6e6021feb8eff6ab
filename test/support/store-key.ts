import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import type { KeyPair, Vault } from '#electron/vault/client.ts'
import { NONCE, USE } from '#electron/vault/seal.ts'

/** The places where a key of these tests may be used. */
export const HERE = 'spot https://spot.example'

/** Stores a key as adding an account does: first held in memory, then saved. */
export async function storeKey(vault: Vault, accountId: string, keys: KeyPair): Promise<Result<null, Failure>> {
  const held = await vault.hold(accountId, keys)
  return held.ok ? vault.save(accountId, HERE) : held
}

/**
 * The sealed secret, as the window in which it is typed passes it on. This does not use Web Crypto, because a virtual
 * clock cannot see its threads. test/unit/electron/vault/seal.test.ts shows that both seal in the same way.
 */
export async function sealed(at: Pick<Vault, 'publicKey'>, secret: string): Promise<string> {
  const key = await at.publicKey()
  if (!key.ok) throw new Error(key.error.message.code)
  return sealInNode(secret, key.value)
}

export function sealInNode(secret: string, publicKey: string): string {
  const own = createECDH('prime256v1')
  const sender = own.generateKeys()
  const receiver = Buffer.from(publicKey, 'base64')
  const key = hkdfSync('sha256', own.computeSecret(receiver), Buffer.concat([sender, receiver]), USE, 32)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), NONCE)
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([sender, encrypted, cipher.getAuthTag()]).toString('base64')
}
