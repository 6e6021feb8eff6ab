import type { Message } from '#shared/domain/message.ts'
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createVault, type Vault } from '#electron/vault/client.ts'
import { ManualClock } from '#test/support/clock.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'
import { LocalVaultPorts } from '#test/support/vault-port.ts'
import { inARow, message } from '#shared/words/message.ts'
import { HERE, storeKey } from '#test/support/store-key.ts'

const KEYS = { apiKey: 'key-1', apiSecret: 'c4n4ry-secret' }
const SIGNED = { ok: true, value: createHmac('sha256', KEYS.apiSecret).update('text').digest('hex') }
const DONE = { ok: true, value: null }
const MINUTE = 60_000

function failure(kind: string, operation: string, why: Message) {
  return { ok: false, error: { kind, operation, outcome: 'notSent', message: why } }
}

let keychain: MemoryKeychain
let ports: LocalVaultPorts
let clock: ManualClock
let vault: Vault
beforeEach(() => {
  keychain = new MemoryKeychain()
  ports = new LocalVaultPorts(keychain)
  clock = new ManualClock()
  vault = createVault({ start: ports.start, clock })
})

it('starts no process before it is needed', async () => {
  expect(ports.ports).toHaveLength(0)
  await vault.open('a', false, HERE)
  expect(ports.ports).toHaveLength(1)
})

it('leaves no timer behind when calls are answered', async () => {
  await storeKey(vault, 'a', KEYS)
  await vault.sign('a', 'text')
  expect(clock.pending).toBe(0)
})

it('opens from memory what is already open: the keychain is asked once per account', async () => {
  await storeKey(vault, 'a', KEYS)
  keychain.state = 'absent'
  expect(await vault.open('a', true, HERE)).toEqual({ ok: true, value: { apiKey: 'key-1' } })
})

it('does not open from memory what is open for other places', async () => {
  await storeKey(vault, 'a', KEYS)
  expect(await vault.open('a', true, 'spot https://elsewhere.example')).toEqual({
    ok: true,
    value: { elsewhere: HERE },
  })
  expect(await vault.open('a', true, HERE)).toEqual({ ok: true, value: { apiKey: 'key-1' } })
})

it('stops signing once its process has ended and the key is stored for other places', async () => {
  await storeKey(vault, 'a', KEYS)
  const another = createVault({ start: new LocalVaultPorts(keychain).start, clock })
  await another.bind('a', 'spot https://elsewhere.example')
  ports.latest.crash()
  expect(await vault.sign('a', 'text')).toMatchObject(
    failure('vaultUnavailable', 'vault.open', message('failure.vault.elsewhere')),
  )
})

it('refuses empty parts without asking the keychain', async () => {
  expect(await storeKey(vault, 'a', { apiKey: 'k', apiSecret: '' })).toMatchObject(
    failure('invalidParameter', 'vault.hold', message('failure.vault.malformed')),
  )
  expect(keychain.entries.size).toBe(0)
})

it('ignores unsolicited messages of the process', async () => {
  await storeKey(vault, 'a', KEYS)
  ports.latest.babble({ id: 999, outcome: { ok: true, value: 'x' } })
  ports.latest.babble('hello')
  expect(await vault.sign('a', 'text')).toEqual(SIGNED)
})

describe('locked', () => {
  it('is the meaning of an empty answer for a stored account only', async () => {
    expect(await vault.open('a', false, HERE)).toEqual(DONE)
    expect(await vault.open('a', true, HERE)).toMatchObject(
      failure('vaultLocked', 'vault.open', message('failure.vault.locked')),
    )
  })
})

describe('a keychain call that does not end', () => {
  it('fails at its deadline, and the process is replaced', async () => {
    keychain.prompt()
    const opening = vault.open('a', true, HERE)
    await clock.advance(9_999)
    expect(ports.latest.alive).toBe(true)
    await clock.advance(1)
    expect(await opening).toMatchObject(failure('vaultUnavailable', 'vault.open', message('failure.vault.stuck')))
    expect(ports.latest.alive).toBe(false)

    keychain.answerPrompt()
    expect(await storeKey(vault, 'a', KEYS)).toEqual(DONE)
    expect(ports.ports).toHaveLength(2)
  })

  it('is given longer when a person may have to answer, and what needs no keychain is not delayed', async () => {
    const patient = createVault({ start: ports.start, clock, keychainMs: 60_000 })
    await storeKey(patient, 'a', KEYS)
    const signing = ports.latest
    keychain.prompt()
    const opening = patient.open('b', true, HERE)
    await clock.advance(59_999)
    expect(signing.alive).toBe(true)
    keychain.answerPrompt()
    expect(await opening).toMatchObject(failure('vaultLocked', 'vault.open', message('failure.vault.locked')))
    signing.freeze()
    void patient.sign('a', 'text')
    await clock.advance(10_000)
    expect(signing.alive).toBe(false)
    await patient.close()
  })

  it('fails the calls behind it too, once', async () => {
    keychain.prompt()
    const first = vault.open('a', true, HERE)
    await clock.advance(5_000)
    const second = storeKey(vault, 'b', KEYS)
    await clock.advance(5_000)
    expect(await first).toMatchObject({ ok: false, error: { kind: 'vaultUnavailable' } })
    expect(await second).toMatchObject({ ok: false, error: { kind: 'vaultUnavailable' } })
    keychain.answerPrompt()
    await clock.advance(0)
    expect(keychain.entries.size).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('never stops an open account from signing', async () => {
    await storeKey(vault, 'a', KEYS)
    const [first] = ports.ports
    keychain.prompt()
    void vault.open('b', true, HERE)
    await clock.advance(10_000)
    expect(await vault.sign('a', 'text')).toEqual(SIGNED)
    expect(await vault.open('a', true, HERE)).toEqual({ ok: true, value: { apiKey: 'key-1' } })

    keychain.answerPrompt()
    expect(await storeKey(vault, 'b', KEYS)).toEqual(DONE)
    expect(ports.ports).toHaveLength(2)
    expect(first?.alive).toBe(true)
    expect(await vault.forget('a')).toEqual(DONE)
    await clock.advance(0)
    expect(first?.alive).toBe(false)
    expect(await vault.sign('b', 'text')).toEqual(SIGNED)
  })

  it('leaves no key behind in the old process once its account has moved', async () => {
    await storeKey(vault, 'a', KEYS)
    await storeKey(vault, 'b', KEYS)
    const [first] = ports.ports
    keychain.prompt()
    void vault.open('c', true, HERE)
    await clock.advance(10_000)
    keychain.answerPrompt()
    expect(await storeKey(vault, 'a', KEYS)).toEqual(DONE)
    expect(first?.alive).toBe(true)
    expect(first?.received).toContainEqual({ kind: 'drop', accountId: 'a' })
    expect(await vault.sign('b', 'text')).toEqual(SIGNED)
  })

  it('is retried in a new process at most once a minute', async () => {
    keychain.prompt()
    for (const processes of [1, 2, 2]) {
      const opening = vault.open('a', true, HERE)
      await clock.advance(10_000)
      expect(await opening).toMatchObject({ ok: false, error: { kind: 'vaultUnavailable' } })
      expect(ports.ports).toHaveLength(processes)
    }
    keychain.answerPrompt()
    await clock.advance(MINUTE)
    expect(await storeKey(vault, 'a', KEYS)).toEqual(DONE)
    expect(ports.ports).toHaveLength(3)
  })
})

describe('a process that hangs', () => {
  it('is killed when a signature is late, and the next process signs', async () => {
    await storeKey(vault, 'a', KEYS)
    for (const processes of [2, 3, 4]) {
      const hanging = ports.latest
      hanging.freeze()
      const signing = vault.sign('a', 'text')
      await clock.advance(10_000)
      expect(await signing).toEqual(SIGNED)
      expect([hanging.alive, ports.ports.length]).toEqual([false, processes])
    }
  })

  it('is killed even if it was only asked to step down', async () => {
    void vault.open('a', true, HERE)
    ports.latest.freeze()
    keychain.prompt()
    void vault.open('b', true, HERE)
    await clock.advance(20_000)
    expect(ports.latest.alive).toBe(false)
  })
})

describe('a process that crashes', () => {
  it('fails the pending keychain calls, and signs again within a second, however often it crashes', async () => {
    await storeKey(vault, 'a', KEYS)
    keychain.prompt()
    const opening = vault.open('b', true, HERE)
    await clock.advance(0)
    ports.latest.crash()
    expect(await opening).toMatchObject(failure('vaultUnavailable', 'vault.open', message('failure.vault.crashed')))
    keychain.answerPrompt()

    for (const processes of [2, 3, 4, 5]) {
      const signing = vault.sign('a', 'text')
      await clock.advance(500)
      expect(await signing).toEqual(SIGNED)
      expect(ports.ports).toHaveLength(processes)
      ports.latest.crash()
    }
  })

  it('has its pending signature made by the next process', async () => {
    await storeKey(vault, 'a', KEYS)
    ports.latest.freeze()
    const signing = vault.sign('a', 'text')
    await clock.advance(0)
    ports.latest.crash()
    expect(await signing).toEqual(SIGNED)
  })

  it('has an exit signed by the first process that survives, even if others are killed at their start', async () => {
    await storeKey(vault, 'a', KEYS)
    let left = 0
    vault = createVault({
      start: () => {
        const port = ports.start()
        if (left-- > 0) queueMicrotask(() => ports.latest.crash())
        return port
      },
      clock,
    })
    await vault.open('a', true, HERE)
    const exitAfter = async (deaths: number) => {
      left = deaths
      ports.latest.crash()
      const before = clock.mono()
      const signing = vault.sign('a', 'text', true).then((signed) => ({ signed, afterMs: clock.mono() - before }))
      for (let ms = 0; ms < 10_000; ms += 100) await clock.advance(100)
      return signing
    }
    for (const deaths of [1, 2, 6]) {
      const { signed, afterMs } = await exitAfter(deaths)
      expect(signed).toEqual(SIGNED)
      expect(afterMs).toBeLessThanOrEqual(500 * (deaths + 1))
    }
    // If none survives, the call fails after a while.
    const { signed, afterMs } = await exitAfter(Infinity)
    expect(signed).toMatchObject(failure('vaultUnavailable', 'vault.open', message('failure.vault.crashed')))
    expect(afterMs).toBeLessThanOrEqual(5_600)
  })

  it('is restarted at most twice a second when every start crashes, and less and less often for what can wait', async () => {
    await storeKey(vault, 'a', KEYS)
    vault = createVault({
      start: () => {
        const port = ports.start()
        if (ports.ports.length > 2) queueMicrotask(() => ports.ports.at(-1)?.crash())
        return port
      },
      clock,
    })
    await vault.open('a', true, HERE)
    ports.latest.crash()
    const startsOf = async (isUrgent: boolean): Promise<number> => {
      const before = ports.ports.length
      for (let ms = 0; ms < MINUTE; ms += 100) {
        void vault.sign('a', 'text', isUrgent)
        await clock.advance(100)
      }
      return ports.ports.length - before
    }
    expect(await startsOf(false)).toBeLessThan(10)
    const urgent = await startsOf(true)
    expect([urgent > 60, urgent <= 121]).toEqual([true, true])
  })

  it('is reopened with one keychain call for everyone who waits to sign', async () => {
    await storeKey(vault, 'a', KEYS)
    ports.latest.crash()
    let reads = 0
    const read = keychain.read.bind(keychain)
    keychain.read = (accountId) => ((reads += 1), read(accountId))
    expect(await Promise.all([1, 2, 3].map(() => vault.sign('a', 'text')))).toEqual([SIGNED, SIGNED, SIGNED])
    expect(reads).toBe(1)
  })

  it.each([
    ['the user opens the account', () => vault.open('a', true, HERE)],
    ['an exit waits for it', () => vault.sign('a', 'text', true)],
  ])('asks a locked keyring at most once a minute, unless %s', async (_, ask) => {
    await storeKey(vault, 'a', KEYS)
    ports.latest.crash()
    keychain.state = 'locked'
    expect(await vault.sign('a', 'text')).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
    keychain.state = 'unlocked'
    expect(await vault.sign('a', 'text')).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
    expect(await ask()).toMatchObject({ ok: true })
    expect(await vault.sign('a', 'text')).toEqual(SIGNED)
  })

  it('loses held keys, and says so', async () => {
    await vault.hold('demo', KEYS)
    ports.latest.crash()
    expect(await vault.sign('demo', 'text')).toMatchObject(
      failure('vaultUnavailable', 'vault.sign', message('failure.vault.lost')),
    )
    expect(keychain.entries.size).toBe(0)
    expect(await vault.hold('demo', KEYS)).toEqual(DONE)
    expect(await vault.sign('demo', 'text')).toEqual(SIGNED)
  })
})

/** The message has the keychain's own words next to ours, marked as the keychain's. */
const NO_KEYRING = inARow([
  message('failure.vault.unreachable'),
  message('failure.keychain.linux'),
  message('failure.systemWords', { text: 'no Secret Service' }),
])

describe('a keychain that fails', () => {
  it('gets a new process for the next call, and reports the full failure each time', async () => {
    keychain.state = 'absent'
    for (const processes of [1, 2, 2]) {
      expect(await storeKey(vault, 'a', KEYS)).toMatchObject(failure('vaultUnavailable', 'vault.save', NO_KEYRING))
      expect(ports.ports).toHaveLength(processes)
    }
    expect(ports.ports[0]?.alive).toBe(false)
  })

  it('does not lose a key that arrives in a process that was just replaced', async () => {
    keychain.prompt()
    const opening = vault.open('a', false, HERE)
    await clock.advance(0)
    const first = ports.latest
    first.freeze()
    const holding = vault.hold('demo', KEYS)
    await clock.advance(0)
    keychain.state = 'absent'
    keychain.answerPrompt()
    expect(await opening).toMatchObject({ ok: false })
    await vault.open('a', false, HERE)
    expect(ports.ports).toHaveLength(2)

    first.thaw()
    expect(await holding).toEqual(DONE)
    expect(await vault.sign('demo', 'text')).toEqual(SIGNED)
  })

  it('does not cut off a pending signature when the last account leaves the old process', async () => {
    await vault.hold('demo', KEYS)
    keychain.state = 'absent'
    await vault.open('a', false, HERE)
    keychain.state = 'unlocked'
    await storeKey(vault, 'a', KEYS)
    const [signed, forgotten] = await Promise.all([vault.sign('demo', 'text'), vault.forget('demo')])
    expect(signed).toEqual(SIGNED)
    expect(forgotten).toEqual(DONE)
    await clock.advance(0)
    expect(ports.ports.map((port) => port.alive)).toEqual([false, true])
  })

  it('does not prevent a key from being held', async () => {
    keychain.state = 'absent'
    await storeKey(vault, 'a', KEYS)
    await storeKey(vault, 'a', KEYS)
    expect(await vault.hold('demo', KEYS)).toEqual(DONE)
    expect(await vault.sign('demo', 'text')).toEqual(SIGNED)
    expect(await vault.forget('demo')).toEqual(DONE)
  })
})

describe('forgetting', () => {
  it('ends signing at once', async () => {
    await storeKey(vault, 'a', KEYS)
    expect(await vault.forget('a')).toEqual(DONE)
    expect(await vault.sign('a', 'text')).toMatchObject(
      failure('noCredentials', 'vault.sign', message('failure.vault.notOpen')),
    )
    expect(keychain.entries.size).toBe(0)
  })

  it('does not ask the keychain about a held key', async () => {
    await vault.hold('demo', KEYS)
    keychain.state = 'absent'
    expect(await vault.forget('demo')).toEqual(DONE)
    expect(await vault.sign('demo', 'text')).toMatchObject({ ok: false, error: { kind: 'noCredentials' } })
  })
})

describe('closing', () => {
  it('ends every process, and fails every call with `closed`', async () => {
    await storeKey(vault, 'a', KEYS)
    keychain.prompt()
    const opening = vault.open('b', true, HERE)
    await vault.close()
    expect(await opening).toMatchObject(failure('closed', 'vault.open', message('failure.vault.closed')))
    for (const result of [
      await vault.sign('a', 'text'),
      await storeKey(vault, 'a', KEYS),
      await vault.hold('a', KEYS),
      await vault.open('a', true, HERE),
      await vault.forget('a'),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { kind: 'closed' } })
    }
    expect(ports.ports.map((port) => port.alive)).toEqual([false])
    expect(clock.pending).toBe(0)
  })
})

it('says so when no process can be started', async () => {
  vault = createVault({
    start: () => {
      throw new Error('spawn EAGAIN')
    },
    clock,
  })
  expect(await vault.open('a', false, HERE)).toMatchObject(
    failure('vaultUnavailable', 'vault.open', message('failure.vault.notStarted')),
  )
})
