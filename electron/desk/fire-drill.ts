/**
 * The fire drill uses only reads and test orders. It runs in the `verify` lane, so that an exit asked for meanwhile
 * goes first and keeps its full reserve. Only the clock is measured in the lane of exits, because an exit may need the
 * same measurement. Nothing is journalled and nothing is placed.
 */
import type { DrillAnswer, DrillCard } from '#shared/desk/drill.ts'
import {
  testsOf,
  type DrillFacts,
  type DrillReads,
  type DrillTest,
  type TestSell,
} from '#shared/desk/drill/drill-facts.ts'
import { judgeDrill } from '#shared/desk/drill/judge-drill.ts'
import type { DeskFacts, DeskView } from '#shared/desk/facts.ts'
import type { Protection } from '#shared/desk/plan.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Answer, Credentials, EndpointName, Params, Reply, VenueClient } from '../venue/port.ts'
import { FIRST_LOOK } from './plan/thoroughness.ts'
import { prepare } from './plan/prepare.ts'
import { createReader } from './plan/reader.ts'

interface DrillOptions {
  readonly client: VenueClient
  /** Signs as requests are signed, in the process that has the secret. */
  readonly sign: Credentials['sign']
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly view: () => DeskView
  readonly protections: () => readonly Protection[]
  readonly newClientOrderId: () => string
  /** Called once per drill. */
  readonly onCard: (card: DrillCard) => void
}

/** How long a drill may take, ms. A call that has no answer by then counts as failed. */
const PATIENCE_MS = 20_000
/** How many consecutive reads the round trip is measured from. */
const READS = 5

/** Runs a drill. A call during a drill gets the answer of that drill. */
export function createDrill(options: DrillOptions): () => Promise<DrillAnswer> {
  let running: Promise<DrillAnswer> | null = null
  return () => (running ??= drill(options).finally(() => (running = null)))
}

async function drill(options: DrillOptions): Promise<DrillAnswer> {
  const { clock, signal, onCard } = options
  const enough = new AbortController()
  const cancel = clock.after(PATIENCE_MS, () => enough.abort())
  const stop = AbortSignal.any([signal, enough.signal])
  const found = await gather(options, stop).finally(cancel)
  // The reads were cancelled, which says nothing about the venue.
  if (signal.aborted) return { kind: 'denied', message: NO_DRILL }
  const card = judgeDrill(found)
  onCard(card)
  return { kind: 'card', card }
}

export const NO_DRILL = message('intent.noDrill')

/** Fails when `stop` is aborted, for work that cannot be cancelled. */
function untilStopped(stop: AbortSignal): Promise<Result<never, Failure>> {
  const late = err(localFailure('timeout', 'drill', message('intent.readLate', { time: { ms: PATIENCE_MS } })))
  if (stop.aborted) return Promise.resolve(late)
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(late), { once: true }))
}

type Asking = ReturnType<typeof asking>

/** How a drill calls the venue. Both functions fail once the drill takes too long. */
function asking(client: VenueClient, stop: AbortSignal) {
  const late = untilStopped(stop)
  return {
    ask: <E extends EndpointName>(endpoint: E, params: Params<E>): Promise<Result<Answer<Reply<E>>, Failure>> =>
      Promise.race([client.call(endpoint, params, { lane: 'verify', signal: stop }), late]),
    inTime: <T, F>(work: Promise<Result<T, F>>): Promise<Result<T, F | Failure>> => Promise.race([work, late]),
  }
}

async function gather(options: DrillOptions, stop: AbortSignal): Promise<DrillFacts> {
  const { client, clock } = options
  const asks = asking(client, stop)
  const budget = client.budget()
  // Runs alone: other work in this process would add to the time.
  const signing = await asks.inTime(timeSigning(options))
  const [measured, spot, contract, account] = await Promise.all([
    asks.inTime(client.syncClock()),
    client.areas.includes('spot') ? readAgain('spot.account', 1, asks) : null,
    client.areas.includes('contract') ? readAgain('contract.account', READS, asks) : null,
    readAccount(options, stop, asks),
  ])
  const tests = await testAll(account.ok ? testsOf(account.value).sells : [], options.newClientOrderId, asks)
  return { at: clock.wall(), signing, clock: measured, spot, contract, budget, account, tests }
}

/** Cannot be mistaken for a request: those begin with a timestamp. */
const SIGNED_TEXT = 'fire-drill'

async function timeSigning({ sign, clock }: DrillOptions): Promise<Result<number, Failure>> {
  const startedAt = clock.mono()
  const signed = await sign(SIGNED_TEXT)
  return signed.ok ? ok(clock.mono() - startedAt) : signed
}

async function readAgain(
  endpoint: 'spot.account' | 'contract.account',
  wanted: number,
  { ask }: Asking,
): Promise<DrillReads> {
  const tripsMs: number[] = []
  let unreadable = 0
  while (tripsMs.length < wanted) {
    const answer = await ask(endpoint, {})
    if (!answer.ok) return { wanted, tripsMs, unreadable, failure: answer.error }
    tripsMs.push(answer.value.answeredAt - answer.value.sentAt)
    unreadable = answer.value.quarantined.length
  }
  return { wanted, tripsMs, unreadable, failure: null }
}

/** Reads what a flatten would read now, in the same way. */
async function readAccount(
  { client, view, clock, protections }: DrillOptions,
  signal: AbortSignal,
  { inTime }: Asking,
): Promise<Result<DeskFacts, Message>> {
  const memory = {
    protections: protections(),
    look: { ...FIRST_LOOK, positionsPatienceMs: null },
    stuck: [],
    touched: [],
    canceledBy: () => ({ orders: [], unproved: [] }),
  }
  const reading = { read: createReader(client, signal), clock, signal }
  // A drill proves what can be read now, not what was known before.
  const known = { ...view(), positionsAgeMs: null }
  const prepared = await inTime(prepare({ kind: 'flatten', spot: 'sell' }, known, memory, reading))
  return prepared.ok ? prepared : err(prepared.error.message)
}

/** Runs the tests until an answer makes the next one pointless or unwise. */
async function testAll(
  sells: readonly TestSell[],
  newClientOrderId: () => string,
  asks: Asking,
): Promise<readonly DrillTest[]> {
  const tests: DrillTest[] = []
  for (const sell of sells) {
    const test = await testOne(sell, newClientOrderId(), asks)
    tests.push(test)
    if (test.outcome !== 'accepted' && test.outcome !== 'refused') break
  }
  return tests
}

/** After one of these failures we know that the venue did not look at the order. */
const NOT_LOOKED_AT: ReadonlySet<FailureKind> = new Set(['rateLimited', 'banned'])

async function testOne(sell: TestSell, clientOrderId: string, { ask }: Asking): Promise<DrillTest> {
  const { instrument: symbol, quantity } = sell
  const answer = await ask('spot.testOrder', { symbol, side: 'sell', type: 'market', quantity, clientOrderId })
  const failure = answer.ok ? null : answer.error
  if (failure?.kind === 'notSupported') return { ...sell, outcome: 'unsupported', failure }
  if (failure !== null && isRefused(failure)) return { ...sell, outcome: 'refused', failure }
  // The venue may have taken the test for a real order. Nothing else in Plimsoll looks for an order placed that way.
  const left = await ask('spot.order', { symbol, clientOrderId })
  if (left.ok) return { ...sell, outcome: 'placed', failure: null }
  if (failure !== null) return { ...sell, outcome: 'unclear', failure }
  // Only `notFound` proves that no order exists. A query refused for its key or time says nothing about the order.
  if (left.error.kind === 'notFound') return { ...sell, outcome: 'accepted', failure: null }
  return { ...sell, outcome: left.error.kind === 'notSupported' ? 'unseen' : 'unclear', failure: left.error }
}

function isRefused({ outcome, kind }: Failure): boolean {
  return outcome === 'rejected' && !NOT_LOOKED_AT.has(kind)
}
