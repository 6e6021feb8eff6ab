import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import type { LegReport, LegState } from '#shared/desk/plan.ts'
import { decimal, toText, ZERO } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { journalFolder, startLife } from '#test/support/desk-run.ts'
import type { Folder, LifeOptions, Sabotage } from '#test/support/desk-run.ts'
import { CONTRACT, ModelVenue, POSITION } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-venue.ts'

/** One run: clicks in turn, what becomes of each write, where the app dies, which reads fail. */
interface Story {
  readonly volume: number
  readonly clicks: readonly { readonly what: 'close' | 'cancel' | 'cancelAll'; readonly waitMs: number }[]
  readonly fates: readonly Fate[]
  readonly deaths: readonly { readonly step: number; readonly when: 'before' | 'after' }[]
  readonly failingReads: readonly { readonly afterClick: number; readonly count: number }[]
}

/** Every effect is at the venue within the 7 s in which a request may still show. */
const fate: fc.Arbitrary<Fate> = fc.oneof(
  fc.record({
    reply: fc.constant('ok' as const),
    effectAfterMs: fc.constantFrom(0, 0, 100, 900),
    fillPercent: fc.constantFrom(100, 100, 100, 50, 0),
  }),
  fc.record({
    reply: fc.constant('lost' as const),
    effectAfterMs: fc.constantFrom(null, 0, 700, 3_000, 6_500),
    fillPercent: fc.constantFrom(100, 100, 50, 0),
  }),
  fc.constantFrom<Fate>(
    { reply: 'rejected', effectAfterMs: null, fillPercent: 0 },
    { reply: 'notSent', effectAfterMs: null, fillPercent: 0 },
  ),
)

const story: fc.Arbitrary<Story> = fc.record({
  volume: fc.integer({ min: 1, max: 35 }),
  clicks: fc.array(
    fc.record({
      what: fc.constantFrom('close', 'close', 'cancel', 'cancelAll'),
      waitMs: fc.constantFrom(0, 10, 200, 3_000, 20_000),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  fates: fc.array(fate, { maxLength: 8 }),
  deaths: fc.array(fc.record({ step: fc.integer({ min: 1, max: 14 }), when: fc.constantFrom('before', 'after') }), {
    maxLength: 3,
  }),
  failingReads: fc.array(fc.record({ afterClick: fc.nat({ max: 4 }), count: fc.integer({ min: 1, max: 4 }) }), {
    maxLength: 2,
  }),
})

interface Ending {
  readonly venue: ModelVenue
  readonly legs: readonly LegReport[]
}

/** Plays the story: a desk that died is started again, and at the end there is time for everything to be found out. */
async function play(
  { volume, clicks, fates, deaths, failingReads }: Story,
  sabotage: Sabotage,
  folder: Folder,
): Promise<Ending> {
  const clock = new ManualClock()
  const venue = new ModelVenue(clock, decimal(volume))
  for (let n = 0; n < 3; n++) venue.rest()
  venue.fates = [...fates]
  const toDie = [...deaths]
  const options = (): LifeOptions => ({ venue, path: folder.path, deathAt: toDie.shift() ?? null, ...sabotage })
  let life = startLife(options())
  void life.desk.recover()
  await clock.advance(0)
  for (const [index, { what, waitMs }] of clicks.entries()) {
    venue.failingReads += failingReads.find(({ afterClick }) => afterClick === index)?.count ?? 0
    void life.desk.submit(`intent ${index}`, actionOf(what, venue))
    await clock.advance(waitMs)
    if (life.isDead()) await restart()
  }
  // Four lives at most, each with the time a life needs to settle everything.
  for (let n = 0; n < 5; n++) {
    await clock.advance(200_000)
    if (life.isDead()) await restart()
  }
  const legs = life.legs()
  expect(life.desk.report().state).toBe('open')
  life.kill()
  return { venue, legs }

  async function restart(): Promise<void> {
    life.kill()
    life = startLife(options())
    void life.desk.recover()
    await clock.advance(0)
  }
}

function actionOf(what: Story['clicks'][number]['what'], venue: ModelVenue): Action {
  if (what === 'close') return { kind: 'closePosition', positionKey: POSITION.key }
  const on = { area: 'contract', instrument: CONTRACT.name } as const
  const orderId = venue.openOrders()[0]?.orderId ?? '1'
  return what === 'cancel' ? { kind: 'cancelOrder', ...on, orderId } : { kind: 'cancelInstrument', ...on }
}

const UNDONE: ReadonlySet<LegState> = new Set(['absent', 'rejected', 'notSent', 'skipped'])

/** The desk's word against the venue's ledger. */
function check({ venue, legs }: Ending): void {
  expect(venue.volume.gte(0), `never more than the position: ${toText(venue.volume)} left`).toBe(true)
  for (const leg of legs) {
    if (leg.request.kind === 'close') checkClose(leg, venue)
    else checkCancel(leg, venue, legs)
  }
}

function checkClose(leg: LegReport, venue: ModelVenue): void {
  if (leg.request.kind !== 'close') return
  const { clientOrderId, volume } = leg.request
  expect(venue.arrivals.filter((id) => id === clientOrderId).length, 'arrivals of a leg').toBeLessThanOrEqual(1)
  const done = venue.placed(clientOrderId)?.executed ?? ZERO
  const told = `${leg.state}, and the venue executed ${toText(done)} of ${toText(volume)}`
  if (leg.state === 'verified') expect(done.eq(volume), told).toBe(true)
  else if (leg.state === 'partial') expect(done.gt(0) && leg.executed?.eq(done), told).toBe(true)
  else if (UNDONE.has(leg.state)) expect(done.isZero(), told).toBe(true)
  // Nobody can tell a part-filled order from somebody else's trade when the answer was lost.
  else expect(leg.state === 'needsHuman' && done.gt(0) && done.lt(volume), told).toBe(true)
}

function checkCancel(leg: LegReport, venue: ModelVenue, legs: readonly LegReport[]): void {
  if (leg.request.kind !== 'cancel') return
  const { orderId } = leg.request
  const asked = legs.filter(({ request }) => request.kind === 'cancel' && request.orderId === orderId).length
  expect(venue.arrivals.filter((id) => id === orderId).length, 'arrivals of a cancel').toBeLessThanOrEqual(asked)
  const status = venue.order(orderId)?.status
  const told = `${leg.state}, and the order is ${String(status)}`
  if (leg.state === 'verified') expect(status, told).toBe('canceled')
  else if (leg.state === 'alreadyGone') expect(status === 'canceled' || status === undefined, told).toBe(true)
  // With one cancel only: a later one may have done what this one did not.
  else if (UNDONE.has(leg.state)) expect(asked > 1 || status === 'new' || status === undefined, told).toBe(true)
  else expect.unreachable(told)
}

async function holds(told: Story, sabotage: Sabotage = {}): Promise<void> {
  const folder = journalFolder()
  try {
    check(await play(told, sabotage, folder))
  } finally {
    folder.remove()
  }
}

describe('the desk', () => {
  it('sends each leg at most once and ends in what the venue did, whatever is lost, late, refused or killed', async () => {
    await fc.assert(
      fc.asyncProperty(story, (told) => holds(told)),
      { numRuns: 400 },
    )
  })
})

/** Designs that look right and are not. The property must find each of them out. */
const MUTANTS: readonly (readonly [string, Sabotage])[] = [
  [
    'writes the journal after the reply',
    {
      journal(journal) {
        // "About to send" is kept in memory until something else is written.
        let held: (() => void) | null = null
        return {
          ...journal,
          append(account, intent, entry) {
            if (entry.kind === 'leg' && entry.record.state === 'journalled') {
              held = () => void journal.append(account, intent, entry)
              return { ok: true, value: null }
            }
            held?.()
            held = null
            return journal.append(account, intent, entry)
          },
        }
      },
    },
  ],
  [
    'calls a request absent without waiting until it has expired',
    { client: (client) => ({ ...client, venueTime: () => (client.venueTime() ?? 0) + 60_000 }) },
  ],
  [
    'repeats a write that got no answer',
    {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          const isLost = !answer.ok && answer.error.outcome === 'unknown' && !endpoint.includes('account')
          return isLost ? client.call(endpoint, params, options) : answer
        },
      }),
    },
  ],
  [
    'takes a lost answer for a refusal',
    {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          return answer.ok ? answer : { ok: false, error: { ...answer.error, outcome: 'rejected' } }
        },
      }),
    },
  ],
  [
    'forgets at start-up that a leg was being sent',
    {
      journal: (journal) => ({
        ...journal,
        // A restart then finds the leg unsent and calls it skipped.
        rows: (account) =>
          journal.rows(account).filter(({ entry }) => entry.kind !== 'leg' || entry.record.state !== 'journalled'),
      }),
    },
  ],
]

describe('the property', () => {
  it.each(MUTANTS)('finds out a desk that %s', async (_, sabotage) => {
    const found = await fc.check(
      fc.asyncProperty(story, (told) => holds(told, sabotage)),
      { numRuns: 2_000, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
    expect(String(found.errorInstance)).toMatch(/venue executed|order is|arrivals of|never more than/)
  })
})
