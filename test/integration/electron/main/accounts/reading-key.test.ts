/** An account with a second key, which only reads: polls are signed with it, and all that acts or verifies is not. */
import { readFileSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_DIALECT } from '#electron/venue/venue.ts'
import type { LedgerEntry } from '#electron/simulator/testing/ledger.ts'
import type { Action } from '#shared/desk/action.ts'
import { alarmsOf } from '#shared/snapshot/alarms.ts'
import { message } from '#shared/words/message.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'
import { HARBOUR } from '#test/support/harbour-preset.ts'
import { writesOf } from '#test/support/ledger.ts'

const bench = accountsBench()
const READING = { apiKey: 'reading-key-7c1d', apiSecret: 'reading-secret', readsOnly: true } as const
const MAY_TRADE = { apiKey: 'second-key-9f3a', apiSecret: 'second-secret' }
const FOR_EVER = { times: Infinity, apiKey: READING.apiKey }

const file = () => join(bench.folder, 'accounts.json')
const isAside = () => Boolean(inUse()?.failure)
const inUse = () => bench.accounts.snapshot().parts.health.data?.readingKey ?? null
/** The keys of the signed requests that arrived since the ledger was cleared. */
const keysIn = (entries: readonly LedgerEntry[]) => [...new Set(entries.map(({ apiKey }) => apiKey))].filter(Boolean)
const add = (id: string, { apiKey, apiSecret }: { apiKey: string; apiSecret: string } = READING) =>
  bench.accounts.addReadingKey(id, apiKey, apiSecret)

/** An account at a venue where it has other keys. */
async function account(): Promise<string> {
  await bench.replaceVenue({ otherKeys: [READING, MAY_TRADE], dialect: { rights: 'all' } })
  const { id } = await bench.addedAs()
  await bench.known()
  return id
}

async function accountWithReadingKey(): Promise<string> {
  const id = await account()
  expect(await add(id)).toMatchObject({ ok: true, value: { account: { id } } })
  await bench.until(() => inUse() !== null)
  return id
}

/** The keys that sign the polls of the next ten seconds. */
async function pollKeys(): Promise<readonly (string | null)[]> {
  // Requests that are on the wire keep the key they were signed with.
  await bench.pass(1_000)
  bench.venue.ledger.clear()
  await bench.pass(10_000)
  expect(bench.venue.ledger.arrivals({ endpoint: 'contract.account' }).length).toBeGreaterThan(1)
  return keysIn(bench.venue.ledger.arrivals())
}

/** Closes a part of a position with one order, and returns the requests until that is settled. */
async function closed(): Promise<readonly LedgerEntry[]> {
  const { runId, parts } = bench.accounts.snapshot()
  const intentId = randomUUID()
  const close: Action = {
    kind: 'closePosition',
    positionKey: parts.positions.data?.find(({ marginMode }) => marginMode === 'isolated')?.key ?? '',
    size: { kind: 'volume', volume: '150' },
    tactic: { kind: 'market' },
  }
  bench.venue.ledger.clear()
  await bench.accounts.atDesk(runId, 'test', (desk) => desk.submit(intentId, close))
  const intent = () => bench.accounts.snapshot().parts.desk.data?.intents.find((one) => one.intentId === intentId)
  await bench.until(() => intent()?.state === 'done')
  return bench.venue.ledger.arrivals()
}

describe('a reading key', () => {
  it('signs every poll, and nothing that acts or verifies', async () => {
    const id = await accountWithReadingKey()
    expect(inUse()).toEqual({ keyTail: '7c1d', failure: null, tradingFailure: null })
    expect(await pollKeys()).toEqual([READING.apiKey])
    const requests = await closed()
    expect(keysIn(writesOf(bench.venue.ledger))).toEqual([bench.venue.apiKey])
    expect(bench.venue.ledger.arrivals({ endpoint: 'contract.newOrder' })).toHaveLength(1)
    // What became of the order is asked with the key that placed it.
    expect(keysIn(requests.filter(({ endpoint }) => endpoint === 'contract.order'))).toEqual([bench.venue.apiKey])
    expect(bench.accounts.snapshot().account).toMatchObject({ id, keyTail: bench.venue.apiKey.slice(-4) })
  })

  it('is stored with the account and opened by the next start', async () => {
    const id = await accountWithReadingKey()
    expect(bench.keychain.entries.size).toBe(2)
    expect(readFileSync(file(), 'utf8')).toContain('"readingKeyTail": "7c1d"')
    expect(readFileSync(file(), 'utf8')).not.toContain(READING.apiKey)
    await bench.accounts.close()
    bench.restart()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    await bench.known()
    expect(await pollKeys()).toEqual([READING.apiKey])
    expect(inUse()).toEqual({ keyTail: '7c1d', failure: null, tradingFailure: null })
  })

  it('is proved anew by no opening: an account whose own key is refused everywhere is not opened', async () => {
    const id = await accountWithReadingKey()
    await bench.accounts.close()
    bench.restart()
    const { apiKey } = bench.venue
    bench.venue.faults.inject({ match: '*', kind: 'errorWith200', code: -2015, times: Infinity, apiKey })
    expect(await bench.accounts.open(id)).toMatchObject({ ok: false, error: { kind: 'key' } })
  })

  it('stays when the account takes the newer version of its preset, now and after the next start', async () => {
    await bench.replaceVenue({ otherKeys: [READING] })
    const { spotBaseUrl, contractBaseUrl } = bench.venue
    const preset = { ...HARBOUR, spotBaseUrl, contractBaseUrl }
    bench.presets.push(preset)
    const { id } = await bench.addedAs({ preset: 'harbour', spotBaseUrl: null, contractBaseUrl: null })
    expect(await add(id)).toMatchObject({ ok: true, value: { account: { id } } })
    bench.presets.splice(0, 1, { ...preset, version: 2, dialect: { ...DEFAULT_DIALECT, clockLeadMs: 300 } })
    expect(await bench.accounts.probe(id, true)).toMatchObject({ ok: true, value: { account: { id } } })
    expect(await pollKeys()).toEqual([READING.apiKey])
    await bench.accounts.close()
    bench.restart()
    await bench.accounts.open(id)
    await bench.known()
    expect([await pollKeys(), inUse()?.failure]).toEqual([[READING.apiKey], null])
  })

  it('is reported if it may trade, and is taken all the same', async () => {
    const added = await add(await account(), MAY_TRADE)
    expect(JSON.stringify(added)).toContain('probe.watchMayTrade')
    expect(added).toMatchObject({ ok: true, value: { report: { verdict: 'healthy' } } })
    expect(await pollKeys()).toEqual([MAY_TRADE.apiKey])
  })

  it('that only reads is reported as such', async () => {
    expect(JSON.stringify(await add(await account()))).toContain('probe.watchMayNotTrade')
  })
})

describe('a key that is not taken for reading', () => {
  const refusedAs = (code: string) => ({ ok: false, error: { kind: 'invalidParameter', message: { code } } })

  /** Nothing of the key is left, and the account reads with its own. */
  async function expectNothingKept(id: string): Promise<void> {
    expect([...bench.keychain.entries.keys()]).toEqual([id])
    expect(await bench.signsFor(`${id} reading`)).toBe(false)
    expect(readFileSync(file(), 'utf8')).not.toContain('readingKeyTail')
    expect([await pollKeys(), inUse()]).toEqual([[bench.venue.apiKey], null])
  }

  it.each(['spot', 'contract'] as const)('is one of another account, by its number on %s', async (area) => {
    const id = await account()
    bench.venue.faults.inject({ ...FOR_EVER, match: `${area}.account`, kind: 'oddNumbers', field: 'uid', body: '77' })
    expect(await add(id)).toMatchObject(refusedAs('main.reading.otherAccount'))
    await expectNothingKept(id)
  })

  it('is one whose account the venue does not name', async () => {
    const id = await account()
    const { contracts, market } = bench.venue.exchange
    for (const position of contracts.positions())
      contracts.forceClose(position, position.volume, market.price(position.spec))
    expect(await add(id)).toMatchObject({
      ...refusedAs('main.reading.unnumbered'),
      error: { message: { facts: { areas: [message('area.contract')] } } },
    })
    await expectNothingKept(id)
  })

  it('is the key that trades', async () => {
    const id = await account()
    bench.venue.ledger.clear()
    const { apiKey, apiSecret } = bench.venue
    expect(await add(id, { apiKey, apiSecret })).toMatchObject(refusedAs('main.reading.same'))
    await expectNothingKept(id)
  })

  it('is the key of another account of the list', async () => {
    const id = await account()
    const { accounts } = JSON.parse(readFileSync(file(), 'utf8')) as { accounts: object[] }
    const other = { ...accounts[0], id: randomUUID(), name: 'Quay', keyTail: '7c1d', uids: {} }
    writeFileSync(file(), JSON.stringify({ version: 1, accounts: [...accounts, other] }))
    expect(await add(id)).toMatchObject(refusedAs('main.alreadyHere'))
  })

  it.each([
    ['a wrong secret', READING.apiKey, 'wrong'],
    ['an unknown key', 'unknown-key', READING.apiSecret],
  ])('is %s: only its report is kept', async (_what, apiKey, apiSecret) => {
    const id = await account()
    expect(await add(id, { apiKey, apiSecret })).toMatchObject({
      ...{ ok: true, value: { account: null, report: { verdict: 'refused' } } },
    })
    await expectNothingKept(id)
  })

  it('is one that does not read every area', async () => {
    const id = await account()
    bench.venue.faults.inject({ ...FOR_EVER, match: 'contract.account', kind: 'errorWith200', code: -2015 })
    expect(await add(id)).toMatchObject({ ok: true, value: { account: null, report: { verdict: 'limited' } } })
    await expectNothingKept(id)
  })

  it('is a third one, and one for an account that is only watched', async () => {
    const id = await accountWithReadingKey()
    expect(await add(id, MAY_TRADE)).toMatchObject(refusedAs('main.reading.hasOne'))
    expect(await pollKeys()).toEqual([READING.apiKey])
    await bench.accounts.forget(id)
    const watched = await bench.addedAs({ isWatchOnly: true })
    expect(await add(watched.id)).toMatchObject(refusedAs('main.reading.watchOnly'))
  })

  it('is one that cannot be stored', async () => {
    const id = await account()
    bench.keychain.state = 'locked'
    expect(await add(id)).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
    bench.keychain.state = 'unlocked'
    await expectNothingKept(id)
  })

  it('is refused as a new account while it reads for one', async () => {
    await accountWithReadingKey()
    expect(await bench.accounts.add(bench.account({ name: 'Quay', ...READING }))).toMatchObject(
      refusedAs('main.alreadyHere'),
    )
  })
})

describe('a reading key that stops working', () => {
  it('at the venue leaves the reads and the exits to the key that trades, and is reported', async () => {
    await accountWithReadingKey()
    bench.venue.faults.inject({ ...FOR_EVER, match: '*', kind: 'errorWith200', code: -2015 })
    await bench.until(isAside)
    expect(inUse()).toMatchObject({ keyTail: '7c1d', failure: { kind: 'key' } })
    expect(alarmsOf(bench.accounts.snapshot())).toContainEqual(
      expect.objectContaining({ id: 'readingKey', says: message('desktop.alarm.readingKey') }),
    )
    expect(await pollKeys()).toEqual([bench.venue.apiKey])
    expect(bench.accounts.snapshot().parts.positions.failure).toBeNull()
    await closed()
    expect(keysIn(writesOf(bench.venue.ledger))).toEqual([bench.venue.apiKey])
    expect(bench.venue.ledger.arrivals({ endpoint: 'contract.newOrder' })).toHaveLength(1)
    expect(bench.venue.ledger.twice()).toMatchObject({ arrived: [], executed: [] })
  })

  it('does not hide that the trading key stopped: the reads go on, and an alarm says so', async () => {
    await accountWithReadingKey()
    const { apiKey } = bench.venue
    bench.venue.faults.inject({ match: '*', kind: 'errorWith200', code: -2015, times: Infinity, apiKey })
    await bench.until(() => Boolean(inUse()?.tradingFailure))
    expect(inUse()).toMatchObject({ keyTail: '7c1d', failure: null, tradingFailure: { kind: 'key' } })
    expect(alarmsOf(bench.accounts.snapshot()).map(({ id }) => id)).toEqual(['tradingKey'])
    expect(await pollKeys()).toEqual([READING.apiKey])
    expect(bench.accounts.snapshot().parts.positions.failure).toBeNull()
  })

  it('is tried again when the account is opened again', async () => {
    const id = await accountWithReadingKey()
    const takeBack = bench.venue.faults.inject({ ...FOR_EVER, match: '*', kind: 'errorWith200', code: -2015 })
    await bench.until(isAside)
    takeBack()
    expect(await pollKeys()).toEqual([bench.venue.apiKey])
    await bench.accounts.disconnectAccount(id)
    await bench.accounts.open(id)
    await bench.known()
    expect([await pollKeys(), inUse()?.failure]).toEqual([[READING.apiKey], null])
  })

  it.each([
    [
      'is gone from the keychain',
      (id: string) => bench.keychain.entries.delete(`${id} reading`),
      'failure.vault.locked',
    ],
    [
      'is kept for another place',
      (id: string) => {
        const entry = bench.keychain.entries.get(`${id} reading`) ?? ''
        bench.keychain.entries.set(`${id} reading`, entry.replace('Harbour', 'Quay'))
      },
      'main.reading.elsewhere',
    ],
  ] as const)('in the keychain is reported, and the account opens: it %s', async (_what, change, code) => {
    const id = await accountWithReadingKey()
    await bench.accounts.close()
    change(id)
    bench.restart()
    expect(await bench.accounts.open(id)).toMatchObject({ ok: true })
    await bench.known()
    await bench.until(isAside)
    expect(JSON.stringify(inUse())).toContain(code)
    expect(await pollKeys()).toEqual([bench.venue.apiKey])
  })
})

describe('a reading key that is not wanted any more', () => {
  it('is removed from the keychain, the list and the polls, and may be added again', async () => {
    const id = await accountWithReadingKey()
    expect(await bench.accounts.removeReadingKey(id)).toEqual({ ok: true, value: null })
    expect([...bench.keychain.entries.keys()]).toEqual([id])
    expect(readFileSync(file(), 'utf8')).not.toContain('readingKeyTail')
    expect([await pollKeys(), inUse()]).toEqual([[bench.venue.apiKey], null])
    expect(await add(id)).toMatchObject({ ok: true, value: { account: { id } } })
    expect(await pollKeys()).toEqual([READING.apiKey])
  })

  it('stays, and goes on reading, while the keychain is locked', async () => {
    const id = await accountWithReadingKey()
    bench.keychain.state = 'locked'
    expect(await bench.accounts.removeReadingKey(id)).toMatchObject({ ok: false, error: { kind: 'vaultLocked' } })
    expect([await pollKeys(), inUse()?.keyTail]).toEqual([[READING.apiKey], '7c1d'])
  })

  it('is forgotten with its account, even if the list does not name it', async () => {
    const id = await accountWithReadingKey()
    const text = readFileSync(file(), 'utf8')
    writeFileSync(file(), text.replace('"readingKeyTail": "7c1d"', '"readingKeyTail": 1'))
    expect(await bench.accounts.forget(id)).toEqual({ ok: true, value: null })
    expect(bench.keychain.entries.size).toBe(0)
    expect([await bench.signsFor(id), await bench.signsFor(`${id} reading`)]).toEqual([false, false])
  })
})
