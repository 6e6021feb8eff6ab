import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SnapshotPush } from '#shared/domain/snapshot.ts'
import { openJournal, type Journal } from '#electron/desk/journal.ts'
import { openAccountIndex } from '#electron/main/accounts.ts'
import { systemClock } from '#electron/main/system-clock.ts'
import { createWorkspace, type Workspace } from '#electron/main/workspace.ts'
import { startSimulator, type Simulator } from '#electron/simulator/simulator.ts'
import { createVault } from '#electron/vault/client.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'
import { LocalVaultPorts } from '#test/support/vault-port.ts'

let folder: string
let journal: Journal
let keychain: MemoryKeychain
let venue: Simulator
let pushes: SnapshotPush[]
let workspace: Workspace
let started: { end: () => void }[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-workspace-'))
  const opened = openJournal(join(folder, 'journal.sqlite'), systemClock)
  if (!opened.ok) throw new Error(opened.error.message)
  journal = opened.value
  keychain = new MemoryKeychain()
  venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false })
  pushes = []
  started = []
  workspace = createWorkspace({
    vault: createVault({ start: new LocalVaultPorts(keychain).start, clock: systemClock }),
    accounts: openAccountIndex(join(folder, 'accounts.json')),
    journal,
    clock: systemClock,
    startDemoVenue: async (onEnd) => {
      started.push({ end: onEnd })
      return { ...venue, stop: () => undefined }
    },
    onPush: (push) => pushes.push(push),
  })
})
afterEach(async () => {
  await workspace.close()
  journal.close()
  await venue.stop()
  rmSync(folder, { recursive: true })
})

const account = (over: object = {}) => ({
  name: 'Harbour',
  spotBaseUrl: venue.spotBaseUrl,
  contractBaseUrl: venue.contractBaseUrl,
  apiKey: venue.apiKey,
  apiSecret: venue.apiSecret,
  ...over,
})

describe('adding an account', () => {
  it('stores a key that was proved at the venue, and opens the account', async () => {
    const added = await workspace.add(account())
    expect(added).toMatchObject({
      ok: true,
      value: { name: 'Harbour', kind: 'venue', keyTail: venue.apiKey.slice(-4) },
    })
    expect(keychain.entries.size).toBe(1)
    expect(workspace.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  it.each([
    ['a wrong secret', { apiSecret: 'wrong' }, 'signature'],
    ['an unknown key', { apiKey: 'wrong' }, 'key'],
    ['an address nobody serves', { spotBaseUrl: 'http://127.0.0.1:9' }, 'network'],
    ['an address that is not private', { spotBaseUrl: 'http://venue.example' }, 'invalidParameter'],
    ['no address', { contractBaseUrl: 'venue' }, 'invalidParameter'],
  ])('leaves nothing behind of %s, and the open account open', async (_what, over, kind) => {
    const demo = await workspace.startDemo()
    expect(demo.ok).toBe(true)
    const { runId } = workspace.snapshot()
    const added = await workspace.add(account(over))
    expect(added).toMatchObject({ ok: false, error: { kind } })
    expect(JSON.stringify(added)).not.toContain(venue.apiSecret)
    expect(keychain.entries.size).toBe(0)
    expect(workspace.list()).toEqual({ ok: true, value: [] })
    expect(workspace.snapshot()).toMatchObject({ runId, account: { kind: 'demo' } })
  })

  it('does not open what it could not store', async () => {
    keychain.state = 'locked'
    const added = await workspace.add(account())
    expect(added).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
    expect(workspace.snapshot().account).toBeNull()
    expect(workspace.list()).toEqual({ ok: true, value: [] })
  })
})

describe('a stored account', () => {
  it('is opened again with its key, and with no word of it while the keyring is locked', async () => {
    const added = await workspace.add(account())
    if (!added.ok) throw new Error(added.error.message)
    await workspace.startDemo()
    expect(await workspace.open(added.value.id)).toMatchObject({ ok: true, value: { name: 'Harbour' } })
    expect(workspace.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  it('is gone from the keychain, the list and the screen when it is forgotten', async () => {
    const added = await workspace.add(account())
    if (!added.ok) throw new Error(added.error.message)
    expect(await workspace.forget(added.value.id)).toEqual({ ok: true, value: null })
    expect(keychain.entries.size).toBe(0)
    expect(workspace.list()).toEqual({ ok: true, value: [] })
    expect(workspace.snapshot().account).toBeNull()
  })

  it('can not be opened by an id nobody has', async () => {
    expect(await workspace.open(crypto.randomUUID())).toMatchObject({ ok: false, error: { kind: 'notFound' } })
  })
})

describe('opening and leaving accounts', () => {
  it('leaves no desk behind that could still send, however the asks overlap', async () => {
    const added = await workspace.add(account())
    if (!added.ok) throw new Error(added.error.message)
    await Promise.all([workspace.startDemo(), workspace.open(added.value.id), workspace.startDemo()])
    expect(workspace.snapshot().account).toMatchObject({ kind: 'demo' })
    await workspace.close()
    const before = venue.ledger.arrivals().length
    await new Promise((resolve) => setImmediate(resolve))
    expect(venue.ledger.arrivals().length).toBe(before)
  })

  it('starts one demo venue for any number of asks, and another one after it ended', async () => {
    await Promise.all([workspace.startDemo(), workspace.startDemo()])
    expect(started).toHaveLength(1)
    started[0]!.end()
    expect(await workspace.startDemo()).toMatchObject({ ok: true })
    expect(started).toHaveLength(2)
  })

  it('opens a known account when one of its areas is down, and shows what can be read', async () => {
    const added = await workspace.add(account())
    if (!added.ok) throw new Error(added.error.message)
    await workspace.startDemo()
    venue.faults.inject({ match: 'spot.account', kind: '504NotExecuted', times: 1_000 })
    expect(await workspace.open(added.value.id)).toMatchObject({ ok: true })
  })

  it('does not add one key of a venue twice', async () => {
    await workspace.add(account())
    expect(await workspace.add(account({ name: 'Twin' }))).toMatchObject({
      ok: false,
      error: { operation: 'account.add' },
    })
    expect(keychain.entries.size).toBe(1)
  })

  it('sends nothing that was meant for the account shown before', async () => {
    await workspace.startDemo()
    const { runId } = workspace.snapshot()
    await workspace.add(account())
    const action = { kind: 'closePosition', positionKey: 'E-BTC-USDT:cross:long' } as const
    expect(await workspace.submit(runId, crypto.randomUUID(), action)).toMatchObject({
      ok: false,
      error: { outcome: 'notSent' },
    })
    expect(venue.ledger.arrivals({ method: 'POST' })).toEqual([])
  })
})

describe('what the window is told', () => {
  it('starts a new run with each account, so that no number of one is shown for the other', async () => {
    await workspace.startDemo()
    const first = workspace.snapshot().runId
    await workspace.add(account())
    expect(workspace.snapshot().runId).not.toBe(first)
    const lastOfFirst = pushes.findLastIndex((push) => push.runId === first)
    const firstOfSecond = pushes.findIndex((push) => push.runId === workspace.snapshot().runId)
    expect(firstOfSecond).toBeGreaterThan(lastOfFirst)
  })

  it('counts its pushes without a gap within a run', async () => {
    await workspace.startDemo()
    await workspace.add(account())
    for (const runId of new Set(pushes.map((push) => push.runId))) {
      const seqs = pushes.filter((push) => push.runId === runId).map((push) => push.seq)
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    }
  })

  it('refuses what is asked with no account open, and sends nothing', async () => {
    const action = { kind: 'closePosition', positionKey: 'E-BTC-USDT:cross:long' } as const
    const answer = await workspace.submit(workspace.snapshot().runId, crypto.randomUUID(), action)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'noCredentials', outcome: 'notSent' } })
    expect(venue.ledger.arrivals({ method: 'POST' })).toEqual([])
  })
})
