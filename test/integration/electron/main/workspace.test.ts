import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import type { AccountView, SnapshotPush } from '#shared/domain/snapshot.ts'
import { openJournal, type Journal } from '#electron/desk/journal.ts'
import { openAccountIndex } from '#electron/main/accounts.ts'
import { systemClock } from '#electron/main/system-clock.ts'
import { createWorkspace, type Workspace } from '#electron/main/workspace.ts'
import { startSimulator, type Simulator, type SimulatorOptions } from '#electron/simulator/simulator.ts'
import { createVault, type Vault } from '#electron/vault/client.ts'
import { MemoryKeychain } from '#test/support/memory-keychain.ts'
import { LocalVaultPorts } from '#test/support/vault-port.ts'

// Accounts come and go here faster than anybody could, and each measures the venue's clock.
const OPTIONS = { seed: 7, clock: systemClock, autoTick: false, limits: 'none' } as const

let folder: string
let journal: Journal
let keychain: MemoryKeychain
let venue: Simulator
let pushes: SnapshotPush[]
let workspace: Workspace
let started: { end: () => void }[]
let ports: LocalVaultPorts
let vault: Vault

const FLATTEN = { kind: 'flatten', spot: 'keep' } as const

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-workspace-'))
  const opened = openJournal(join(folder, 'journal.sqlite'), systemClock)
  if (!opened.ok) throw new Error(opened.error.message)
  journal = opened.value
  keychain = new MemoryKeychain()
  venue = await startSimulator(OPTIONS)
  pushes = []
  started = []
  ports = new LocalVaultPorts(keychain)
  vault = createVault({ start: ports.start, clock: systemClock })
  workspace = createWorkspace({
    vault,
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

async function replaceVenue(options: Partial<SimulatorOptions>): Promise<void> {
  await venue.stop()
  venue = await startSimulator({ ...OPTIONS, ...options })
}

const account = (over: object = {}) => ({
  name: 'Harbour',
  spotBaseUrl: venue.spotBaseUrl,
  contractBaseUrl: venue.contractBaseUrl,
  apiKey: venue.apiKey,
  apiSecret: venue.apiSecret,
  ...over,
})

async function addedAs(over: object = {}): Promise<AccountView> {
  const added = await workspace.add(account(over))
  if (!added.ok) throw new Error(added.error.message)
  if (!added.value.account) throw new Error(JSON.stringify(added.value.report))
  return added.value.account
}

/** Waits until the desk is open and everything of the account was read. */
async function known(): Promise<void> {
  for (;;) {
    const { desk, health, orders } = workspace.snapshot().parts
    const scopes = orders.data?.scopes ?? []
    const areRead = scopes.length > 0 && scopes.every(({ readAt }) => readAt !== null)
    if (desk.data?.state === 'open' && health.data?.phase === 'live' && areRead) return
    await nextTurn()
  }
}

/** The vault signs for nobody that was let go. */
async function signsFor(accountId: string): Promise<boolean> {
  return (await vault.sign(accountId, 'text')).ok
}

/** Every account a key was ever held for. */
function everHeld(): string[] {
  return ports.ports.flatMap(({ received }) =>
    (received as { kind: string; accountId: string }[])
      .filter(({ kind }) => kind === 'hold')
      .map(({ accountId }) => accountId),
  )
}

describe('adding an account', () => {
  it('stores a key that was proved at the venue, and opens the account', async () => {
    const added = await workspace.add(account())
    expect(added).toMatchObject({
      ok: true,
      value: {
        account: { name: 'Harbour', kind: 'venue', keyTail: venue.apiKey.slice(-4) },
        report: { verdict: 'healthy' },
      },
    })
    expect(keychain.entries.size).toBe(1)
    expect(workspace.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  it.each([
    ['a wrong secret', { apiSecret: 'wrong' }, 'signature'],
    ['an unknown key', { apiKey: 'wrong' }, 'signature'],
    ['an address nobody serves', { spotBaseUrl: 'http://127.0.0.1:9' }, 'spotClock'],
  ])('keeps nothing of %s but the report, and the open account open', async (_what, over, failing) => {
    const demo = await workspace.startDemo()
    expect(demo.ok).toBe(true)
    const { runId } = workspace.snapshot()
    const added = await workspace.add(account(over))
    expect(added).toMatchObject({ ok: true, value: { account: null, report: { verdict: 'refused' } } })
    expect(added.ok && added.value.report.steps).toContainEqual(
      expect.objectContaining({ id: failing, outcome: 'failed' }),
    )
    expect(JSON.stringify(added)).not.toContain(venue.apiSecret)
    expect(keychain.entries.size).toBe(0)
    expect(await signsFor(everHeld().at(-1)!)).toBe(false)
    expect(workspace.list()).toEqual({ ok: true, value: [] })
    expect(workspace.snapshot()).toMatchObject({ runId, account: { kind: 'demo' } })
  })

  it.each([
    ['an address that is not private', { spotBaseUrl: 'http://venue.example' }],
    ['no address', { contractBaseUrl: 'venue' }],
    ['a profile that is none', { profile: '{"version":1,"apiSecret":"c4n4ry"}' }],
  ])('asks no venue about %s, and hands no key to the vault', async (_what, over) => {
    const added = await workspace.add(account(over))
    expect(added).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
    expect(JSON.stringify(added)).not.toContain('c4n4ry')
    expect(venue.ledger.arrivals()).toEqual([])
    expect(everHeld()).toEqual([])
  })

  it('keeps a key that can only watch, and says what it can not do', async () => {
    venue.faults.inject({ match: 'spot.testOrder', kind: 'errorWith200', code: -2015, times: 1_000 })
    const added = await workspace.add(account())
    expect(added).toMatchObject({
      ok: true,
      value: { account: { name: 'Harbour' }, report: { verdict: 'limited' } },
    })
    expect(keychain.entries.size).toBe(1)
  })

  it('opens an account of which one area refuses the key', async () => {
    venue.faults.inject({ match: 'contract.account', kind: 'errorWith200', code: -2015, times: 1_000 })
    expect((await addedAs()).name).toBe('Harbour')
    expect(workspace.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  it('forgets the key of a probe that the end of the application calls off', async () => {
    venue.faults.inject({ match: 'spot.time', kind: 'stall', times: 1_000 })
    const adding = workspace.add(account())
    while (venue.ledger.arrivals({ endpoint: 'spot.time' }).length === 0) await nextTurn()
    const [added] = await Promise.all([adding, workspace.close()])
    expect(added).toMatchObject({ ok: true, value: { account: null, report: { verdict: 'refused' } } })
    expect(await signsFor(everHeld()[0]!)).toBe(false)
    expect(keychain.entries.size).toBe(0)
  })

  it('probes one key after the other, and holds only those it keeps', async () => {
    const [wrong, right] = await Promise.all([
      workspace.add(account({ name: 'Wrong', apiSecret: 'wrong', apiKey: `${venue.apiKey}x` })),
      workspace.add(account()),
    ])
    expect(wrong).toMatchObject({ ok: true, value: { account: null } })
    expect(right).toMatchObject({ ok: true, value: { account: { name: 'Harbour' } } })
    const [first, second] = everHeld()
    expect(await Promise.all([signsFor(first!), signsFor(second!)])).toEqual([false, true])
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
    const added = await addedAs()
    await workspace.startDemo()
    expect(await workspace.open(added.id)).toMatchObject({ ok: true, value: { name: 'Harbour' } })
    expect(workspace.snapshot().account).toMatchObject({ name: 'Harbour' })
  })

  it('is gone from the keychain, the list and the screen when it is forgotten', async () => {
    const added = await addedAs()
    expect(await workspace.forget(added.id)).toEqual({ ok: true, value: null })
    expect(keychain.entries.size).toBe(0)
    expect(workspace.list()).toEqual({ ok: true, value: [] })
    expect(workspace.snapshot().account).toBeNull()
  })

  it('can not be opened by an id nobody has', async () => {
    expect(await workspace.open(crypto.randomUUID())).toMatchObject({ ok: false, error: { kind: 'notFound' } })
  })
})

describe('a venue that differs', () => {
  const profileOf = (dialect: object): string =>
    JSON.stringify({
      version: 1,
      name: 'Old harbour',
      spotBaseUrl: 'https://a.example',
      contractBaseUrl: 'https://b.example',
      dialect,
    })

  it('is found out, remembered with the account, and spoken to so when it is opened again', async () => {
    await replaceVenue({ signsQuery: false })
    const { id } = await addedAs()
    expect(readFileSync(join(folder, 'accounts.json'), 'utf8')).toContain('"signGetQuery": false')
    expect(workspace.list()).toEqual({ ok: true, value: [expect.not.objectContaining({ dialect: expect.anything() })] })
    await workspace.startDemo()
    expect(await workspace.open(id)).toMatchObject({ ok: true })
    const asked = () =>
      (workspace.snapshot().parts.orders.data?.scopes ?? []).filter(
        ({ area, readAt, failure }) => area === 'spot' && (readAt !== null || failure !== null),
      )
    while (asked().length === 0) await nextTurn()
    expect(asked().filter(({ failure }) => failure !== null)).toEqual([])
    const exported = workspace.exportProfile(id)
    expect(exported.ok && JSON.parse(exported.value)).toEqual({
      version: 1,
      name: 'Harbour',
      spotBaseUrl: venue.spotBaseUrl,
      contractBaseUrl: venue.contractBaseUrl,
      dialect: { signGetQuery: false },
    })
  })

  it('is spoken to as its profile says, at the address that was typed', async () => {
    await replaceVenue({ dialect: { paths: { 'spot.account': '/sapi/v1/account/balance' } } })
    const without = await workspace.add(account())
    expect(without).toMatchObject({ ok: true, value: { report: { verdict: 'limited' } } })
    if (without.ok && without.value.account) await workspace.forget(without.value.account.id)
    const profile = profileOf({ paths: { 'spot.account': '/sapi/v1/account/balance' } })
    const added = await workspace.add(account({ profile }))
    expect(added).toMatchObject({ ok: true, value: { account: { name: 'Harbour' }, report: { verdict: 'healthy' } } })
  })

  it('leaves nothing of itself with an account that is as usual', async () => {
    await addedAs({ profile: profileOf({}) })
    expect(readFileSync(join(folder, 'accounts.json'), 'utf8')).not.toContain('dialect')
  })

  it('is told to the window before anything is done with its profile', () => {
    expect(workspace.readProfile(profileOf({ signGetQuery: false }))).toEqual({
      ok: true,
      value: {
        name: 'Old harbour',
        spotBaseUrl: 'https://a.example',
        contractBaseUrl: 'https://b.example',
        differences: ['The query of a GET is not signed.'],
      },
    })
    expect(workspace.readProfile(profileOf({ signGetQuery: 1 }))).toMatchObject({
      ok: false,
      error: {
        kind: 'invalidParameter',
        message: 'This is no venue profile: dialect.signGetQuery: expected true or false, was 1.',
      },
    })
  })

  it('is exported of stored accounts only', async () => {
    await workspace.startDemo()
    const demo = workspace.snapshot().account!.id
    expect(workspace.exportProfile(demo)).toMatchObject({ ok: false, error: { kind: 'notFound' } })
  })
})

describe('opening and leaving accounts', () => {
  it('leaves no desk behind that could still send, however the asks overlap', async () => {
    const added = await addedAs()
    await Promise.all([workspace.startDemo(), workspace.open(added.id), workspace.startDemo()])
    expect(workspace.snapshot().account).toMatchObject({ kind: 'demo' })
    await workspace.close()
    const before = venue.ledger.arrivals().length
    await nextTurn()
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
    const added = await addedAs()
    await workspace.startDemo()
    venue.faults.inject({ match: 'spot.account', kind: '504NotExecuted', times: 1_000 })
    expect(await workspace.open(added.id)).toMatchObject({ ok: true })
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
    for (const answer of [
      await workspace.submit({ runId, intentId: crypto.randomUUID(), action: FLATTEN }),
      await workspace.preview(runId, FLATTEN),
    ])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'closed', outcome: 'notSent' } })
    // A probe tests an order, which places none.
    const posts = venue.ledger.arrivals({ method: 'POST' }).filter(({ endpoint }) => endpoint !== 'spot.testOrder')
    expect(posts).toEqual([])
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
    const { runId } = workspace.snapshot()
    for (const answer of [
      await workspace.submit({ runId, intentId: crypto.randomUUID(), action: FLATTEN }),
      await workspace.preview(runId, FLATTEN),
    ])
      expect(answer).toMatchObject({ ok: false, error: { kind: 'noCredentials', outcome: 'notSent' } })
    expect(venue.ledger.arrivals({ method: 'POST' })).toEqual([])
  })
})

describe('a plan that is looked at', () => {
  it('crosses to the window as plain data, with what it costs and takes, and sends nothing', async () => {
    await addedAs()
    await known()
    const sent = venue.ledger.arrivals({ method: 'POST' }).length
    const answer = await workspace.preview(workspace.snapshot().runId, FLATTEN)
    if (!answer.ok || answer.value.kind !== 'plan') throw new Error(`expected a plan, was ${JSON.stringify(answer)}`)
    const { plan } = structuredClone(answer.value)
    expect(plan.legs.length).toBeGreaterThan(venue.exchange.contracts.positions().length)
    expect(plan.legs.find((leg) => leg.kind === 'close')).toMatchObject({ volume: expect.stringMatching(/^\d+$/) })
    expect(plan.estimate?.likelyMs).toBeGreaterThan(0)
    expect(plan.estimate?.margin.some(({ before }) => before !== null)).toBe(true)
    expect(venue.ledger.arrivals({ method: 'POST' })).toHaveLength(sent)
  })

  it('is carried out under the id it was shown with, and under no other', async () => {
    await addedAs()
    await known()
    const { runId } = workspace.snapshot()
    const action = {
      kind: 'cancelMatching',
      filter: { area: 'spot', instrument: 'btcusdt', side: null, closing: true },
    }
    const wanted = { runId, action: action as Action }
    const answer = await workspace.preview(runId, wanted.action)
    if (!answer.ok || answer.value.kind !== 'plan') throw new Error(`expected a plan, was ${JSON.stringify(answer)}`)
    const { planId } = answer.value
    const submit = (planId: string) => workspace.submit({ ...wanted, intentId: crypto.randomUUID(), planId })
    expect(await submit(crypto.randomUUID())).toMatchObject({ value: { denial: { code: 'PLAN_EXPIRED' } } })
    expect(venue.ledger.arrivals({ endpoint: 'spot.batchCancel' })).toEqual([])
    expect(await submit(planId)).toMatchObject({ value: { kind: 'accepted' } })
    while (workspace.snapshot().parts.desk.data?.intents[0]?.state !== 'done') await nextTurn()
    expect(venue.exchange.spot.openOrders().filter(({ spec }) => spec.symbol === 'btcusdt')).toEqual([])
  })
})

describe('leaving', () => {
  it('leaves nothing of the demo account behind, which ends with Plimsoll', async () => {
    expect(workspace.leaving()).toEqual({ lines: [], isQuiet: true })
    await workspace.startDemo()
    expect(workspace.leaving().isQuiet).toBe(true)
  })

  it('tells what stays of a real account, and at first that nothing is known', async () => {
    await addedAs()
    expect(workspace.leaving().lines[0]).toMatch(/^Positions: not known/)
    await known()
    const { spot, contracts } = venue.exchange
    const count = contracts.positions().length
    const { lines, isQuiet } = workspace.leaving()
    expect(isQuiet).toBe(false)
    expect(lines).toEqual([expect.stringMatching(/^Held/), expect.stringMatching(/^Open orders/)])
    expect(lines[0]).toBe(`Held: ${count} positions, ${count} without a stop-loss of Plimsoll's for all of it.`)
    const closing = contracts.openOrders().filter(({ action }) => action === 'CLOSE').length
    expect(lines[1]).toContain(`${spot.openOrders().length} on Spot`)
    expect(lines[1]).toContain(`${closing} that would close them`)
  })
})
