import { createHmac, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createVault, type Vault } from '#electron/vault/client.ts'
import { ManualClock } from '#test/support/clock.ts'
import { requirePrivateKeyring } from '#test/support/private-keyring.ts'
import { VaultProcesses } from '#test/support/vault-port.ts'
import { HERE, storeKey } from '#test/support/store-key.ts'

const TEXT = '1767225600000POST/sapi/v1/order{"symbol":"BTCUSDT"}'
const PLAIN = 'c4n4ry-secret-0123456789abcdef'
const SECRETS = [PLAIN, 'пароль 密码 🔑 é', '"quoted" \\ {"apiSecret":"x"}', 'a\u0000b\n', 'x'.repeat(200)]

function expectedSignature(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

describe('the vault on a real keyring', () => {
  let processes: VaultProcesses
  let vault: Vault
  let id: string

  beforeAll(requirePrivateKeyring)
  beforeEach(() => {
    processes = new VaultProcesses()
    // The clock stands still, so that no deadline expires on a slow machine.
    vault = createVault({ start: processes.start, clock: new ManualClock() })
    id = randomUUID()
  })
  afterEach(async () => {
    await vault.close()
    await processes.ended()
  })

  it.each(SECRETS)('saves a key, opens it in a later run, signs with it and forgets it: %j', async (apiSecret) => {
    expect(await storeKey(vault, id, { apiKey: 'key-1', apiSecret })).toEqual({ ok: true, value: null })
    await vault.close()

    vault = createVault({ start: processes.start, clock: new ManualClock() })
    expect(await vault.open(id, true, HERE)).toEqual({ ok: true, value: { apiKey: 'key-1' } })
    expect(await vault.sign(id, TEXT)).toEqual({ ok: true, value: expectedSignature(apiSecret, TEXT) })

    expect(await vault.forget(id)).toEqual({ ok: true, value: null })
    expect(await vault.open(id, false, HERE)).toEqual({ ok: true, value: null })
    expect(await vault.sign(id, TEXT)).toMatchObject({ ok: false, error: { kind: 'noCredentials' } })
  })

  it('says null for an account that was never stored', async () => {
    expect(await vault.open(id, false, HERE)).toEqual({ ok: true, value: null })
  })

  it('leaves every other account as it was', async () => {
    const other = randomUUID()
    await storeKey(vault, id, { apiKey: 'key-1', apiSecret: PLAIN })
    await storeKey(vault, other, { apiKey: 'key-2', apiSecret: 'another secret' })
    await vault.forget(id)
    expect(await vault.open(id, false, HERE)).toEqual({ ok: true, value: null })
    await vault.close()

    vault = createVault({ start: processes.start, clock: new ManualClock() })
    expect(await vault.open(other, true, HERE)).toEqual({ ok: true, value: { apiKey: 'key-2' } })
    expect(await vault.sign(other, TEXT)).toEqual({ ok: true, value: expectedSignature('another secret', TEXT) })
  })

  it('forgets an account that was never stored without complaint', async () => {
    expect(await vault.forget(id)).toEqual({ ok: true, value: null })
  })

  it('replaces the key of an account', async () => {
    await storeKey(vault, id, { apiKey: 'key-1', apiSecret: PLAIN })
    await storeKey(vault, id, { apiKey: 'key-2', apiSecret: 'the new one' })
    expect(await vault.open(id, true, HERE)).toEqual({ ok: true, value: { apiKey: 'key-2' } })
    expect(await vault.sign(id, TEXT)).toEqual({ ok: true, value: expectedSignature('the new one', TEXT) })
  })

  it('signs for a stored account after its process was killed', async () => {
    await storeKey(vault, id, { apiKey: 'key-1', apiSecret: PLAIN })
    processes.latest.kill('SIGKILL')
    await processes.ended()
    expect(await vault.sign(id, TEXT)).toEqual({ ok: true, value: expectedSignature(PLAIN, TEXT) })
    expect(processes.children).toHaveLength(2)
  })

  it('signs for it again after every crash, in the very call that met it', async () => {
    await vault.close()
    const clock = new ManualClock()
    vault = createVault({ start: processes.start, clock, keychainMs: 600_000 })
    await storeKey(vault, id, { apiKey: 'key-1', apiSecret: PLAIN })
    for (let crash = 0; crash < 3; crash++) {
      // It ends next, so the request for a signature meets a process that is ending.
      processes.latest.kill('SIGKILL')
      let answer: unknown = null
      void vault.sign(id, TEXT, true).then((signed) => (answer = signed))
      // Two starts must be this far apart by the vault's clock; everything else runs in real time.
      const later = async (): Promise<unknown> => (await clock.advance(100), answer)
      await expect.poll(later).not.toBeNull()
      expect(answer).toEqual({ ok: true, value: expectedSignature(PLAIN, TEXT) })
    }
    expect(processes.children).toHaveLength(4)
  })

  it('keeps a held key out of the keychain, and says so when it is lost', async () => {
    await vault.hold(id, { apiKey: 'demo', apiSecret: PLAIN })
    expect(await vault.sign(id, TEXT)).toEqual({ ok: true, value: expectedSignature(PLAIN, TEXT) })
    processes.latest.kill('SIGKILL')
    await processes.ended()
    const lost = await vault.sign(id, TEXT)
    expect(lost).toMatchObject({ ok: false, error: { kind: 'vaultUnavailable', outcome: 'notSent' } })
    expect(await vault.open(id, false, HERE)).toEqual({ ok: true, value: null })
  })

  it('lets no secret out: not in any message, output or failure, nor in the vault as main holds it', async () => {
    const results = [
      await storeKey(vault, id, { apiKey: 'key-1', apiSecret: PLAIN }),
      await vault.hold(id, { apiKey: 'key-1', apiSecret: PLAIN }),
      await storeKey(vault, id, { apiKey: 'key-1', apiSecret: PLAIN }),
      await storeKey(vault, id, { apiKey: '', apiSecret: PLAIN }),
      await vault.open(id, true, HERE),
      await vault.sign(id, TEXT),
    ]
    processes.latest.kill('SIGKILL')
    await processes.ended()
    results.push(await vault.sign(id, TEXT), await vault.forget(id), await vault.sign(id, TEXT))
    await vault.close()
    await processes.ended()

    expect(results.map((result) => result.ok)).toEqual([true, true, true, false, true, true, true, true, false])
    expect(processes.heard).toContain(expectedSignature(PLAIN, TEXT))
    for (const form of [PLAIN, Buffer.from(PLAIN).toString('base64'), Buffer.from(PLAIN).toString('hex')]) {
      expect(processes.heard).not.toContain(form)
      expect(inspect([results, vault], { depth: 20, showHidden: true })).not.toContain(form)
      expect(JSON.stringify(results)).not.toContain(form)
    }
  })
})
