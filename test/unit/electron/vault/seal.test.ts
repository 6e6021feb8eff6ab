import { expect, it } from 'vitest'
import { seal } from '#electron/vault/seal.ts'
import { sealInNode } from '#test/support/store-key.ts'
import { createSealing } from '#electron/vault/unseal.ts'

const SECRET = 'c4n4ry-secret'
const bytes = (text: string) => new TextEncoder().encode(text)
const text = (opened: Uint8Array | null): string | null => opened && new TextDecoder().decode(opened)

it('a sealed secret is read only by the holder of the private key', async () => {
  const [vault, other] = [createSealing(), createSealing()]
  const sealed = await seal(bytes(SECRET), vault.publicKey)
  expect(text(vault.open(sealed))).toBe(SECRET)
  expect(other.open(sealed)).toBeNull()
})

it('tests in Node seal a secret as a page does', () => {
  const vault = createSealing()
  expect(text(vault.open(sealInNode(SECRET, vault.publicKey)))).toBe(SECRET)
})

it('a sealed secret reveals nothing of the secret, and differs each time', async () => {
  const { publicKey } = createSealing()
  const [one, two] = [await seal(bytes(SECRET), publicKey), await seal(bytes(SECRET), publicKey)]
  expect(one).not.toBe(two)
  for (const each of [one, two]) expect(Buffer.from(each, 'base64').includes(SECRET)).toBe(false)
})

it('a sealed secret with a single changed bit is not opened', async () => {
  const vault = createSealing()
  const whole = Buffer.from(await seal(bytes(SECRET), vault.publicKey), 'base64')
  for (const at of whole.keys()) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(vault.open(changed.toString('base64'))).toBeNull()
  }
})

it.each(['', 'not base64 !', 'AAAA', 'A'.repeat(10_000)])('junk is not opened: %#', (junk) => {
  expect(createSealing().open(junk)).toBeNull()
})
