import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { decodeEntry, PLANNED } from '#electron/desk/log/entry.ts'
import type { Entry } from '#electron/desk/log/entry.ts'
import { chainHash, type Row } from '#electron/desk/log/replay.ts'
import { REPORTED } from '#electron/desk/state/reduce.ts'
import { legOf, owns } from '#electron/desk/state/select.ts'
import { NOTHING_KNOWN } from '#electron/desk/state/desk-state.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import { decimal } from '#test/support/amounts.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { journalBench } from '#test/support/journal-bench.ts'

const clock = new ManualClock()
const ACTION = closeAtMarket('E-BTC-USDT:cross:long')
const ACCEPTED = {
  kind: 'accepted',
  plan: {
    action: ACTION,
    legs: [
      { kind: 'cancel', area: 'spot', instrument: 'BTCUSDT', orderId: '9007199254740993' },
      {
        kind: 'close',
        area: 'contract',
        instrument: 'E-BTC-USDT',
        positionKey: ACTION.positionKey,
        side: 'sell',
        marginMode: 'cross',
        volume: decimal('0.1234567890123456789012345678901'),
        price: null,
        timeInForce: 'rest',
        clientOrderId: 'c1',
      },
    ],
    estimate: null,
  },
  orders: [],
  missed: message('contracts', { count: 2 }),
} as const satisfies Entry
/** Legs of every kind, and the order of a cancel. */
const EXTENDED: Entry = {
  kind: 'extended',
  legs: [
    {
      ...{ kind: 'sell', area: 'spot', instrument: 'BTCUSDT', asset: 'BTC' },
      ...{ quantity: decimal('0.1'), clientOrderId: 'c2' },
    },
    {
      ...{ kind: 'place', area: 'spot', instrument: 'BTCUSDT', standsFor: '7', side: 'buy' },
      ...{ price: decimal('1.5'), quantity: decimal(2), clientOrderId: 'c3' },
    },
    {
      ...{ kind: 'protect', area: 'contract', instrument: 'E-BTC-USDT', positionKey: ACTION.positionKey },
      ...{ purpose: 'stopLoss', side: 'sell', marginMode: 'cross', volume: decimal(3) },
      ...{ triggerPrice: decimal(90), trigger: 'fall' },
    },
  ],
  orders: [new ModelVenue(clock).rest()],
}
const leg = (state: LegState): Entry => ({ kind: 'leg', leg: 0, record: { ...PLANNED, state } })
const bench = journalBench(() => clock)
const { open } = bench

/** Writes a journal with three rows and closes it. */
function written(): void {
  const journal = open()
  for (const entry of [ACCEPTED, leg('journalled'), leg('verified')]) {
    expect(journal.append('account', 'intent', entry).ok).toBe(true)
  }
  journal.close()
}

/** Writes a journal with two more ended intents than are reported, and closes it. */
function manyEnded(): void {
  const journal = open()
  const plan = { action: ACTION, legs: ACCEPTED.plan.legs.slice(1), estimate: null }
  for (let index = 0; index < REPORTED + 2; index += 1) {
    journal.append('account', `intent ${index}`, { ...ACCEPTED, plan })
    journal.append('account', `intent ${index}`, leg('journalled'))
    const record = { ...PLANNED, state: 'verified', orderId: `order ${index}` } as const
    journal.append('account', `intent ${index}`, { kind: 'leg', leg: 0, record })
    journal.append('account', `intent ${index}`, { kind: 'looked', look: 'none', note: null })
  }
  journal.close()
}

/** The entries in a copy of the file. The file itself may be open. */
function entriesIn(path: string): readonly unknown[] {
  for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, `${path}-copy${suffix}`)
  const db = new DatabaseSync(`${path}-copy`)
  const rows = db.prepare('SELECT body FROM event ORDER BY seq').all()
  db.close()
  return rows.map(({ body }) => decodeEntry(String(body)))
}

/** Replaces the newest row and gives it a valid hash, which only a faulty Plimsoll would do. */
function replaceLast(body: string): void {
  const db = new DatabaseSync(bench.path)
  const [last, before] = db.prepare('SELECT * FROM event ORDER BY seq DESC LIMIT 2').all()
  const row = { ...(last as unknown as Row), body }
  db.exec('DROP TRIGGER no_update')
  db.prepare('UPDATE event SET body = ?, hash = ? WHERE seq = ?').run(
    body,
    chainHash(String(before?.hash), row),
    row.seq,
  )
  db.close()
  rmSync(`${bench.path}-head`)
}

/** Changes the file as somebody with a database tool would. */
function tamper(sql: string): void {
  const db = new DatabaseSync(bench.path)
  db.exec(`DROP TRIGGER no_update; DROP TRIGGER no_delete; ${sql}`)
  db.close()
}

describe('rows', () => {
  it('are read back as they were written, to the last digit', () => {
    const record = {
      ...PLANNED,
      state: 'unknown',
      failure: {
        ...localFailure('timeout', 'contract.placeOrder', verbatim('no answer')),
        timestamp: 1,
        httpStatus: 504,
      },
      expiresAt: 1_767_225_607_000,
      before: {
        at: 1_767_225_600_000,
        orderIds: ['9007199254740993'],
        opening: [{ orderId: '9007199254740993', executed: decimal('0.1') }],
        closable: decimal('1e-20'),
        pendingClose: decimal(0),
      },
    } as const
    const entries: Entry[] = [
      { ...ACCEPTED, left: message('contracts', { count: 1 }) },
      { kind: 'leg', leg: 1, record: { ...PLANNED, state: 'journalled' } },
      { kind: 'leg', leg: 1, record },
      EXTENDED,
      { ...EXTENDED, legs: [], orders: [] },
      { kind: 'looked', look: 'unseen', note: message('intent.lookUnread') },
    ]
    const journal = open()
    for (const entry of entries) journal.append('account', 'intent', entry)
    journal.append('another', 'intent', ACCEPTED)
    journal.close()
    expect(entriesIn(bench.path)).toEqual([...entries, ACCEPTED])
    expect(legOf(open().state('account'), { intentId: 'intent', index: 1 })?.record).toEqual(record)
  })

  it('of this run are still known when the account is opened again', () => {
    written()
    const journal = open()
    const states = () =>
      journal.state('account').intents.map(({ id, legs }) => [id, ...legs.map(({ record }) => record.state)])
    expect(states()).toEqual([['intent', 'verified', 'planned']])
    journal.append('account', 'later', ACCEPTED)
    journal.append('account', 'later', leg('journalled'))
    journal.append('account', 'intent', { kind: 'leg', leg: 1, record: { ...PLANNED, state: 'skipped' } })
    for (let time = 0; time < 2; time += 1) {
      expect(states()).toEqual([
        ['intent', 'verified', 'skipped'],
        ['later', 'journalled', 'planned'],
      ])
    }
  })

  it('of an intent that ended long ago leave only its orders and its answer', () => {
    manyEnded()
    const journal = open()
    const state = journal.state('account')
    expect(state.intents.map(({ id }) => id)).toEqual(Array.from({ length: REPORTED }, (_, at) => `intent ${at + 2}`))
    expect([owns(state, 'order 0'), owns(state, 'order 1'), owns(state, 'order 99')]).toEqual([true, true, false])
    expect(journal.state('another')).toEqual(NOTHING_KNOWN)
    expect(journal.answer('account', 'intent 0')).toEqual({ kind: 'accepted', intentId: 'intent 0' })
    expect(journal.append('account', 'intent 0', leg('journalled')).ok).toBe(false)
  })

  it('refuse a second answer to an intent and a second sending of a leg', () => {
    const journal = open()
    expect(journal.append('account', 'intent', ACCEPTED).ok).toBe(true)
    expect(journal.append('account', 'intent', leg('journalled')).ok).toBe(true)
    const second = journal.append('account', 'intent', leg('journalled'))
    expect(second).toEqual({ ok: false, error: message('storage.journal.twice') })
    journal.close()
    expect(open().append('account', 'intent', ACCEPTED)).toEqual(second)
  })

  it('can be answered later, only for the account that asked', () => {
    const denial = { code: 'READ_FAILED', message: verbatim('no') } as const
    const journal = open()
    journal.append('account', 'one', ACCEPTED)
    journal.append('account', 'two', { kind: 'denied', action: ACTION, denial })
    journal.close()
    const later = open()
    expect(later.answer('account', 'one')).toEqual({ kind: 'accepted', intentId: 'one' })
    expect(later.answer('account', 'two')).toEqual({ kind: 'denied', denial })
    expect(later.answer('account', 'three')).toBeNull()
    expect(later.answer('another', 'one')).toBeNull()
  })

  it('return an error when they are appended after closing', () => {
    const journal = open()
    journal.close()
    expect(journal.append('account', 'intent', ACCEPTED).ok).toBe(false)
    expect(journal.answer('account', 'intent')).toBeNull()
  })
})

describe('the file', () => {
  it('can be read only by its owner, with everything beside it', () => {
    written()
    open()
    for (const name of readdirSync(dirname(bench.path))) {
      expect([name, statSync(`${dirname(bench.path)}/${name}`).mode & 0o777]).toEqual([name, 0o600])
    }
  })

  it('survives a kill right after a row was accepted', () => {
    const script = `
      import { openJournal } from ${JSON.stringify(`${process.cwd()}/electron/desk/log/journal.ts`)}
      const journal = openJournal(${JSON.stringify(bench.path)}, { wall: () => 1, mono: () => 1 }).value
      journal.append('account', 'intent', ${JSON.stringify({ kind: 'denied', action: ACTION, denial: { code: 'IN_FLIGHT', message: verbatim('') } })})
      process.kill(process.pid, 'SIGKILL')`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script])
    expect(child.signal).toBe('SIGKILL')
    const journal = open()
    expect(journal.notice).toBeNull()
    expect(journal.answer('account', 'intent')).toMatchObject({ kind: 'denied' })
  })

  it('belongs to one process: a second one is refused, and the first continues', () => {
    const journal = open()
    const script = `
      import { openJournal } from ${JSON.stringify(`${process.cwd()}/electron/desk/log/journal.ts`)}
      console.log(openJournal(${JSON.stringify(bench.path)}, { wall: () => 1, mono: () => 1 }).error.code)`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(child.stdout.trim()).toBe('storage.journal.inUse')
    expect(journal.append('account', 'intent', ACCEPTED).ok).toBe(true)
  })

  it('of an older version is set aside completely and reported', () => {
    written()
    tamper('PRAGMA user_version = 1')
    const journal = open()
    expect(journal.notice).toMatchObject({
      code: 'storage.journal.outdated',
      facts: { why: message('storage.journal.otherVersion', { version: 1, own: 4 }) },
    })
    expect(journal.state('account')).toEqual(NOTHING_KNOWN)
    const aside = readdirSync(dirname(bench.path)).find((name) => /\.outdated-\d+$/.test(name))
    const kept = new DatabaseSync(`${dirname(bench.path)}/${String(aside)}`)
    expect(kept.prepare('SELECT count(*) AS rows FROM event').get()).toEqual({ rows: 3 })
    kept.close()
    journal.close()
    expect(open().notice).toBeNull()
  })

  it('in a missing folder cannot be opened, and exits are kept in memory', () => {
    const journal = open(`${dirname(bench.path)}/nowhere/journal.sqlite`)
    expect(journal.notice?.code).toBe('storage.journal.unopened')
    expect(journal.append('account', 'intent', ACCEPTED).ok).toBe(true)
    expect(journal.emergency()?.code).toBe('storage.emergency.memory')
  })
})

describe('damage', () => {
  /** Opens the journal and expects a new one beside the damaged one. */
  function expectSetAside(): void {
    const journal = open()
    expect(journal.notice?.code).toBe('storage.journal.damaged')
    expect(journal.state('account')).toEqual(NOTHING_KNOWN)
    const aside = readdirSync(dirname(bench.path)).find((name) => /\.damaged-\d+$/.test(name))
    expect(aside).toBeDefined()
    journal.close()
    expect(open().notice).toBeNull()
  }

  it.each([
    ['a changed row', `UPDATE event SET body = replace(body, '"verified"', '"rejected"') WHERE seq = 3`],
    ['a changed time', 'UPDATE event SET at = at + 1 WHERE seq = 1'],
    [
      'a row put before the first',
      `INSERT INTO event SELECT 0, at, account, 'new', leg, kind, body, hash FROM event WHERE seq = 1`,
    ],
    ['a row taken out of the middle', 'DELETE FROM event WHERE seq = 2'],
    ['the newest row taken away', 'DELETE FROM event WHERE seq = 3'],
    ['all rows taken away', 'DELETE FROM event'],
    ['the table taken away', 'DROP TABLE event'],
  ])('is found: %s', (_, sql) => {
    written()
    tamper(sql)
    expectSetAside()
  })

  it.each([
    ['its plan', 1, `replace(body, 'rest', 'IOC')`],
    ['a state before its last', 2, `body || ' '`],
    ['its last state', 3, `replace(body, 'order 0', 'order 9')`],
  ])('is found in an intent that ended long ago: %s', (_, seq, body) => {
    manyEnded()
    tamper(`UPDATE event SET body = ${body} WHERE seq = ${seq}`)
    expectSetAside()
  })

  it.each(['{}', 'not JSON', '{"kind":"leg","leg":0,"record":{"state":"lost"}}'])(
    'is found: a correctly linked row that says %s',
    (body) => {
      written()
      replaceLast(body)
      expectSetAside()
    },
  )

  it('is found: a restored old copy', () => {
    const journal = open()
    journal.append('account', 'intent', ACCEPTED)
    journal.close()
    copyFileSync(bench.path, `${bench.path}.backup`)
    const later = open()
    later.append('account', 'intent', leg('journalled'))
    later.close()
    copyFileSync(`${bench.path}.backup`, bench.path)
    expectSetAside()
  })

  it('is found: bytes that are not a database', () => {
    written()
    writeFileSync(bench.path, 'not a database, and long enough to be looked at as one'.repeat(20))
    expectSetAside()
  })

  it('is found: an overwritten page', () => {
    written()
    const bytes = readFileSync(bench.path)
    // The second page holds the rows, starting from its end.
    bytes.fill(0x5a, 8_192 - 400, 8_192 - 100)
    writeFileSync(bench.path, bytes)
    expectSetAside()
  })

  it('is found: an index that disagrees with the rows', () => {
    written()
    const bytes = readFileSync(bench.path)
    // The third page is the index of answers. The rows and their hashes are untouched.
    bytes.fill(0x5a, 3 * 4_096 - 20, 3 * 4_096)
    writeFileSync(bench.path, bytes)
    expectSetAside()
  })

  it('never leads to deleting what was damaged', () => {
    written()
    const before = readFileSync(bench.path)
    tamper('UPDATE event SET at = at + 1 WHERE seq = 1')
    open()
    const aside = readdirSync(dirname(bench.path)).find((name) => /\.damaged-\d+$/.test(name))
    expect(readFileSync(`${dirname(bench.path)}/${String(aside)}`)).toHaveLength(before.length)
  })
})

describe('append-only', () => {
  it('is enforced inside the database too', () => {
    written()
    const db = new DatabaseSync(bench.path)
    expect(() => db.exec('UPDATE event SET at = 0')).toThrow('append-only')
    expect(() => db.exec('DELETE FROM event')).toThrow('append-only')
    const again = (kind: string): string =>
      `INSERT INTO event SELECT 99, at, account, intent, leg, kind, body, hash FROM event WHERE kind = '${kind}'`
    for (const kind of ['accepted', 'journalled']) expect(() => db.exec(again(kind))).toThrow('UNIQUE')
    db.close()
  })
})
