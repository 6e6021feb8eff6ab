import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { localFailure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { CANCEL_ALL, CLOSE, LOST_LATE, cancelOf, deskBench, shown, states } from '#test/support/desk-bench.ts'

const bench = deskBench()
const FULL = verbatim('The disk is full.')
const UNREADABLE = localFailure('network', 'contract.account', verbatim('no answer'))

describe('recovery', () => {
  it('sends nothing at startup, and opens the desk once what was left is settled', async () => {
    const venue = bench.full()
    // Steps: two reads, the plan, two more reads, the first leg, its sending.
    const life = await bench.open(venue, { deathAt: { step: 7, when: 'after' } })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(1_000)
    expect(venue.arrivals).toHaveLength(1)
    life.kill()
    const next = bench.begin(venue)
    void next.desk.recover()
    expect(await bench.submit(next, 'b', CLOSE)).toMatchObject({ denial: { code: 'DESK_NOT_OPEN' } })
    await bench.clock.advance(30_000)
    expect(next.desk.report().state).toBe('open')
    expect(states(next)).toEqual(['verified', 'skipped', 'skipped'])
    expect(venue.arrivals).toHaveLength(1)
  })

  it('opens in time although one leg cannot be settled yet, so that all other exits work', async () => {
    const venue = bench.full()
    const life = await bench.open(venue, { deathAt: { step: 7, when: 'after' } })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(1_000)
    life.kill()
    let isDown = true
    const next = bench.begin(venue, {
      client: (client) => ({
        ...client,
        call: (endpoint, params, options) =>
          isDown ? Promise.resolve(err(UNREADABLE)) : client.call(endpoint, params, options),
      }),
    })
    void next.desk.recover()
    await bench.clock.advance(20_000)
    expect(next.desk.report().state).toBe('open')
    isDown = false
    expect(await bench.submit(next, 'b', CLOSE)).toMatchObject({ denial: { code: 'IN_FLIGHT' } })
    await bench.clock.advance(60_000)
    expect(states(next)).toEqual(['verified', 'skipped', 'skipped'])
    expect(venue.arrivals).toHaveLength(1)
  })

  it('finds that a leg in the journal was never sent', async () => {
    const venue = bench.small()
    const life = await bench.open(venue, { deathAt: { step: 7, when: 'before' } })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(1_000)
    life.kill()
    const next = bench.begin(venue)
    void next.desk.recover()
    await bench.clock.advance(30_000)
    expect(states(next)).toEqual(['absent'])
    expect(venue.arrivals).toEqual([])
  })

  it('does not continue an action that was still reading when the desk closed', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    const answer = life.desk.submit('a', CLOSE)
    const closing = life.desk.close()
    await bench.clock.advance(6_000)
    await closing
    expect(await answer).toMatchObject({ denial: { code: 'DESK_NOT_OPEN' } })
    expect(venue.arrivals).toEqual([])
  })

  it('reads twice, two seconds apart, even for what expired long ago', async () => {
    const venue = bench.small()
    const life = await bench.open(venue, { deathAt: { step: 7, when: 'before' } })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(1_000)
    life.kill()
    // This run finds out when the request expires, and is then killed too.
    const second = bench.begin(venue)
    void second.desk.recover()
    await bench.clock.advance(1_000)
    second.kill()
    await bench.clock.advance(3_600_000)
    const third = bench.begin(venue)
    void third.desk.recover()
    await bench.clock.advance(2_200)
    expect(states(third)).toEqual(['unknown'])
    await bench.clock.advance(3_000)
    expect(states(third)).toEqual(['absent'])
  })

  it('measures the venue’s clock when it is not known yet', async () => {
    const venue = bench.small()
    const life = await bench.open(venue, { deathAt: { step: 7, when: 'after' } })
    void life.desk.submit('a', CLOSE)
    await bench.clock.advance(1_000)
    life.kill()
    let isMeasured = false
    const next = bench.begin(venue, {
      client: (client) => ({
        ...client,
        venueTime: () => (isMeasured ? client.venueTime() : null),
        syncClock() {
          isMeasured = true
          return client.syncClock()
        },
      }),
    })
    void next.desk.recover()
    await bench.clock.advance(30_000)
    expect(states(next)).toEqual(['verified'])
  })

  it('sends no further leg while it closes', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    for (let n = 0; n < 25; n++) venue.rest()
    void life.desk.submit('a', CANCEL_ALL)
    while (venue.arrivals.length === 0) await bench.clock.advance(1)
    const sent = venue.arrivals.length
    const closing = life.desk.close()
    await bench.clock.advance(6_000)
    await closing
    expect(sent).toBe(20)
    expect(venue.arrivals).toHaveLength(sent)
  })

  it('leaves what is unsettled when it closes to the next run', async () => {
    const venue = bench.small()
    venue.fates = [LOST_LATE]
    const life = await bench.open(venue)
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(1_000)
    const closing = life.desk.close()
    await bench.clock.advance(6_000)
    await closing
    expect(life.desk.report()).toMatchObject({ state: 'closed', unknownCount: 1 })
    expect(await life.desk.submit('b', CLOSE)).toMatchObject({ denial: { code: 'DESK_NOT_OPEN' } })
    life.kill()
    const next = bench.begin(venue)
    void next.desk.recover()
    await bench.clock.advance(30_000)
    expect(states(next)).toEqual(['verified'])
  })
})

describe('the report', () => {
  it('contains the newest fifty intents, and every one that is still in progress', async () => {
    const venue = bench.small()
    venue.fates = [{ reply: 'lost', effectAfterMs: null, fillPercent: 0 }]
    const life = await bench.open(venue)
    const orders = Array.from({ length: 60 }, () => venue.rest().orderId)
    for (const [n, orderId] of orders.entries()) {
      await life.desk.submit(`cancel ${n}`, cancelOf(orderId))
      if (n === 0) await bench.clock.advance(1_000)
    }
    await bench.clock.advance(3_000)
    const ids = life.desk.report().intents.map((intent) => intent.intentId)
    expect(ids.at(0)).toBe('cancel 59')
    expect(ids).toContain('cancel 0')
    expect(life.desk.report().unknownCount).toBe(1)
    await bench.clock.advance(60_000)
    await bench.submit(life, 'one more', cancelOf(venue.rest().orderId))
    expect(life.desk.report().intents).toHaveLength(50)
  })
})

describe('journal trouble', () => {
  it('waits after a lost journal until nothing that it may have recorded can still take effect', async () => {
    const venue = bench.small()
    writeFileSync(bench.path, 'no database at all, and longer than its header would be'.repeat(30))
    const life = bench.begin(venue)
    void life.desk.recover()
    await bench.clock.advance(6_900)
    expect(life.desk.report().state).toBe('recovering')
    expect(life.desk.report().reason?.code).toBe('storage.journal.damaged')
    await bench.clock.advance(200)
    expect(life.desk.report()).toMatchObject({ state: 'open', reason: null })
  })

  it('sends nothing that cannot be journaled first', async () => {
    const venue = bench.small()
    const order = venue.rest()
    const failing = { append: () => err(FULL) }
    const life = await bench.open(venue, { journal: (journal) => ({ ...journal, ...failing }) })
    for (const action of [CLOSE, cancelOf(order.orderId)]) {
      const denied = { kind: 'denied', denial: { code: 'JOURNAL_UNAVAILABLE' } }
      expect(await bench.submit(life, action.kind, action)).toMatchObject(denied)
    }
    await bench.clock.advance(5_000)
    expect(venue.arrivals).toEqual([])
  })

  it('neither sends a leg that cannot be journaled nor shows it as in progress', async () => {
    const venue = bench.full()
    const life = await bench.open(venue, {
      journal: (journal) => ({
        ...journal,
        append(account, intent, entry) {
          const isSending = entry.kind === 'leg' && entry.record.state === 'journalled'
          return isSending ? err(FULL) : journal.append(account, intent, entry)
        },
      }),
    })
    await bench.submit(life, 'a', CLOSE)
    await bench.clock.advance(5_000)
    expect(states(life, 1)).toEqual(['notSent', 'skipped', 'skipped'])
    expect(shown(life)).not.toContain('journalled')
    expect(venue.arrivals).toEqual([])
  })
})
