/** Shared setup for tests of a whole desk on the model venue. */
import { afterEach, beforeEach } from 'vitest'
import { closeAtMarket } from '#shared/desk/action.ts'
import type { Action } from '#shared/desk/action.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { SubmitAnswer } from '#shared/desk/report.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { ManualClock } from '#test/support/clock.ts'
import { journalFolder, startLife } from '#test/support/desk-run.ts'
import type { Folder, Life, LifeOptions } from '#test/support/desk-run.ts'
import { CONTRACT, ModelVenue, POSITION } from '#test/support/model-venue.ts'
import type { Fate } from '#test/support/model-replies.ts'
import { allOrdersOf } from './all-orders-of.ts'

export const CLOSE = closeAtMarket(POSITION.key)
export const CANCEL_ALL = { kind: 'cancelMatching', filter: allOrdersOf('contract', CONTRACT.name) } as const
/** A stop-loss at 90 for the whole position. */
export const STOP: Action = {
  kind: 'protect',
  positionKey: POSITION.key,
  purpose: 'stopLoss',
  size: { kind: 'percent', percent: 100 },
  trigger: { kind: 'price', price: '90' },
}
export const FLATTEN = { kind: 'flatten', spot: 'keep' } as const
/** The answer is lost. The write had no effect, took effect at once, or takes effect after 5.5 s. */
export const LOST_UNDONE: Fate = { reply: 'lost', effectAfterMs: null, fillPercent: 100 }
export const LOST_DONE: Fate = { ...LOST_UNDONE, effectAfterMs: 0 }
export const LOST_LATE: Fate = { ...LOST_UNDONE, effectAfterMs: 5_500 }

export function cancelOf(orderId: string) {
  return { kind: 'cancelOrder', area: 'contract', instrument: CONTRACT.name, orderId } as const
}

/** The states of all legs, newest intent first; with `round`, only the legs of that round. */
export function states(life: Life, round: number | null = null): readonly LegState[] {
  return life.legs().flatMap((leg) => (round === null || leg.round === round ? [leg.state] : []))
}

/** Every state in which any report showed a leg. */
export function shown(life: Life): ReadonlySet<LegState> {
  return new Set(life.reports.flatMap(({ intents }) => intents.flatMap(({ legs }) => legs.map(({ state }) => state))))
}

type Options = Partial<LifeOptions>

export interface Bench {
  readonly clock: ManualClock
  /** Path of this test's journal. */
  readonly path: string
  /** A venue with the usual position of 25 contracts, and one with 7 contracts, which is a single slice. */
  full(): ModelVenue
  small(): ModelVenue
  /** A life on this test's journal. `begin` only creates it; `open` also recovers it. */
  begin(venue: ModelVenue, options?: Options): Life
  open(venue: ModelVenue, options?: Options): Promise<Life>
  /** Submits an action and lets 100 ms pass, which is enough to read and to send. */
  submit(life: Life, intentId: string, action: Action): Promise<SubmitAnswer>
}

/** Gives each test of a file a clock and a journal of its own. Call once, at the top of the file. */
export function deskBench(): Bench {
  let clock: ManualClock
  let folder: Folder
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

  function begin(venue: ModelVenue, options: Options = {}): Life {
    const life = startLife({ venue, path: folder.path, ...options })
    lives.push(life)
    return life
  }

  return {
    get clock() {
      return clock
    },
    get path() {
      return folder.path
    },
    full: () => new ModelVenue(clock),
    small: () => new ModelVenue(clock, decimal(7)),
    begin,
    async open(venue, options) {
      const life = begin(venue, options)
      await life.desk.recover()
      return life
    },
    async submit(life, intentId, action) {
      const answer = life.desk.submit(intentId, action)
      await clock.advance(100)
      return answer
    },
  }
}
