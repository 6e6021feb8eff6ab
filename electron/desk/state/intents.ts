/** The intents of one account in memory, each change of a leg written to the journal. */
import { chaseOf, type Action } from '#shared/desk/action.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import type { Denial, DenyCode, Plan } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Order } from '#shared/domain/order.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { isChase, newestClose, wordsAfterRestart } from '../follow-up/chase/chase-words.ts'
import { PLANNED, type LegRecord, type TriggerEffect } from '../log/entries.ts'
import { endsItsPosition, hasBatch, isFinished, meansAll, type Intent, type Leg, type Round } from './intent.ts'
import type { Journal } from '../log/journal.ts'
import { REPORTED } from '../log/past.ts'
import { withRefusal, type Refused } from './refused.ts'

/** A leg that placed a protective order. */
export interface Placed {
  readonly intentId: string
  readonly leg: Leg
  /** Its number in its intent. */
  readonly index: number
  /** Whether the position it was placed for was ever seen gone since. */
  readonly isOrphaned: boolean
  /** What came of it once the price was beyond its trigger; null: it was not, as far as was seen. */
  readonly effect: TriggerEffect | null
}

export interface IntentBook {
  /**
   * Writes the plan down; the intent exists from then on. `missed`: what the plan may miss; `left`: what of it was left
   * to another request. The error is why the journal refused.
   */
  accept(id: string, plan: Plan, orders: readonly Order[], without?: Without): Result<Intent, string>
  /**
   * Writes down what a look found still to do, before any of it is done; no legs: nothing is left. Gives the new legs.
   */
  extend(intent: Intent, round: Round): Result<readonly Leg[], string>
  /** No further look comes, and none has seen that nothing is left; `why` tells what is known instead. */
  giveUpLooking(intent: Intent, why: string): void
  /** Nothing more is asked for, and nothing was to be seen. */
  endLooking(intent: Intent): void
  /** Writes the refusal down, so that asking again gets the same answer in a later run too. */
  deny(id: string, action: Action, denial: Denial): Result<null, string>
  /** What was refused and is worth telling, oldest first, of earlier runs too. */
  refused(): readonly Refused[]
  /** The newest actions that were refused because what they are about was under way or not there, newest last. */
  crossed(): readonly Action[]
  /** The intents of earlier runs that had not come to an end. Call once, first. */
  restore(): readonly Intent[]
  /** All legs of one of those are settled: what it came to is told by how they ended. */
  tellEarlier(intent: Intent): void
  /** Newest first: as many as are reported, and every one that is still going on. */
  all(): readonly Intent[]
  /**
   * A person has looked at how it ended. Says so in later runs too;
   * one that goes on, is marked or unknown stays as it is.
   */
  markSeen(id: string): void
  /** Plimsoll is left although something goes on; `lines`: what the trader was told of it. */
  noteLeft(id: string, lines: readonly string[]): void
  /** Whether an order is of one of our legs, of this run or an earlier one. */
  owns(orderId: string): boolean
  /** Every leg that places an order again, oldest first, of intents no longer reported too. */
  placements(): readonly Leg[]
  /** Every leg that placed a protective order, oldest first, of intents no longer reported too. */
  protections(): readonly Placed[]
  /** The position it was placed for was seen gone. */
  orphan(placed: Placed): void
  /** The price was beyond its trigger, and that came of it. */
  trigger(placed: Placed, effect: TriggerEffect): void
  /** Why the newest write to the journal failed; null when it did not. */
  trouble(): string | null
}

/** What a plan goes without, in words; null: nothing. */
export interface Without {
  /** As it could not be read. */
  readonly missed: string | null
  /** As another request does it already. */
  readonly left: string | null
}

/** What the journal last said of a leg, and when (wall clock ms). */
interface LastKnown {
  readonly record: LegRecord
  readonly at: number
}

export interface IntentBookOptions {
  readonly journal: Journal
  readonly accountId: string
  readonly clock: Clock
  readonly onChange: (leg: Leg | null) => void
}

/** An intent as the book changes it. */
type Kept = { -readonly [K in keyof Intent]: Intent[K] } & {
  /** What the plan was known to go without. */
  readonly missed: string | null
}

export function createIntentBook({ journal, accountId, clock, onChange }: IntentBookOptions): IntentBook {
  /** Oldest first. */
  let intents: Kept[] = []
  let placements: readonly Leg[] = []
  let protections: readonly Placed[] = []
  /** Which leg an order of ours belongs to; null for a leg of long ago. */
  const owners = new Map<string, Leg | null>()
  let trouble: string | null = null
  let crossed: readonly Action[] = []
  let refused: readonly Refused[] = []

  function watched(written: Result<null, string>): Result<null, string> {
    trouble = written.ok ? null : written.error
    return written
  }

  /** Adds the legs of a round, each as last known. Gives them. */
  function addRound(intent: Kept, { legs, orders }: Round, last: (index: number) => LastKnown): readonly Leg[] {
    const round = (intent.legs.at(-1)?.round ?? 0) + 1
    const first = intent.legs.length
    const added = legs.map((request, index) => {
      const at = first + index
      const endsPosition = endsItsPosition(intent.action, legs, index)
      return makeLeg(intent.id, at, { request, round, endsPosition }, last(at))
    })
    intent.legs = [...intent.legs, ...added]
    intent.orders = [...intent.orders, ...orders]
    placements = [...placements, ...added.filter(({ request }) => request.kind === 'place')]
    const placed = added.map((leg, at) => ({ intentId: intent.id, leg, index: first + at, ...AS_PLACED }))
    protections = [...protections, ...placed.filter(({ leg }) => leg.request.kind === 'protect')]
    return added
  }

  function makeLeg(
    intentId: string,
    index: number,
    fixed: Pick<Leg, 'request' | 'round' | 'endsPosition'>,
    last: LastKnown,
  ): Leg {
    let { record } = last
    let changedAt = last.at
    // Of a change in an earlier run only the wall clock tells the age, and that may have been set back since.
    let changedMono = clock.mono() - Math.max(0, clock.wall() - last.at)
    const append = (next: LegRecord): Result<null, string> =>
      watched(journal.append(accountId, intentId, { kind: 'leg', leg: index, record: next }))
    const take = (next: LegRecord): void => {
      record = next
      changedAt = clock.wall()
      changedMono = clock.mono()
      own()
      onChange(leg)
    }
    const own = (): void => {
      if (record.orderId !== null) owners.set(record.orderId, leg)
    }
    const leg: Leg = {
      ...fixed,
      get record() {
        return record
      },
      get changedAt() {
        return changedAt
      },
      get ageMs() {
        return clock.mono() - changedMono
      },
      isAnothers(orderId) {
        const owner = owners.get(orderId)
        return owner !== undefined && owner !== leg
      },
      commit(change) {
        const next = { ...record, ...change }
        const written = append(next)
        if (written.ok) take(next)
        return written
      },
      note(change) {
        const next = { ...record, ...change }
        append(next)
        take(next)
      },
    }
    own()
    return leg
  }

  function begin(id: string, { action, estimate, legs }: Plan, createdAt: number, missed: string | null): Kept {
    const goesOn = looksAgain(action) || chaseOf(action) !== null || hasBatch(legs) || meansAll(action)
    const look = goesOn ? 'pending' : missed === null ? 'none' : 'unseen'
    const begun = { legs: [], orders: [], look, note: missed, left: null, clearAt: null, seenAt: null } as const
    return { id, action, createdAt, estimate, missed, ...begun }
  }

  function keep(intent: Kept): void {
    intents.push(intent)
    let surplus = intents.length - REPORTED
    intents = intents.filter((known) => !(surplus > 0 && isFinished(known) && surplus-- > 0))
  }

  function kept({ id }: Intent): Kept {
    const intent = intents.find((one) => one.id === id)
    if (intent === undefined) throw new Error(`expected an intent that is going on, was ${id}`)
    return intent
  }

  function setPlaced(intentId: string, index: number, change: Partial<typeof AS_PLACED>): void {
    const isIt = (placed: Placed): boolean => placed.intentId === intentId && placed.index === index
    protections = protections.map((placed) => (isIt(placed) ? { ...placed, ...change } : placed))
  }

  function clear(intent: Kept, at: number): void {
    intent.look = 'clear'
    intent.note = null
    intent.clearAt = at
  }

  function leaveUnseen(intent: Kept, note: string): void {
    intent.look = 'unseen'
    intent.note = note
  }

  /** No look was asked for, or none goes on. */
  function endQuietly(intent: Kept): void {
    intent.look = intent.note === null ? 'none' : 'unseen'
  }

  /** A chase of an earlier run is not continued. What became of its waiting order is asked for again. */
  function takeUpChase(intent: Kept): void {
    const leg = newestClose(intent)
    if (leg?.record.state === 'working') leg.note({ state: 'acknowledged', detail: 'Looking whether it still waits.' })
    tellChase(intent)
  }

  function tellChase(intent: Kept): void {
    const words = [wordsAfterRestart(intent), intent.missed].filter((each) => each !== null).join(' ')
    if (words === '') clear(intent, newestClose(intent)?.changedAt ?? intent.createdAt)
    else leaveUnseen(intent, words)
  }

  return {
    accept(id, plan, orders, { missed: unread, left } = WITHOUT_NOTHING) {
      const missed = [unread, left].filter((each) => each !== null).join(' ') || null
      const written = watched(journal.append(accountId, id, { kind: 'accepted', plan, orders, missed }))
      if (!written.ok) return written
      const at = clock.wall()
      const intent = { ...begin(id, plan, at, missed), left }
      addRound(intent, { legs: plan.legs, orders }, () => ({ record: PLANNED, at }))
      keep(intent)
      onChange(null)
      return ok(intent)
    },

    extend(which, round) {
      const written = watched(journal.append(accountId, which.id, { kind: 'extended', ...round }))
      if (!written.ok) return written
      const at = clock.wall()
      const intent = kept(which)
      const added = addRound(intent, round, () => ({ record: PLANNED, at }))
      if (added.length === 0) clear(intent, at)
      onChange(null)
      return ok(added)
    },

    giveUpLooking(which, why) {
      leaveUnseen(kept(which), why)
      onChange(null)
    },

    endLooking(which) {
      endQuietly(kept(which))
      onChange(null)
    },

    deny(id, action, denial) {
      if (CROSSED.has(denial.code)) crossed = [...crossed, action].slice(-REPORTED)
      const written = watched(journal.append(accountId, id, { kind: 'denied', action, denial }))
      const before = refused
      refused = withRefusal(refused, { id, action, denial, at: clock.wall() })
      if (refused !== before) onChange(null)
      return written
    },

    restore() {
      const { rows, orderIds } = journal.past(accountId)
      for (const orderId of orderIds) owners.set(orderId, null)
      const records = new Map<string, LastKnown>()
      for (const { intentId, at, entry } of rows) {
        if (entry.kind === 'leg') records.set(`${intentId} ${entry.leg}`, { record: entry.record, at })
      }
      const found = new Map<string, Kept>()
      for (const { intentId, at, entry } of rows) {
        const last = (index: number): LastKnown => records.get(`${intentId} ${index}`) ?? { record: PLANNED, at }
        if (entry.kind === 'accepted') {
          const intent = begin(intentId, entry.plan, at, entry.missed)
          addRound(intent, { legs: entry.plan.legs, orders: entry.orders }, last)
          found.set(intentId, intent)
        }
        if (entry.kind === 'denied') refused = withRefusal(refused, { id: intentId, at, ...entry })
        if (entry.kind === 'orphaned') setPlaced(intentId, entry.leg, { isOrphaned: true })
        if (entry.kind === 'triggered') setPlaced(intentId, entry.leg, { effect: entry.effect })
        const intent = found.get(intentId)
        if (intent === undefined) continue
        if (entry.kind === 'seen') intent.seenAt = at
        if (entry.kind !== 'extended') continue
        if (addRound(intent, entry, last).length === 0) clear(intent, at)
      }
      for (const intent of found.values()) {
        // An intent of an earlier run is not taken further: after a start only a trader sends anything.
        if (intent.look === 'pending' && isChase(intent)) takeUpChase(intent)
        else if (intent.look === 'pending' && looksAgain(intent.action)) leaveUnseen(intent, NO_LOOK)
        else if (intent.look === 'pending') endQuietly(intent)
        keep(intent)
      }
      return intents.filter((intent) => !isFinished(intent))
    },

    tellEarlier(which) {
      const intent = intents.find(({ id }) => id === which.id)
      if (intent === undefined || intent.look === 'clear' || !isChase(intent)) return
      tellChase(intent)
      onChange(null)
    },

    refused: () => refused,
    crossed: () => crossed,

    all: () => intents.toReversed(),

    noteLeft(id, lines) {
      watched(journal.append(accountId, id, { kind: 'left', lines }))
    },

    markSeen(id) {
      const intent = intents.find((one) => one.id === id)
      if (intent?.seenAt !== null || !isFinished(intent)) return
      watched(journal.append(accountId, id, { kind: 'seen' }))
      intent.seenAt = clock.wall()
      onChange(null)
    },

    owns: (orderId) => owners.has(orderId),
    placements: () => placements,
    protections: () => protections,
    orphan({ intentId, index }) {
      watched(journal.append(accountId, intentId, { kind: 'orphaned', leg: index }))
      setPlaced(intentId, index, { isOrphaned: true })
    },
    trigger({ intentId, index }, effect) {
      watched(journal.append(accountId, intentId, { kind: 'triggered', leg: index, effect }))
      setPlaced(intentId, index, { effect })
    },
    trouble: () => trouble,
  }
}

const WITHOUT_NOTHING: Without = { missed: null, left: null }

const AS_PLACED: Pick<Placed, 'isOrphaned' | 'effect'> = { isOrphaned: false, effect: null }

const CROSSED: ReadonlySet<DenyCode> = new Set(['IN_FLIGHT', 'NOTHING_TO_CANCEL', 'NOTHING_TO_DO', 'NOTHING_CLOSABLE'])

const NO_LOOK = 'Plimsoll has no record of a last look at the account: whether anything is left is not known.'
