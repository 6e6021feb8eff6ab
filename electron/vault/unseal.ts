/** The vault's half of `seal.ts`. */
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { NONCE, PUBLIC_BYTES, USE } from './seal.ts'

const TAG_BYTES = 16

/** A key pair whose private half never leaves this process. */
export function createSealing() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return {
    /** The argument for `seal`, as base64. */
    publicKey: own.getPublicKey('base64'),
    /** The secret, which the caller wipes; null: it was not sealed for this key, or was changed on the way. */
    open: (sealed: string) => tryOpen(own, Buffer.from(sealed, 'base64')),
  }
}

function tryOpen(own: ReturnType<typeof createECDH>, sealed: Buffer): Buffer | null {
  const sender = sealed.subarray(0, PUBLIC_BYTES)
  let secret: Buffer | null = null
  try {
    const salt = Buffer.concat([sender, own.getPublicKey()])
    const key = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), salt, USE, 32))
    const decipher = createDecipheriv('aes-256-gcm', key, NONCE, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    secret = decipher.update(sealed.subarray(PUBLIC_BYTES, -TAG_BYTES))
    // Throws if a single bit was changed.
    decipher.final()
    return secret
  } catch {
    secret?.fill(0)
    return null
  }
}
