/** The intents of one account in memory, each change of a leg written to the journal, and the report made of them. */
import type { Action } from '#shared/desk/action.ts'
import { isInProgress } from '#shared/desk/plan.ts'
import type { Denial, IntentReport, LegRequest, LegState, Plan } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import { PLANNED, type LegRecord } from './entries.ts'
import type { Journal } from './journal.ts'

/** One request and all that is known of it. */
export interface Leg {
  readonly request: LegRequest
  readonly record: LegRecord
  /** Whether its plan ends with it. */
  readonly isLast: boolean
  /** Wall clock ms of the newest change. */
  readonly changedAt: number
  /** Takes the change on only if it is on disk: for what must be written before anything is done. */
  commit(change: Partial<LegRecord>): Result<null, string>
  /** Takes the change on whether or not the disk does: for what has happened and is true either way. */
  note(change: Partial<LegRecord>): void
}

export interface Intent {
  readonly id: string
  readonly action: Action
  /** Wall clock ms. */
  readonly createdAt: number
  readonly legs: readonly Leg[]
}

const SUCCEEDED: ReadonlySet<LegState> = new Set(['verified', 'alreadyGone'])

/** Whether a leg did what it was to do, or found it done. */
export function hasSucceeded(state: LegState): boolean {
  return SUCCEEDED.has(state)
}

function isFinished(intent: Intent): boolean {
  return intent.legs.every((leg) => !isInProgress(leg.record.state))
}

/** What the whole intent came to, from its legs: the worst thing that is not known yet comes first. */
export function intentState(states: readonly LegState[]): IntentReport['state'] {
  if (states.includes('unknown')) return 'unknown'
  if (states.some(isInProgress)) return 'running'
  if (states.includes('needsHuman')) return 'needsHuman'
  if (states.every((state) => SUCCEEDED.has(state))) return 'done'
  return states.some((state) => SUCCEEDED.has(state) || state === 'partial') ? 'partial' : 'failed'
}

export interface IntentBook {
  /** Writes the plan down; the intent exists from then on. The error is why the journal refused. */
  accept(id: string, plan: Plan): Result<Intent, string>
  /** Writes the refusal down, so that asking again gets the same answer in a later run too. */
  deny(id: string, action: Action, denial: Denial): Result<null, string>
  /** The intents of earlier runs that had not come to an end. Call once, first. */
  restore(): readonly Intent[]
  /** Newest first, at most `REPORTED`, but never without one that is still going on. */
  reports(): readonly IntentReport[]
  /** Why the newest write to the journal failed; null when it did not. */
  trouble(): string | null
}

const REPORTED = 50

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

export function createIntentBook({ journal, accountId, clock, onChange }: IntentBookOptions): IntentBook {
  /** Oldest first. */
  let intents: Intent[] = []
  let trouble: string | null = null

  function watched(written: Result<null, string>): Result<null, string> {
    trouble = written.ok ? null : written.error
    return written
  }

  function makeLegs(intentId: string, { legs }: Plan, last: (index: number) => LastKnown): readonly Leg[] {
    return legs.map((request, index) => makeLeg(intentId, index, request, index === legs.length - 1, last(index)))
  }

  function makeLeg(intentId: string, index: number, request: LegRequest, isLast: boolean, last: LastKnown): Leg {
    let { record } = last
    let changedAt = last.at
    const append = (next: LegRecord): Result<null, string> =>
      watched(journal.append(accountId, intentId, { kind: 'leg', leg: index, record: next }))
    const take = (next: LegRecord): void => {
      record = next
      changedAt = clock.wall()
      onChange(leg)
    }
    const leg: Leg = {
      request,
      isLast,
      get record() {
        return record
      },
      get changedAt() {
        return changedAt
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
    return leg
  }

  function keep(intent: Intent): void {
    intents.push(intent)
    let surplus = intents.length - REPORTED
    intents = intents.filter((known) => !(surplus > 0 && isFinished(known) && surplus-- > 0))
  }

  return {
    accept(id, plan) {
      const written = watched(journal.append(accountId, id, { kind: 'accepted', plan }))
      if (!written.ok) return written
      const createdAt = clock.wall()
      const legs = makeLegs(id, plan, () => ({ record: PLANNED, at: createdAt }))
      const intent = { id, action: plan.action, createdAt, legs }
      keep(intent)
      onChange(null)
      return ok(intent)
    },

    deny: (id, action, denial) => watched(journal.append(accountId, id, { kind: 'denied', action, denial })),

    restore() {
      const plans = new Map<string, { plan: Plan; at: number }>()
      const records = new Map<string, LastKnown>()
      for (const { intentId, at, entry } of journal.rows(accountId)) {
        if (entry.kind === 'accepted') plans.set(intentId, { plan: entry.plan, at })
        if (entry.kind === 'leg') records.set(`${intentId} ${entry.leg}`, { record: entry.record, at })
      }
      for (const [id, { plan, at }] of plans) {
        const legs = makeLegs(id, plan, (index) => records.get(`${id} ${index}`) ?? { record: PLANNED, at })
        keep({ id, action: plan.action, createdAt: at, legs })
      }
      return intents.filter((intent) => !isFinished(intent))
    },

    reports: () => intents.toReversed().map(reportOf),
    trouble: () => trouble,
  }
}

function reportOf({ id, action, createdAt, legs }: Intent): IntentReport {
  return {
    intentId: id,
    action,
    createdAt,
    state: intentState(legs.map((leg) => leg.record.state)),
    legs: legs.map(({ request, record: { state, orderId, executed, detail, failure }, changedAt }) => ({
      request,
      state,
      orderId,
      executed,
      detail,
      failure,
      changedAt,
    })),
  }
}
