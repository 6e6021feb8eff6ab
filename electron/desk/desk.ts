/**
 * The only way to change anything at the venue: intent, plan, journal, one sending per leg, and reads until the venue
 * shows what became of it.
 */
import { actionKey } from '#shared/desk/action.ts'
import type { Action } from '#shared/desk/action.ts'
import { compile } from '#shared/desk/compile.ts'
import type { DeskView } from '#shared/desk/compile.ts'
import type { Denial, DenyCode, DeskReport, SubmitAnswer } from '#shared/desk/plan.ts'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { VenueClient } from '../venue/client.ts'
import { createClaims, legKey } from './claims.ts'
import { EXPIRY_MS } from './execute.ts'
import { createIntentBook } from './intents.ts'
import type { Intent, Leg } from './intents.ts'
import type { Journal } from './journal.ts'
import { prepare } from './prepare.ts'
import { createReader } from './reads.ts'
import { settle } from './reconcile.ts'
import { runIntent } from './run.ts'

export interface DeskOptions {
  readonly client: VenueClient
  /** Open, and closed by whoever opened it, after the desk. */
  readonly journal: Journal
  /** Whose intents these are; one journal serves several accounts, one desk serves one. */
  readonly accountId: string
  readonly clock: Clock
  /** A new unique id each time, at least 31 characters without its dashes (a UUID). */
  readonly newId: () => string
  /** The newest known account: for names and order limits; sizes are read afresh. */
  readonly view: () => DeskView
  readonly onReport: (report: DeskReport) => void
  /** Something was done to this instrument: what is shown of it is old. */
  readonly onTouched: (touched: { readonly area: Area; readonly instrument: string }) => void
}

export interface Desk {
  /**
   * Settles what earlier runs left open, by reads alone, then opens for orders: after `RECOVERY_PATIENCE_MS` at the
   * latest, with what is not settled still out of reach. Resolves when everything is settled, however long that takes.
   */
  recover(): Promise<void>
  /**
   * Takes an intent on, or says why not. Answers as soon as the plan is on disk; the report tells how it goes on.
   * The same id always gets the same answer and is carried out once, in this run and later ones.
   */
  submit(intentId: string, action: Action): Promise<SubmitAnswer>
  report(): DeskReport
  /** Sends nothing more and gives what is on its way a few seconds to be answered; the rest is settled by the next run. */
  close(): Promise<void>
}

const CLOSING_PATIENCE_MS = 5_000
/** Twice as long as a request can take effect, so that one lost answer is settled within it by the usual reads. */
const RECOVERY_PATIENCE_MS = 2 * EXPIRY_MS

export function createDesk(options: DeskOptions): Desk {
  const { client, journal, accountId, clock, newId, view, onReport, onTouched } = options
  const stop = new AbortController()
  const settling = { client, clock, signal: stop.signal }
  const read = createReader(client, stop.signal)
  const claims = createClaims()
  const running = new Set<Promise<void>>()
  const answering = new Map<string, Promise<SubmitAnswer>>()
  const book = createIntentBook({ journal, accountId, clock, onChange })
  let state: DeskReport['state'] = 'recovering'
  let reason: string | null = journal.notice
  let recovery: Promise<void> | null = null

  function report(): DeskReport {
    const intents = book.reports()
    const unknownCount = intents.flatMap((intent) => intent.legs).filter((leg) => leg.state === 'unknown').length
    const trouble = book.trouble()
    return trouble === null
      ? { state, reason, intents, unknownCount }
      : { state: 'closed', reason: trouble, intents, unknownCount }
  }

  function onChange(leg: Leg | null): void {
    onReport(report())
    if (leg !== null && mayHaveTouched(leg)) onTouched({ area: leg.request.area, instrument: leg.request.instrument })
  }

  function become(next: DeskReport['state'], why: string | null): void {
    state = next
    reason = why
    onReport(report())
  }

  /** Keeps an eye on work nobody waits for. What throws is a fault of ours: the desk stops rather than go on with it. */
  function follow(work: Promise<void>): Promise<void> {
    const followed = work
      .catch((cause: unknown) => {
        stop.abort()
        become('closed', `Plimsoll met a fault of its own and stopped trading; restart it. (${String(cause)})`)
      })
      .finally(() => running.delete(followed))
    running.add(followed)
    return followed
  }

  async function settleEarlierRuns(): Promise<void> {
    const settled = Promise.all(book.restore().map(settleEarlier))
    onReport(report())
    // A lost journal may have held a request that can still take effect: wait until none can.
    const quiet = journal.notice === null ? null : wait(clock, EXPIRY_MS, stop.signal)
    // What can not be settled keeps its own position or order to itself; it must not stand before every other exit.
    const patience = wait(clock, RECOVERY_PATIENCE_MS, stop.signal)
    await Promise.all([quiet, Promise.race([settled, patience])])
    if (!stop.signal.aborted) become('open', null)
    await settled
  }

  async function settleEarlier(intent: Intent): Promise<void> {
    claims.claim(intent.id, actionKey(intent.action))
    for (const leg of intent.legs) {
      takeUp(leg)
      claims.claim(intent.id, legKey(leg.request))
    }
    await Promise.all(intent.legs.map((leg) => settle(leg, settling)))
    claims.release(intent.id)
  }

  async function takeOn(intentId: string, action: Action): Promise<Result<null, Denial>> {
    if (state !== 'open') return deny('DESK_NOT_OPEN', notOpen(state))
    if (!claims.claim(intentId, actionKey(action))) return deny('IN_FLIGHT', IN_FLIGHT)
    const accepted = await plan(intentId, action)
    if (!accepted.ok) {
      claims.release(intentId)
      return accepted
    }
    const { intent, before } = accepted.value
    void follow(runIntent(intent, before, { ...settling, read }).finally(() => claims.release(intentId)))
    return ok(null)
  }

  async function plan(intentId: string, action: Action) {
    const prepared = await prepare(action, view(), read)
    if (!prepared.ok) return prepared
    const compiled = compile(action, prepared.value.view, newClientOrderId)
    if (!compiled.ok) return compiled
    // What another intent is doing is left to it; a close waits until the orders being cancelled are gone.
    const legs = compiled.value.legs.filter((leg) => claims.claim(intentId, legKey(leg)))
    if (legs.length === 0) return deny('IN_FLIGHT', IN_FLIGHT)
    // The desk may have been closed while we read.
    if (stop.signal.aborted) return deny('DESK_NOT_OPEN', notOpen(state))
    const intent = book.accept(intentId, { ...compiled.value, legs })
    if (!intent.ok) return deny('JOURNAL_UNAVAILABLE', `Nothing was sent. ${intent.error}`)
    return ok({ intent: intent.value, before: prepared.value.before })
  }

  /** Contract takes fewer than 32 characters. */
  function newClientOrderId(): string {
    return newId().replaceAll('-', '').slice(-31)
  }

  async function answer(intentId: string, action: Action): Promise<SubmitAnswer> {
    const earlier = journal.answer(accountId, intentId)
    if (earlier !== null) return earlier
    const taken = await takeOn(intentId, action)
    if (taken.ok) return { kind: 'accepted', intentId }
    book.deny(intentId, action, taken.error)
    return { kind: 'denied', denial: taken.error }
  }

  return {
    recover: () => (recovery ??= follow(settleEarlierRuns())),
    submit(intentId, action) {
      const pending = answering.get(intentId)
      if (pending !== undefined) return pending
      const answered = answer(intentId, action).finally(() => answering.delete(intentId))
      answering.set(intentId, answered)
      return answered
    },
    report,
    async close() {
      stop.abort()
      become('closed', 'The account is closed.')
      const enough = new AbortController()
      await Promise.race([Promise.all(running), wait(clock, CLOSING_PATIENCE_MS, enough.signal)])
      enough.abort()
    },
  }
}

/** A leg of an earlier run: nothing is sent at start-up, and what may have been sent is unknown until it is found. */
function takeUp(leg: Leg): void {
  if (leg.record.state === 'planned')
    leg.note({ state: 'skipped', detail: 'Plimsoll was closed before this was sent.' })
  if (leg.record.state === 'journalled') {
    leg.note({ state: 'unknown', detail: 'Plimsoll stopped while this was being sent; looking for it at the venue.' })
  }
}

function mayHaveTouched({ record: { state } }: Leg): boolean {
  return state !== 'planned' && state !== 'journalled' && state !== 'notSent' && state !== 'skipped'
}

const IN_FLIGHT = 'This is being done already; its outcome will show when the venue has confirmed it.'

function notOpen(state: DeskReport['state']): string {
  return state === 'recovering'
    ? 'Plimsoll is still finding out how the orders of its last run ended; nothing was sent. Try again in a moment.'
    : 'Trading is closed; nothing was sent.'
}

function deny(code: DenyCode, message: string): Result<never, Denial> {
  return err({ code, message })
}
