import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LegState } from '#shared/desk/plan.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { decimal, sum, toText, ZERO } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CLOSE, FLATTEN } from '#test/support/desk-bench.ts'
import { journalFolder, startLives } from '#test/support/desk-run.ts'
import type { Death, Folder, Sabotage } from '#test/support/desk-run.ts'
import { deaths, fate } from '#test/support/fate.ts'
import { CONTRACT, ModelVenue, OTHER_CONTRACT } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'
import { repeatsLostWrites } from '#test/support/sabotage.ts'

const CONTRACTS = [CONTRACT.name, OTHER_CONTRACT.name] as const

const CLICKS = {
  flatten: FLATTEN,
  close: CLOSE,
  closeSide: { kind: 'closeSide', side: 'long' },
  reduceAll: { kind: 'reduceAll', side: null, percent: 50 },
} as const

/** One account to flatten, what fails on the way, and what the market and other programs do meanwhile. */
interface Story {
  readonly volumes: readonly [number, number]
  readonly lagMs: number
  readonly opening: readonly number[]
  readonly closing: readonly { readonly on: 0 | 1; readonly size: number }[]
  readonly spot: number
  readonly clicks: readonly { readonly what: keyof typeof CLICKS; readonly waitMs: number }[]
  readonly meanwhile: readonly {
    readonly ms: number
    readonly what: 'fill' | 'order' | 'spotOrder' | 'jump' | 'failingReads' | 'unlisted' | 'stuck'
    readonly at: number
  }[]
  readonly fates: readonly Fate[]
  readonly deaths: readonly Death[]
}

const story: fc.Arbitrary<Story> = fc.record({
  volumes: fc.tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 15 })),
  lagMs: fc.constantFrom(0, 0, 300, 1_500),
  opening: fc.array(fc.nat({ max: 1 }), { maxLength: 4 }),
  closing: fc.array(fc.record({ on: fc.constantFrom(0, 1), size: fc.integer({ min: 1, max: 8 }) }), { maxLength: 3 }),
  spot: fc.nat({ max: 12 }),
  clicks: fc.array(
    fc.record({
      what: fc.constantFrom('flatten', 'flatten', 'close', 'closeSide', 'reduceAll'),
      waitMs: fc.constantFrom(0, 50, 600, 4_000, 30_000),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  meanwhile: fc.array(
    fc.record({
      ms: fc.constantFrom(0, 30, 60, 200, 350, 500, 900, 2_000, 5_000),
      what: fc.constantFrom('fill', 'fill', 'order', 'spotOrder', 'jump', 'failingReads', 'unlisted', 'stuck'),
      at: fc.nat({ max: 6 }),
    }),
    { maxLength: 5 },
  ),
  fates: fc.array(fate, { maxLength: 8 }),
  deaths: deaths(60),
})

interface Ending {
  readonly venue: ModelVenue
  readonly intents: readonly IntentReport[]
}

async function play(played: Story, sabotage: Sabotage, folder: Folder): Promise<Ending> {
  const clock = new ManualClock()
  const venue = new ModelVenue(clock, decimal(played.volumes[0]), decimal(played.volumes[1]))
  venue.lagMs = played.lagMs
  const orders = layOut(venue, played)
  venue.fates = [...played.fates]
  const lives = await startLives({ venue, path: folder.path, clock, deaths: played.deaths, ...sabotage })
  for (const { ms, what, at } of played.meanwhile) clock.after(ms, () => happen(what, at))
  for (const [index, { what, waitMs }] of played.clicks.entries()) {
    void lives.life.desk.submit(`intent ${index}`, CLICKS[what])
    await lives.pass(waitMs)
  }
  await lives.outlive(300_000)
  const { state, intents } = lives.life.desk.report()
  expect(state).toBe('open')
  lives.life.kill()
  return { venue, intents }

  function happen(what: Story['meanwhile'][number]['what'], at: number): void {
    if (what === 'fill') venue.fill(orders[at] ?? 'none')
    if (what === 'order') venue.rest(CONTRACTS[at % 2])
    if (what === 'spotOrder') venue.restSpot()
    if (what === 'jump') clock.jumpWall((at - 3) * 600_000)
    if (what === 'failingReads') venue.failingReads += at
    // The venue never cancels one of our orders, whatever it answers.
    if (what === 'stuck') venue.stuck.add(orders[at] ?? 'none')
    if (what === 'unlisted') {
      venue.missing = new Set(['contract.openOrders'])
      clock.after(at * 5_000, () => (venue.missing = new Set()))
    }
  }
}

function layOut(venue: ModelVenue, { opening, closing, spot }: Story): readonly string[] {
  const opened = opening.map((on) => venue.rest(CONTRACTS[on], decimal(3)).orderId)
  const closed = closing.flatMap(({ on, size }) => {
    const name = CONTRACTS[on]
    const locked = sum(
      venue
        .openOrders('contract', name)
        .filter((o) => o.action === 'close')
        .map((o) => o.quantity),
    )
    return venue.volumeOf(name).gte(locked.plus(size)) ? [venue.restClosing(decimal(size), name).orderId] : []
  })
  const onSpot = Array.from({ length: spot }, () => venue.restSpot().orderId)
  return [...opened, ...closed, ...onSpot]
}

const UNDONE: ReadonlySet<LegState> = new Set(['absent', 'rejected', 'notSent', 'skipped'])
const ENDED: ReadonlySet<IntentReport['state']> = new Set(['done', 'partial', 'failed', 'needsHuman', 'refused'])

/** Compares the desk's reports with the venue's ledger. */
function check({ venue, intents }: Ending): void {
  for (const name of CONTRACTS) {
    expect(venue.volumeOf(name).gte(0), `never more than the position: ${toText(venue.volumeOf(name))} left`).toBe(true)
  }
  const legs = intents.flatMap((intent) => intent.legs)
  for (const { state } of intents) expect(ENDED.has(state), `ends settled, was ${state}`).toBe(true)
  for (const leg of legs) {
    if (leg.request.kind === 'close') checkClose(leg, leg.request, venue)
    if (leg.request.kind === 'cancel') checkCancel(leg, leg.request.orderId, venue, legs)
  }
  for (const { legs: own } of intents) {
    expect(Math.max(0, ...own.map((leg) => leg.round)), 'rounds').toBeLessThanOrEqual(3)
  }
}

type Close = Extract<LegReport['request'], { kind: 'close' }>

function checkClose(leg: LegReport, { clientOrderId, volume, instrument }: Close, venue: ModelVenue): void {
  expect(venue.arrivals.filter((id) => id === clientOrderId).length, 'arrivals of a leg').toBeLessThanOrEqual(1)
  const done = venue.placed(clientOrderId)?.executed ?? ZERO
  const found = `${leg.state}, and the venue executed ${toText(done)} of ${toText(volume)} of ${instrument}`
  if (leg.state === 'verified') expect(done.eq(volume), found).toBe(true)
  else if (leg.state === 'partial') expect(done.gt(0) && leg.executed?.eq(done), found).toBe(true)
  else if (UNDONE.has(leg.state) || leg.state === 'alreadyGone') expect(done.isZero(), found).toBe(true)
  // Only when two orders could be ours.
  else expect(leg.state, found).toBe('needsHuman')
}

function checkCancel(leg: LegReport, orderId: string, venue: ModelVenue, legs: readonly LegReport[]): void {
  const asked = legs.filter(({ request }) => request.kind === 'cancel' && request.orderId === orderId).length
  expect(venue.arrivals.filter((id) => id === orderId).length, 'arrivals of a cancel').toBeLessThanOrEqual(asked)
  const status = venue.order(orderId)?.status
  const found = `${leg.state}, and the order is ${String(status)}`
  const isOpen = status === 'new' || status === 'partially-filled'
  if (leg.state === 'verified' || leg.state === 'alreadyGone') expect(isOpen, found).toBe(false)
  else if (UNDONE.has(leg.state)) expect(asked > 1 || isOpen || status === 'filled', found).toBe(true)
  else expect(leg.state, found).toBe('needsHuman')
}

async function holds(played: Story, sabotage: Sabotage = {}): Promise<void> {
  const folder = journalFolder()
  try {
    const ending = await play(played, sabotage, folder)
    check(ending)
    checkFlat(played, ending)
  } finally {
    folder.remove()
  }
}

/** A flatten that is done was flat: nothing is left except what came after its last read. */
function checkFlat({ meanwhile, clicks }: Story, { venue, intents }: Ending): void {
  if (clicks.length > 1 || meanwhile.some(({ what }) => what === 'order' || what === 'spotOrder')) return
  const [flatten] = intents
  if (flatten?.action.kind !== 'flatten' || flatten.state !== 'done') return
  const left = venue.openOrders().length + venue.positions().length
  expect(left, `told flat, and the venue has ${left} orders and positions`).toBe(0)
}

describe('a flatten', () => {
  it('sends each leg at most once, in at most three rounds, and reports what the venue did', async () => {
    await fc.assert(
      fc.asyncProperty(story, (drawn) => holds(drawn)),
      { numRuns: 150 },
    )
  })
})

const MUTANTS: readonly (readonly [string, Sabotage])[] = [
  [
    'sends a batch of cancels twice when no answer came',
    repeatsLostWrites((endpoint) => endpoint === 'spot.batchCancel'),
  ],
  [
    'takes an account it cannot read for flat',
    {
      client: (client) => ({
        ...client,
        async call(endpoint, params, options) {
          const answer = await client.call(endpoint, params, options)
          if (endpoint !== 'contract.openOrders' && endpoint !== 'spot.openOrders') return answer
          if (answer.ok) return answer
          return { ok: true, value: { value: [] as never, sentAt: 0, answeredAt: 0, timestamp: null, quarantined: [] } }
        },
      }),
    },
  ],
]

describe('the property', () => {
  it.each(MUTANTS)('detects a desk that %s', async (_, sabotage) => {
    const found = await fc.check(
      fc.asyncProperty(story, (drawn) => holds(drawn, sabotage)),
      { numRuns: 2_000, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
    expect(String(found.errorInstance)).toMatch(/venue executed|order is|arrivals of|never more than|told flat/)
  })
})
