/**
 * Seals a secret for the vault: it is encrypted in the window into which it is typed, and only the vault's process can
 * read it (`unseal.ts`). Main passes it on but cannot read it. ECDH on P-256 with a new key for each secret,
 * HKDF-SHA-256 over both public keys, AES-256-GCM. It runs in a page, so it uses only Web Crypto.
 */

/** Length of an uncompressed P-256 point. The sealed text begins with the sender's public key. */
export const PUBLIC_BYTES = 65
export const USE = 'plimsoll-secret-v1'
/** Each key encrypts only one message, so the nonce may be constant. */
export const NONCE = new Uint8Array(12)

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Encrypts `secret` for the holder of `publicKey` (base64) only; the result is base64. */
export async function seal(secret: Uint8Array<ArrayBuffer>, publicKey: string): Promise<string> {
  const { subtle } = crypto
  const own = await subtle.generateKey(CURVE, false, ['deriveBits'])
  const sender = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const receiver = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0))
  const theirs = await subtle.importKey('raw', receiver, CURVE, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256)
  const source = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const salt = new Uint8Array([...sender, ...receiver])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode(USE) }
  const key = await subtle.deriveKey(derivation, source, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const encrypted = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv: NONCE }, key, secret))
  return btoa(String.fromCharCode(...sender, ...encrypted))
}
