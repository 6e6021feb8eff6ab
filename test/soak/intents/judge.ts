/** Compares the desk's reports with the venue's ledger. */
import type { LegRequest, LegState } from '#shared/desk/plan.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { toText, ZERO } from '#shared/domain/decimal.ts'
import type { Decimal } from '#shared/domain/decimal.ts'
import { CONTRACT, OTHER_CONTRACT } from '#test/support/model-venue.ts'
import type { ModelVenue } from '#test/support/model-venue.ts'
import type { Ending } from './play.ts'
import type { Story } from './story.ts'

export interface Verdict {
  readonly intents: number
  readonly legs: number
  /** Requests that arrived more often than they were requested. */
  readonly duplicates: readonly string[]
  /** States that contradict what the venue did. */
  readonly wrong: readonly string[]
  /** Legs of unknown outcome that are reported as unknown. */
  readonly toHuman: number
}

type RequestOf<K extends LegRequest['kind']> = Extract<LegRequest, { kind: K }>

const UNDONE: ReadonlySet<LegState> = new Set(['absent', 'rejected', 'notSent', 'skipped'])
const ENDED: ReadonlySet<IntentReport['state']> = new Set(['done', 'partial', 'failed', 'needsHuman', 'refused'])

export function judge(story: Story, { venue, report: { state, intents } }: Ending): Verdict {
  const legs = intents.flatMap((intent) => intent.legs)
  return {
    intents: intents.length,
    legs: legs.length,
    duplicates: [...arrivedTooOften(legs, venue)],
    wrong: [
      ...(state === 'open' ? [] : [`the desk is ${state}`]),
      ...intents.flatMap((intent) =>
        ENDED.has(intent.state) ? [] : [`${intent.intentId} (${intent.action.kind}) is still ${intent.state}`],
      ),
      ...[CONTRACT.name, OTHER_CONTRACT.name].flatMap((name) =>
        venue.volumeOf(name).gte(0) ? [] : [`more was closed of ${name} than was held`],
      ),
      ...(venue.coins.gte(0) ? [] : ['more was sold than was held']),
      ...legs.flatMap((leg) => wrongly(leg, venue, legs)),
      ...notFlat(story, intents, venue),
    ],
    toHuman: legs.filter((leg) => leg.state === 'needsHuman').length,
  }
}

function idOf(request: LegRequest): string {
  if (request.kind === 'cancel') return request.orderId
  return request.kind === 'protect' ? request.trigger : request.clientOrderId
}

function* arrivedTooOften(legs: readonly LegReport[], venue: ModelVenue): Iterable<string> {
  for (const [id, own] of Map.groupBy(legs, ({ request }) => idOf(request))) {
    const arrived = venue.arrivals.filter((each) => each === id).length
    if (arrived > own.length) yield `${id} arrived ${arrived} times, was asked for ${own.length} times`
  }
  const asked = new Set(legs.map(({ request }) => idOf(request)))
  for (const id of venue.arrivals) if (!asked.has(id)) yield `${id} arrived, and nobody asked for it`
}

function wrongly(leg: LegReport, venue: ModelVenue, legs: readonly LegReport[]): readonly string[] {
  const { request, state } = leg
  const faultUnless = (isTrue: boolean, done: string): readonly string[] =>
    isTrue ? [] : [`${request.kind} of ${request.instrument} is told ${state}, and the venue ${done}`]
  if (request.kind === 'cancel') {
    const status = venue.order(request.orderId)?.status
    return faultUnless(isTrueOfCancel(request, state, venue, legs), `has the order as ${String(status)}`)
  }
  if (request.kind === 'protect')
    return faultUnless(isTrueOfProtect(request, state, venue, legs), `armed ${venue.armed.join()}`)
  const asked = request.kind === 'close' ? request.volume : request.quantity
  const order = venue.placed(request.clientOrderId)
  const done = order?.executed ?? ZERO
  const isTrue = isTrueOfOrder(leg, { asked, done, isThere: order !== undefined })
  return faultUnless(isTrue, `executed ${toText(done)} of ${toText(asked)}`)
}

function isTrueOfOrder(
  { state, executed }: LegReport,
  { asked, done, isThere }: { readonly asked: Decimal; readonly done: Decimal; readonly isThere: boolean },
): boolean {
  if (state === 'verified') return done.eq(asked)
  if (state === 'partial') return done.gt(0) && (done.eq(executed ?? ZERO) || done.eq(asked))
  if (state === 'working') return isThere
  if (UNDONE.has(state) || state === 'alreadyGone') return done.isZero()
  return state === 'needsHuman'
}

function isTrueOfCancel(
  { orderId }: RequestOf<'cancel'>,
  state: LegState,
  venue: ModelVenue,
  legs: readonly LegReport[],
): boolean {
  const status = venue.order(orderId)?.status
  const isOpen = status === 'new' || status === 'partially-filled'
  if (state === 'verified' || state === 'alreadyGone') return !isOpen
  const asked = legs.filter(({ request }) => request.kind === 'cancel' && request.orderId === orderId).length
  // Another cancel of the same order may have cancelled it.
  if (UNDONE.has(state)) return asked > 1 || isOpen || status === 'filled'
  return state === 'needsHuman'
}

/** The venue shows no difference between such orders, so they are counted. */
function isTrueOfProtect(
  { trigger }: RequestOf<'protect'>,
  state: LegState,
  venue: ModelVenue,
  legs: readonly LegReport[],
): boolean {
  const own = legs.filter(({ request }) => request.kind === 'protect' && request.trigger === trigger)
  const armed = venue.armed.filter((each) => each === trigger).length
  const sure = own.filter((leg) => leg.state === 'accepted').length
  const maybe = own.filter((leg) => leg.state === 'needsHuman').length
  const isEnded = state === 'accepted' || state === 'needsHuman' || UNDONE.has(state)
  return isEnded && armed >= sure && armed <= sure + maybe
}

/** After a flatten that reports done, the account is flat, unless something was requested or arrived later. */
function notFlat({ meanwhile }: Story, [last]: readonly IntentReport[], venue: ModelVenue): readonly string[] {
  if (last?.action.kind !== 'flatten' || last.state !== 'done') return []
  if (meanwhile.some(({ what }) => what === 'order' || what === 'spotOrder')) return []
  const left = venue.openOrders().length + venue.positions().length
  return left === 0 ? [] : [`told flat, and the venue has ${left} orders and positions`]
}
