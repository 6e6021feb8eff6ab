/** A key that the trader wants used at places other than those it is stored for. */
import { createHmac } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { createVault, type Vault } from '#electron/vault/client.ts'
import { ManualClock } from '#test/support/clock.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'
import { HERE, storeKey } from '#test/support/store-key.ts'
import { LocalVaultPorts } from '#test/support/vault-port.ts'

const KEYS = { apiKey: 'key-1', apiSecret: 'c4n4ry-secret' }
const SIGNED = { ok: true, value: createHmac('sha256', KEYS.apiSecret).update('text').digest('hex') }
const THERE = 'spot https://elsewhere.example'

let keychain: MemoryKeychain
let ports: LocalVaultPorts
let clock: ManualClock
let vault: Vault
beforeEach(async () => {
  keychain = new MemoryKeychain()
  ports = new LocalVaultPorts(keychain)
  clock = new ManualClock()
  vault = createVault({ start: ports.start, clock })
  await storeKey(vault, 'a', KEYS)
})

it('is used there until Plimsoll ends, and not stored for them, if it is only lent', async () => {
  expect(await vault.lend('a', THERE)).toEqual({ ok: true, value: { apiKey: 'key-1', isLent: true } })
  expect(await vault.open('a', true, THERE)).toEqual({ ok: true, value: { apiKey: 'key-1', isLent: true } })
  const another = createVault({ start: new LocalVaultPorts(keychain).start, clock })
  expect(await another.open('a', true, THERE)).toEqual({ ok: true, value: { elsewhere: HERE } })
  await vault.bind('a', THERE)
  expect(await another.open('a', true, THERE)).toEqual({ ok: true, value: { apiKey: 'key-1' } })
})

it.each(['bind', 'lend'] as const)(
  'signs there after a crash, even if the keychain accepts no change: %s',
  async (how) => {
    keychain.write = async () => ({ ok: false, trouble: 'unreachable', detail: null })
    expect(await vault[how]('a', THERE)).toMatchObject({ ok: true })
    ports.latest.crash()
    expect(await vault.sign('a', 'text', true)).toEqual(SIGNED)
  },
)
