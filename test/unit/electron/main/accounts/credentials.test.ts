/** F56: a vault that crashes repeatedly. */
import { expect, it } from 'vitest'
import { createVault } from '#electron/vault/client.ts'
import { credentialsOfDemo } from '#electron/main/accounts/credentials.ts'
import { ManualClock } from '#test/support/clock.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'
import { LocalVaultPorts } from '#test/support/vault-port.ts'

const KEYS = { apiKey: 'key', apiSecret: 'secret' }

it('signs for the demo account again within a second, however often the vault crashes', async () => {
  const clock = new ManualClock()
  const ports = new LocalVaultPorts(new MemoryKeychain())
  const vault = createVault({ start: ports.start, clock })
  await vault.hold('demo', KEYS)
  const { sign } = credentialsOfDemo(vault, 'demo', KEYS)
  const first = await sign('text')
  expect(first.ok).toBe(true)
  for (let crash = 0; crash < 20; crash += 1) {
    ports.latest.crash()
    const signing = sign('text')
    await clock.advance(1_000)
    expect(await signing).toEqual(first)
  }
})

it('gives up when the vault cannot be started', async () => {
  const clock = new ManualClock()
  const vault = createVault({
    start: () => {
      throw new Error('no process')
    },
    clock,
  })
  expect(await credentialsOfDemo(vault, 'demo', KEYS).sign('text')).toMatchObject({
    ok: false,
    error: { kind: 'noCredentials', outcome: 'notSent' },
  })
})
