// No copy of a secret outlives its use. The bytes that held it are overwritten with zeros, whichever way the secret
// came or went.
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { seal } from '#electron/vault/seal.ts'
import { createVaultService } from '#electron/vault/service.ts'
import { createSealing } from '#electron/vault/unseal.ts'
import { HERE } from '#test/support/store-key.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'

const SECRET = 'c4n4ry-secret-0123456789'
const PAIR = { apiKey: 'key-1', apiSecret: SECRET }

let keychain: MemoryKeychain
let service: ReturnType<typeof createVaultService>
beforeEach(() => {
  keychain = new MemoryKeychain()
  service = createVaultService(keychain)
})

const ask = async (request: object) => (await service.answer({ id: 1, request }))?.outcome

/** How many bytes that held the secret were wiped during `task`. */
async function wipedBy(task: () => unknown): Promise<number> {
  const held: Buffer[] = []
  const fill = Buffer.prototype.fill
  const spy = vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function (this: Buffer, ...args: unknown[]) {
    if (this.toString('latin1') === SECRET) held.push(this)
    return Reflect.apply(fill, this, args)
  })
  onTestFinished(() => spy.mockRestore())
  await task()
  spy.mockRestore()
  return held.filter((bytes) => bytes.every((byte) => byte === 0)).length
}

it('wipes a typed secret once it is held', async () => {
  const key = await ask({ kind: 'publicKey' })
  if (!key?.ok || typeof key.value !== 'string') throw new Error('expected a public key')
  const sealed = await seal(new TextEncoder().encode(SECRET), key.value)
  expect(await wipedBy(() => ask({ kind: 'take', accountId: 'a', apiKey: 'key-1', sealed }))).toBe(1)
})

it('wipes a secret that is held only briefly', async () => {
  expect(await wipedBy(() => ask({ kind: 'hold', accountId: 'a', ...PAIR }))).toBe(1)
})

it('wipes a secret that goes into the keychain, and one that comes out', async () => {
  await ask({ kind: 'hold', accountId: 'a', ...PAIR })
  expect(await wipedBy(() => ask({ kind: 'save', accountId: 'a', places: HERE }))).toBe(1)
  service = createVaultService(keychain)
  expect(await wipedBy(() => ask({ kind: 'open', accountId: 'a', places: HERE }))).toBe(1)
})

it('wipes a sealed secret that was changed in transit', async () => {
  const sealing = createSealing()
  const changed = Buffer.from(await seal(new TextEncoder().encode(SECRET), sealing.publicKey), 'base64')
  // The last byte belongs to the tag. The text is decrypted before the change is detected.
  changed[changed.length - 1]! ^= 1
  expect(await wipedBy(() => expect(sealing.open(changed.toString('base64'))).toBeNull())).toBe(1)
})
