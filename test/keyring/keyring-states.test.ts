import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVault, type Vault } from '#electron/vault/client.ts'
import { ManualClock } from '#test/support/clock.ts'
import { PrivateKeyring, requirePrivateKeyring } from '#test/support/private-keyring.ts'
import { isOver, VaultProcesses } from '#test/support/vault-port.ts'
import { HERE, storeKey } from '#test/support/store-key.ts'

const TEXT = 'text to sign'
const KEYS = { apiKey: 'key-1', apiSecret: 'c4n4ry-secret-0123456789abcdef' }
const SIGNED = { ok: true, value: createHmac('sha256', KEYS.apiSecret).update(TEXT).digest('hex') }
const DONE = { ok: true, value: null }
const LOCKED = { ok: false, error: { kind: 'vaultLocked', outcome: 'notSent', retry: 'never' } }
const UNAVAILABLE = { ok: false, error: { kind: 'vaultUnavailable', outcome: 'notSent', retry: 'never' } }

beforeAll(requirePrivateKeyring)

describe('a keyring that comes and goes', () => {
  let keyring: PrivateKeyring
  let processes: VaultProcesses
  let clock: ManualClock
  let vault: Vault
  const id = randomUUID()

  beforeEach(async () => {
    keyring = new PrivateKeyring()
    await keyring.start()
    processes = new VaultProcesses(keyring.env)
    clock = new ManualClock()
    vault = createVault({ start: processes.start, clock })
    expect(await storeKey(vault, id, KEYS)).toEqual(DONE)
  })
  afterEach(async () => {
    await vault.close()
    await processes.ended()
    await keyring.stop()
  })

  /** The same vault in a later run of the app: nothing in memory. */
  async function restartApp(): Promise<void> {
    await vault.close()
    vault = createVault({ start: processes.start, clock })
  }

  it('is locked, not empty, when it gives nothing for a stored account; and what it holds survives', async () => {
    await keyring.lock()
    await restartApp()
    expect(await vault.open(id, true, HERE)).toMatchObject(LOCKED)
    expect(await storeKey(vault, id, { apiKey: 'key-2', apiSecret: 'must not overwrite' })).toMatchObject(LOCKED)
    expect(await storeKey(vault, randomUUID(), KEYS)).toMatchObject(LOCKED)
    expect(await vault.sign(id, TEXT)).toMatchObject({ ok: false, error: { kind: 'noCredentials' } })

    await keyring.unlock()
    await restartApp()
    expect(await vault.open(id, true, HERE)).toEqual({ ok: true, value: { apiKey: KEYS.apiKey } })
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
  })

  it('does not call a key forgotten that is still in a locked keyring', async () => {
    await keyring.lock()
    await restartApp()
    expect(await vault.forget(id)).toMatchObject(LOCKED)
    await keyring.unlock()
    await restartApp()
    expect(await vault.open(id, true, HERE)).toEqual({ ok: true, value: { apiKey: KEYS.apiKey } })
  })

  it('goes on signing for an open account while the keyring is locked', async () => {
    await keyring.lock()
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
    expect(await storeKey(vault, randomUUID(), KEYS)).toMatchObject({ ok: false })
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
  })

  it('works again after the keyring daemon was restarted', async () => {
    await keyring.unlock()
    const other = randomUUID()
    // The first call may fail: libsecret keeps using the old daemon. The next call has its own process.
    await storeKey(vault, other, KEYS)
    expect(await storeKey(vault, other, KEYS)).toEqual(DONE)
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
    expect(await vault.sign(other, TEXT)).toEqual(SIGNED)
  })

  it('signs while a keychain call hangs, gives that call up at its deadline and then starts afresh', async () => {
    const first = processes.latest
    keyring.freeze()
    const hanging = vault.open(randomUUID(), false, HERE)
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
    await clock.advance(10_000)
    expect(await hanging).toMatchObject(UNAVAILABLE)
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
    expect(isOver(first)).toBe(false)

    await keyring.unlock()
    const other = randomUUID()
    expect(await storeKey(vault, other, KEYS)).toEqual(DONE)
    expect(processes.latest).not.toBe(first)
    // The old process is ended once its last account has moved.
    expect(await storeKey(vault, id, KEYS)).toEqual(DONE)
    await vi.waitUntil(() => isOver(first), { timeout: 60_000 })
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
  })

  it('leaves no process behind when its parent goes away in the middle of a call that hangs', async () => {
    keyring.freeze()
    void vault.open(randomUUID(), false, HERE)
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
    processes.latest.disconnect()
    await processes.ended()
    expect(isOver(processes.latest)).toBe(true)
  })
})

describe('a machine without a keyring', () => {
  it.each([
    ['no message bus', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
    ['no session at all', { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/nonexistent' }],
  ])('says what to do, and still holds a demo key: %s', async (_, env) => {
    const processes = new VaultProcesses(env)
    const vault = createVault({ start: processes.start, clock: new ManualClock() })
    const id = randomUUID()
    for (const result of [await storeKey(vault, id, KEYS), await vault.open(id, true, HERE), await vault.forget(id)]) {
      expect(result).toMatchObject(UNAVAILABLE)
      expect(JSON.stringify(result), 'what to do about it').toContain('failure.keychain.linux')
    }
    expect(await vault.hold(id, KEYS)).toEqual(DONE)
    expect(await vault.sign(id, TEXT)).toEqual(SIGNED)
    expect(processes.heard).not.toContain(KEYS.apiSecret)
    await vault.close()
    await processes.ended()
  })
})
