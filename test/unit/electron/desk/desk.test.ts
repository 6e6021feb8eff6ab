import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { err } from '#shared/domain/result.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { ManualClock } from '#test/support/clock.ts'
import { journalFolder, startLife } from '#test/support/desk-run.ts'
import type { Folder, Life } from '#test/support/desk-run.ts'
import { CONTRACT, FINE, ModelVenue, POSITION } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-venue.ts'

const CLOSE = { kind: 'closePosition', positionKey: POSITION.key } as const
const LOST_UNDONE: Fate = { reply: 'lost', effectAfterMs: null, fillPercent: 100 }
const LOST_DONE: Fate = { ...LOST_UNDONE, effectAfterMs: 0 }
const LOST_LATE: Fate = { ...LOST_UNDONE, effectAfterMs: 5_500 }

let folder: Folder
let clock: ManualClock
let lives: Life[]

beforeEach(() => {
  folder = journalFolder()
  clock = new ManualClock()
  lives = []
})
afterEach(() => {
  for (const life of lives) life.kill()
  folder.remove()
})

function begin(venue: ModelVenue, options: Partial<Parameters<typeof startLife>[0]> = {}): Life {
  const life = startLife({ venue, path: folder.path, ...options })
  lives.push(life)
  return life
}

async function open(venue: ModelVenue, options: Partial<Parameters<typeof startLife>[0]> = {}): Promise<Life> {
  const life = begin(venue, options)
  await life.desk.recover()
  return life
}

const small = (): ModelVenue => new ModelVenue(clock, decimal(7))
const states = (life: Life): readonly LegState[] => life.legs().map((leg) => leg.state)
/** Every state a leg was ever shown in. */
const shown = (life: Life): ReadonlySet<LegState> =>
  new Set(life.reports.flatMap((report) => report.intents.flatMap(({ legs }) => legs.map(({ state }) => state))))

async function submit(life: Life, id: string, action: Parameters<Life['desk']['submit']>[1]) {
  const answer = life.desk.submit(id, action)
  await clock.advance(100)
  return answer
}

function cancelOf(orderId: string) {
  return { kind: 'cancelOrder', area: 'contract', instrument: CONTRACT.name, orderId } as const
}

describe('close', () => {
  it('closes a position in slices the venue takes, each seen done before the next is sent', async () => {
    const venue = new ModelVenue(clock)
    const life = await open(venue)
    expect(await submit(life, 'a', CLOSE)).toEqual({ kind: 'accepted', intentId: 'a' })
    await clock.advance(5_000)
    expect(life.legs().map((leg) => [leg.state, leg.executed && toText(leg.executed)])).toEqual([
      ['verified', '10'],
      ['verified', '10'],
      ['verified', '5'],
    ])
    expect(venue.volume.isZero()).toBe(true)
    expect(life.desk.report().intents[0]?.state).toBe('done')
  })

  it('answers as soon as the plan is on disk, without waiting for the venue', async () => {
    const venue = small()
    const life = await open(venue)
    let statesAtAnswer: readonly LegState[] = []
    void life.desk.submit('a', CLOSE).then(() => (statesAtAnswer = states(life)))
    await clock.advance(5_000)
    expect(statesAtAnswer).toEqual(['journalled'])
    expect(states(life)).toEqual(['verified'])
  })

  it.each<[string, Fate, LegState, string]>([
    ['executed', LOST_DONE, 'verified', '0'],
    ['executed late', LOST_LATE, 'verified', '0'],
    ['not executed', LOST_UNDONE, 'absent', '7'],
  ])('finds out what became of a close whose answer was lost: %s', async (_, fate, outcome, left) => {
    const venue = small()
    venue.fates = [fate]
    const life = await open(venue)
    await submit(life, 'a', CLOSE)
    await clock.advance(1_000)
    expect(life.desk.report().unknownCount).toBe(fate === LOST_DONE ? 0 : 1)
    await clock.advance(30_000)
    expect(states(life)).toEqual([outcome])
    expect(toText(venue.volume)).toBe(left)
    expect(venue.arrivals).toHaveLength(1)
    for (const wrong of ['rejected', 'notSent', 'needsHuman'] as const) expect(shown(life)).not.toContain(wrong)
    if (outcome === 'verified') expect(shown(life)).not.toContain('absent')
  })

  it('does not call a request absent while it can still take effect, nor on one read alone', async () => {
    const venue = small()
    venue.fates = [LOST_UNDONE]
    const life = await open(venue)
    const begun = clock.mono()
    await submit(life, 'a', CLOSE)
    // Sent after the reads, so the barrier is at least 7 s after `begun`, and the second read 2 s later.
    while (clock.mono() < begun + 9_000) {
      expect(states(life)).not.toContain('absent')
      await clock.advance(100)
    }
    await clock.advance(5_000)
    expect(states(life)).toEqual(['absent'])
  })

  it('counts the expiry from when the answer was missed if the time of sending is not known', async () => {
    const venue = small()
    venue.fates = [LOST_UNDONE]
    const life = await open(venue, {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          return answer.ok ? answer : { ok: false, error: { ...answer.error, timestamp: null } }
        },
      }),
    })
    await submit(life, 'a', CLOSE)
    await clock.advance(8_900)
    expect(states(life)).toEqual(['unknown'])
    await clock.advance(10_000)
    expect(states(life)).toEqual(['absent'])
  })

  it('takes nothing from reads that fail', async () => {
    const venue = small()
    venue.fates = [LOST_UNDONE]
    const life = await open(venue)
    await submit(life, 'a', CLOSE)
    venue.failingReads = 1_000
    await clock.advance(120_000)
    expect(states(life)).toEqual(['unknown'])
    venue.failingReads = 0
    await clock.advance(30_000)
    expect(states(life)).toEqual(['absent'])
  })

  it('asks a human when the evidence decides nothing, and lays it out', async () => {
    const venue = small()
    venue.fates = [LOST_UNDONE]
    const life = await open(venue)
    await submit(life, 'a', CLOSE)
    venue.trade(decimal(-3))
    await clock.advance(30_000)
    expect(states(life)).toEqual(['needsHuman'])
    expect(life.legs()[0]?.detail).toContain('Closable before 7, now 4')
  })

  it('says how much of a close was done, and does not send the slices behind it', async () => {
    const venue = new ModelVenue(clock)
    venue.fates = [{ ...FINE, fillPercent: 40 }]
    const life = await open(venue)
    await submit(life, 'a', CLOSE)
    await clock.advance(5_000)
    expect(states(life)).toEqual(['partial', 'skipped', 'skipped'])
    expect(life.legs()[0]?.executed?.eq(4)).toBe(true)
    expect(life.desk.report().intents[0]?.state).toBe('partial')
  })

  it('stops between slices when something else made the position smaller', async () => {
    const venue = new ModelVenue(clock)
    const life = await open(venue)
    await submit(life, 'a', CLOSE)
    venue.trade(decimal(-8))
    await clock.advance(5_000)
    expect(states(life)).toEqual(['verified', 'skipped', 'skipped'])
    expect(toText(venue.volume)).toBe('7')
  })

  it('sends nothing when the account can not be read', async () => {
    const venue = small()
    const life = await open(venue)
    venue.failingReads = 2
    const answer = await submit(life, 'a', CLOSE)
    expect(answer).toMatchObject({ kind: 'denied', denial: { code: 'READ_FAILED' } })
    expect(venue.arrivals).toEqual([])
  })
})

describe('cancel', () => {
  it('calls an order cancelled only when a read shows it', async () => {
    const venue = small()
    const order = venue.rest()
    const life = await open(venue)
    await submit(life, 'a', cancelOf(order.orderId))
    expect(states(life)).toEqual(['acknowledged'])
    await clock.advance(2_000)
    expect(states(life)).toEqual(['verified'])
    expect(venue.order(order.orderId)?.status).toBe('canceled')
  })

  it('says when the order was filled before the cancel arrived', async () => {
    const venue = small()
    const order = venue.rest()
    const life = await open(venue)
    venue.fill(order.orderId)
    await submit(life, 'a', cancelOf(order.orderId))
    await clock.advance(2_000)
    expect(states(life)).toEqual(['alreadyGone'])
    expect(life.legs()[0]?.detail).toContain('filled before the cancel')
    expect(shown(life)).not.toContain('rejected')
  })

  it('tells a refused cancel of a live order as refused', async () => {
    const venue = small()
    const order = venue.rest()
    venue.fates = [{ reply: 'rejected', effectAfterMs: null, fillPercent: 0 }]
    const life = await open(venue)
    await submit(life, 'a', cancelOf(order.orderId))
    await clock.advance(2_000)
    expect(states(life)).toEqual(['rejected'])
  })

  it.each<[string, Fate, LegState]>([
    ['done', LOST_DONE, 'verified'],
    ['done late', LOST_LATE, 'verified'],
    ['not done', LOST_UNDONE, 'absent'],
  ])('finds out what became of a cancel whose answer was lost: %s', async (_, fate, outcome) => {
    const venue = small()
    const order = venue.rest()
    venue.fates = [fate]
    const life = await open(venue)
    await submit(life, 'a', cancelOf(order.orderId))
    await clock.advance(30_000)
    expect(states(life)).toEqual([outcome])
    expect(venue.arrivals).toEqual([order.orderId])
  })

  it('hands an accepted cancel that never happens to a human after a minute', async () => {
    const venue = small()
    const order = venue.rest()
    venue.fates = [{ reply: 'ok', effectAfterMs: null, fillPercent: 0 }]
    const life = await open(venue)
    await submit(life, 'a', cancelOf(order.orderId))
    await clock.advance(55_000)
    expect(states(life)).toEqual(['acknowledged'])
    await clock.advance(30_000)
    expect(states(life)).toEqual(['needsHuman'])
  })

  it('cancels every open order of an instrument, also those another program placed', async () => {
    const venue = small()
    const life = await open(venue)
    const orders = Array.from({ length: 9 }, () => venue.rest().orderId)
    await submit(life, 'a', { kind: 'cancelInstrument', area: 'contract', instrument: CONTRACT.name })
    await clock.advance(5_000)
    expect(states(life)).toEqual(orders.map(() => 'verified'))
    expect(venue.arrivals.toSorted()).toEqual(orders.toSorted())
    expect(venue.openOrders()).toEqual([])
  })

  it('cancels the orders it knows of when the list can not be read now', async () => {
    const venue = small()
    const order = venue.rest()
    const life = await open(venue)
    venue.failingReads = 1
    await submit(life, 'a', { kind: 'cancelInstrument', area: 'contract', instrument: CONTRACT.name })
    await clock.advance(5_000)
    expect(venue.arrivals).toEqual([order.orderId])
  })

  it('does not cancel again what a running intent is cancelling', async () => {
    const venue = small()
    const order = venue.rest()
    const life = await open(venue)
    const all = { kind: 'cancelInstrument', area: 'contract', instrument: CONTRACT.name } as const
    const answers = [life.desk.submit('a', cancelOf(order.orderId)), life.desk.submit('b', all)]
    await clock.advance(5_000)
    expect((await Promise.all(answers)).map((answer) => answer.kind)).toEqual(['accepted', 'denied'])
    expect(venue.arrivals).toEqual([order.orderId])
  })
})

describe('once', () => {
  it('makes one request of fifty clicks, with one id or with fifty', async () => {
    for (const [name, idOf] of [
      ['same', () => 'one'],
      ['each its own', (n: number) => `id ${n}`],
    ] as const) {
      const venue = small()
      const life = await open(venue)
      const answers = Array.from({ length: 50 }, (_, n) => life.desk.submit(`${name} ${idOf(n)}`, CLOSE))
      // Nor does it read the account fifty times: the first click reads position and orders.
      expect(venue.reads).toBe(2)
      await clock.advance(10_000)
      const kinds = (await Promise.all(answers)).map((answer) => answer.kind)
      expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(name === 'same' ? 50 : 1)
      expect(venue.arrivals).toHaveLength(1)
      life.kill()
    }
  })

  it('gives an intent the same answer in a later run, and does nothing again', async () => {
    const venue = small()
    const life = await open(venue)
    const unknown = { kind: 'closePosition', positionKey: 'nothing' } as const
    const first = [await submit(life, 'a', CLOSE), await submit(life, 'b', unknown)]
    await clock.advance(5_000)
    life.kill()
    venue.trade(decimal(5))
    const next = await open(venue)
    expect([await submit(next, 'a', CLOSE), await submit(next, 'b', CLOSE)]).toEqual(first)
    await clock.advance(5_000)
    expect(venue.arrivals).toHaveLength(1)
  })

  it('lets the same position be closed again once the first intent has ended', async () => {
    const venue = small()
    venue.fates = [LOST_UNDONE]
    const life = await open(venue)
    await submit(life, 'a', CLOSE)
    expect(await submit(life, 'b', CLOSE)).toMatchObject({ denial: { code: 'IN_FLIGHT' } })
    await clock.advance(30_000)
    expect(await submit(life, 'c', CLOSE)).toMatchObject({ kind: 'accepted' })
    await clock.advance(5_000)
    expect(venue.volume.isZero()).toBe(true)
  })
})

describe('recovery', () => {
  it('sends nothing at start-up and opens when what was left is settled', async () => {
    const venue = new ModelVenue(clock)
    // Steps: two reads, the plan, the first leg, the sending of it.
    const life = await open(venue, { deathAt: { step: 5, when: 'after' } })
    void life.desk.submit('a', CLOSE)
    await clock.advance(1_000)
    expect(venue.arrivals).toHaveLength(1)
    life.kill()
    const next = begin(venue)
    void next.desk.recover()
    expect(await submit(next, 'b', CLOSE)).toMatchObject({ denial: { code: 'DESK_NOT_OPEN' } })
    await clock.advance(30_000)
    expect(next.desk.report().state).toBe('open')
    expect(states(next)).toEqual(['verified', 'skipped', 'skipped'])
    expect(venue.arrivals).toHaveLength(1)
  })

  it('finds that a leg written down was never sent', async () => {
    const venue = small()
    const life = await open(venue, { deathAt: { step: 5, when: 'before' } })
    void life.desk.submit('a', CLOSE)
    await clock.advance(1_000)
    life.kill()
    const next = begin(venue)
    void next.desk.recover()
    await clock.advance(30_000)
    expect(states(next)).toEqual(['absent'])
    expect(venue.arrivals).toEqual([])
  })

  it('does not take on what was still being read for when it was closed', async () => {
    const venue = small()
    const life = await open(venue)
    const answer = life.desk.submit('a', CLOSE)
    const closing = life.desk.close()
    await clock.advance(6_000)
    await closing
    expect(await answer).toMatchObject({ denial: { code: 'DESK_NOT_OPEN' } })
    expect(venue.arrivals).toEqual([])
  })

  it('leaves what is unsettled at closing to the next run', async () => {
    const venue = small()
    venue.fates = [LOST_LATE]
    const life = await open(venue)
    await submit(life, 'a', CLOSE)
    await clock.advance(1_000)
    const closing = life.desk.close()
    await clock.advance(6_000)
    await closing
    expect(life.desk.report()).toMatchObject({ state: 'closed', unknownCount: 1 })
    expect(await life.desk.submit('b', CLOSE)).toMatchObject({ denial: { code: 'DESK_NOT_OPEN' } })
    life.kill()
    const next = begin(venue)
    void next.desk.recover()
    await clock.advance(30_000)
    expect(states(next)).toEqual(['verified'])
  })
})

describe('the report', () => {
  it('keeps the newest fifty intents, and every one that is still going on', async () => {
    const venue = small()
    venue.fates = [{ reply: 'lost', effectAfterMs: null, fillPercent: 0 }]
    const life = await open(venue)
    const orders = Array.from({ length: 60 }, () => venue.rest().orderId)
    for (const [n, orderId] of orders.entries()) {
      await life.desk.submit(`cancel ${n}`, cancelOf(orderId))
      if (n === 0) await clock.advance(1_000)
    }
    await clock.advance(3_000)
    const ids = life.desk.report().intents.map((intent) => intent.intentId)
    expect(ids.at(0)).toBe('cancel 59')
    expect(ids).toContain('cancel 0')
    expect(life.desk.report().unknownCount).toBe(1)
    await clock.advance(60_000)
    await submit(life, 'one more', cancelOf(venue.rest().orderId))
    expect(life.desk.report().intents).toHaveLength(50)
  })
})

describe('journal trouble', () => {
  it('waits after a lost journal until nothing it may have held can take effect any more', async () => {
    const venue = small()
    writeFileSync(folder.path, 'no database at all, and longer than its header would be'.repeat(30))
    const life = begin(venue)
    void life.desk.recover()
    await clock.advance(6_900)
    expect(life.desk.report().state).toBe('recovering')
    expect(life.desk.report().reason).toContain('was damaged')
    await clock.advance(200)
    expect(life.desk.report()).toMatchObject({ state: 'open', reason: null })
  })

  it('sends nothing that can not be written down first', async () => {
    const venue = small()
    const order = venue.rest()
    const failing = { append: () => err('The disk is full.') }
    const life = await open(venue, { journal: (journal) => ({ ...journal, ...failing }) })
    for (const action of [CLOSE, cancelOf(order.orderId)]) {
      const denied = { kind: 'denied', denial: { code: 'JOURNAL_UNAVAILABLE' } }
      expect(await submit(life, action.kind, action)).toMatchObject(denied)
    }
    await clock.advance(5_000)
    expect(venue.arrivals).toEqual([])
    expect(life.desk.report()).toMatchObject({ state: 'closed', reason: 'The disk is full.' })
  })
})
