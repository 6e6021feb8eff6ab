/**
 * Seals a secret for the vault: it is encrypted in the window it is typed into, and only the vault's process can read it
 * (`unseal.ts`). Main passes it on and can not. ECDH on P-256 with a new key for each secret, HKDF-SHA-256 over both public
 * keys, AES-256-GCM. Runs in a page: Web Crypto alone.
 */
type Bytes = Uint8Array<ArrayBuffer>

/** Of an uncompressed point on P-256; the sender's public key is the head of what is sealed. */
export const PUBLIC_BYTES = 65
export const USE = 'plimsoll-secret-v1'
/** Each key encrypts one message, so the nonce need not vary. */
export const NONCE = new Uint8Array(12)

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** `secret` for the holder of `publicKey` (base64) alone, as base64. */
export async function seal(secret: Bytes, publicKey: string): Promise<string> {
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
