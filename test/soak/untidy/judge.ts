/**
 * Compares what was reported and done in a session with the venue's own records. Each judge finds one kind of fault.
 */
import type { SimOrder } from '#electron/simulator/exchange/account/sim-order.ts'
import type { Action } from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { sum, toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { canClose, comesToItsSenses, isBanned, isOnlyPaused } from './circumstances.ts'
import { exemption } from './exempt.ts'
import type { Played } from './play.ts'
import { closedBy, isLive } from './witness.ts'
import type { Asked, Truth } from './witness.ts'

export interface Fault {
  readonly judge: JudgeName
  readonly what: string
}

type Judge = (played: Played) => readonly string[]

/** From a click to its first request: the product's promise, plus the time of reads and of the queue. */
const EXIT_MS = 2_000
const READS_MS = 2_000
const SPACING_MS = 400

export const JUDGES = {
  /** An intent reported as done is done at that moment; a leg reported as done is done at the end. */
  doneIsSo: ({ report, done, exchange, asked }) => [
    ...done.flatMap(({ intentId, truth }) => {
      const intent = report.intents.find((each) => each.intentId === intentId)
      const before = asked.find((click) => click.intentId === intentId)?.truth
      if (!intent || !before) return []
      const left = [...leftOpen(intent.action, before, truth), ...leftHeld(intent.action, before, truth)]
      return left.length === 0 ? [] : [`${intentId} is told done, and the venue has ${left.join(', ')}`]
    }),
    ...legsOf(report.intents).flatMap((leg) => {
      const wrong = wronglyReported(leg, exchange)
      return wrong === null ? [] : [`${leg.request.kind} of ${leg.request.instrument} is told ${leg.state}: ${wrong}`]
    }),
  ],

  /** No order arrives twice, and no cancel more often than requested. */
  nothingTwice({ ledger, report }) {
    const { arrived, executed } = ledger.twice()
    const legs = legsOf(report.intents)
    const sent = ledger.arrivals({ method: 'POST' }).flatMap(({ body }) => orderIdsIn(body))
    return [
      ...arrived.map((id) => `${id} arrived twice`),
      ...executed.map((id) => `${id} was executed twice`),
      ...[...Map.groupBy(sent, (id) => id)].flatMap(([id, times]) => {
        const asked = legs.filter(({ request }) => request.kind === 'cancel' && request.orderId === id).length
        return times.length > asked
          ? [`the cancel of ${id} arrived ${times.length} times, asked for ${asked} times`]
          : []
      }),
    ]
  },

  /** Contract orders only close, and never more than the venue has or reported; only held coins are sold. */
  nothingLargerOrOpened: ({ witness, report }) =>
    witness.placed.flatMap(({ area, instrument, action, side, volume, held, clientOrderId }) => {
      const order = `${area} ${side} ${toText(volume)} ${instrument}`
      if (area === 'contract') {
        if (action !== 'CLOSE') return [`${order} opens`]
        // An order that the venue places itself when a trigger is reached has no id of ours.
        if (clientOrderId === null) return []
        return volume.gt(held) ? [`${order} is more than the ${toText(held)} held`] : []
      }
      const request = legsOf(report.intents).find((leg) => clientIdOf(leg.request) === clientOrderId)?.request
      if (request?.kind === 'sell') return volume.gt(held) ? [`${order} is more than the ${toText(held)} held`] : []
      return request?.kind === 'place' ? [] : [`${order} was asked for by nobody`]
    }),

  /** An order that is placed again was cancelled before, and is not larger than what was left of it. */
  nothingPlacedBeyond: ({ report, exchange }) =>
    [...Map.groupBy(legsOf(report.intents).flatMap(placeOf), ({ standsFor }) => standsFor)].flatMap(([id, places]) => {
      const canceled = exchange.spot.orders.get(id)
      const again = places.flatMap(({ clientOrderId }) => exchange.spot.named(clientOrderId))
      if (again.length === 0) return []
      if (!canceled || isLive(canceled)) return [`${id} was placed again and is still open`]
      const left = canceled.volume.minus(canceled.executed)
      // An order that is placed again, cancelled and placed again counts once.
      const open = sum(again.map((order) => (isLive(order) ? order.volume : order.executed)))
      return open.gt(left) ? [`${toText(open)} of ${id} were placed again, ${toText(left)} were left`] : []
    }),

  /** A protective order is cancelled only on request, or for a close of its position. */
  noProtectionLost({ witness, report, asked, end }) {
    const held = new Set(end.positions.map(({ key }) => key))
    return witness.canceled.flatMap(({ at, order }) => {
      const key = closedBy(order)
      if (key === null || !held.has(key)) return []
      const intents = report.intents.filter(({ legs }) => legs.some((leg) => cancels(leg, order)))
      const isMeant = intents.some((intent) => isAskedFor(intent) || closes(intent, order))
      const by = intents.map(({ intentId, action, state }) => `${intentId} (${action.kind}, ${state})`).join()
      return isMeant ? [] : [`${orderName(order)} is canceled at ${at} by ${by}; ${key} stays, asked ${asked.length}`]
    })
  },

  /** A position that the venue would close is closed: the click is not refused, and its order arrives. */
  everyPositionClosable: (played) =>
    played.asked.flatMap((click) => {
      const { action } = click
      // Other ways to close wait for a price.
      const isAtMarket = action.kind === 'closePosition' && action.tactic.kind === 'market'
      if (!isAtMarket || !canClose(played, click)) return []
      const held = click.truth.positions.find(({ key }) => plain(key) === plain(action.positionKey))
      if (held === undefined || held.isFrozen || held.free.isZero()) return []
      const isBusy = played.asked.some(
        (other) => other !== click && (other.at <= click.at || overtakes(other, click, action.positionKey)),
      )
      if (isBusy) return []
      if (click.denial !== null)
        return [`close of ${held.key} is refused: ${click.denial.code} ${click.denial.message}`]
      const placed = played.witness.placed.filter(
        ({ at, instrument, isTaken }) => at >= click.at && instrument === held.contract && isTaken,
      )
      const closed = sum(placed.map(({ volume }) => volume))
      const whole = action.size.kind === 'percent' ? held.volume.times(action.size.percent).div(100).floor() : ZERO
      const wanted = whole.lt(held.free) ? whole : held.free
      return closed.lt(wanted) ? [`${toText(closed)} of ${held.key} were closed, ${toText(wanted)} could be`] : []
    }),

  /** An exit is sent soon after the click, even in a pause; only a ban stops it. */
  exitsLeaveInTime: (played) =>
    played.asked.flatMap((click) => {
      const intent = played.report.intents.find(({ intentId }) => intentId === click.intentId)
      const ids = new Set(intent?.legs.filter(({ round }) => round === 1).map(({ request }) => idOf(request)))
      const { kind } = click.action
      const isFirstRead = !click.wasRead && (kind === 'closePosition' || kind === 'closeSide' || kind === 'reduceAll')
      if (kind === 'restore' || kind === 'protect' || isBanned(played) || isFirstRead) return []
      if (click.denial?.code === 'READ_FAILED' && isOnlyPaused(played, click))
        return [`${click.intentId} (${click.action.kind}) is refused in a pause: ${click.denial.message}`]
      const sent = played.ledger.arrivals({ method: 'POST' }).filter(({ arrivedAt }) => arrivedAt >= click.at)
      const first = sent.find(({ body }) => [...ids].some((id) => body.includes(id)))
      if (first === undefined) return []
      const ms = first.arrivedAt - click.at
      // In a pause exits are sent one by one: those requested at the same time go before or after it.
      const isPaused = played.story.mutations.some((mutation) => mutation.kind === 'pause')
      const others = isPaused ? sent.filter(({ arrivedAt }) => arrivedAt < first.arrivedAt).length : 0
      return ms > EXIT_MS + READS_MS + others * SPACING_MS
        ? [`${click.intentId} (${click.action.kind}) left after ${ms} ms`]
        : []
    }),

  /** Every number shown was sent by the venue. */
  nothingMadeUp: ({ strange }) => strange,

  /** Nothing is thrown; the desk stays open; every intent ends once the venue's answers are correct. */
  nothingBreaks: (played) => [
    ...played.crashes.map((crash) => `crashed: ${crash}`),
    ...(played.report.state === 'open'
      ? []
      : [`the desk is ${played.report.state}: ${String(played.report.reason?.code)}`]),
    ...(!comesToItsSenses(played)
      ? []
      : played.report.intents.flatMap(({ intentId, action, state }) =>
          state === 'running' || state === 'unknown' ? [`${intentId} (${action.kind}) is still ${state}`] : [],
        )),
    ...played.asked.flatMap(({ intentId, answeredAt }) => (answeredAt === null ? [`${intentId} has no answer`] : [])),
  ],
} as const satisfies Readonly<Record<string, Judge>>

export type JudgeName = keyof typeof JUDGES
const NAMES = Object.keys(JUDGES) as JudgeName[]

export function judge(played: Played): readonly Fault[] {
  return NAMES.flatMap((name) => {
    const isExempt = played.story.mutations.some(
      (mutation) => exemption(name, mutation, played.places.get(mutation)) !== null,
    )
    return isExempt ? [] : JUDGES[name](played).map((what) => ({ judge: name, what }))
  })
}

function wronglyReported({ request, state, executed }: LegReport, exchange: Played['exchange']): string | null {
  if (request.kind === 'protect') return null
  if (request.kind === 'cancel') {
    const order: SimOrder | undefined =
      exchange.spot.orders.get(request.orderId) ?? exchange.contracts.orders.get(request.orderId)
    const isSo = state !== 'verified' && state !== 'alreadyGone'
    return isSo || order === undefined || !isLive(order) ? null : 'its order is open'
  }
  const named = request.area === 'spot' ? exchange.spot : exchange.contracts
  const order: SimOrder | undefined = named.named(request.clientOrderId)[0]
  const wanted = request.kind === 'close' ? request.volume : request.quantity
  const done = order?.executed ?? ZERO
  if (request.kind === 'place') {
    if (state === 'verified' || state === 'working') return order === undefined ? 'there is no such order' : null
  } else if (state === 'verified') return done.eq(wanted) ? null : `${toText(done)} of ${toText(wanted)} were executed`
  if (state === 'partial') return done.eq(executed ?? ZERO) ? null : `${toText(done)} were executed`
  const isUndone = state === 'absent' || state === 'rejected' || state === 'notSent' || state === 'skipped'
  return isUndone && done.gt(0) ? `${toText(done)} were executed` : null
}

/** Orders that the action was to cancel and that are open. */
function leftOpen(action: Action, before: Truth, { orders }: Truth): readonly string[] {
  if (action.kind === 'flatten') return orders.map(orderName)
  if (action.kind !== 'cancelMatching') return []
  const { area, instrument, closing } = action.filter
  const meant = before.orders.filter((order) => {
    const name = order.area === 'spot' ? order.spec.symbol : order.spec.name
    return (
      (area === null || order.area === area) &&
      (instrument === null || plain(name) === plain(instrument)) &&
      (closing || closedBy(order) === null)
    )
  })
  return meant.filter((order) => orders.includes(order)).map(orderName)
}

/** Positions of which the action was to leave less. */
function leftHeld(action: Action, before: Truth, { positions }: Truth): readonly string[] {
  return positions.flatMap(({ key, volume }) => {
    const first = before.positions.find((held) => held.key === key)?.volume ?? volume
    return volume.gt(first.minus(toClose(action, key, first))) ? [`${toText(volume)} of ${key}`] : []
  })
}

/** How much of a position, `held` at the click, the action was to close. */
function toClose(action: Action, key: string, held: Decimal): Decimal {
  const share = (percent: number): Decimal => decimal(held.times(percent).div(100).floor())
  const isSame = (positionKey: string): boolean => plain(positionKey) === plain(key)
  if (action.kind === 'flatten') return held
  if (action.kind === 'closeSide') return key.endsWith(action.side) ? held : ZERO
  if (action.kind === 'reduceAll')
    return action.side === null || key.endsWith(action.side) ? share(action.percent) : ZERO
  if (action.kind === 'reduce') {
    const wanted = action.closes.find(({ positionKey }) => isSame(positionKey))?.volume ?? '0'
    return held.lt(wanted) ? held : decimal(wanted)
  }
  if (action.kind !== 'closePosition' || action.size.kind !== 'percent') return ZERO
  return isSame(action.positionKey) ? share(action.size.percent) : ZERO
}

function legsOf(intents: readonly IntentReport[]): readonly LegReport[] {
  return intents.flatMap(({ legs }) => legs)
}

function placeOf({ request }: LegReport) {
  return request.kind === 'place' ? [request] : []
}

function cancels({ request }: LegReport, { orderId }: SimOrder): boolean {
  return request.kind === 'cancel' && request.orderId === orderId
}

/** A second click closes the position while the plan of the first is still on show. */
function overtakes({ at, action }: Asked, { answeredAt }: Asked, positionKey: string): boolean {
  const isSame = action.kind === 'closePosition' && plain(action.positionKey) === plain(positionKey)
  return isSame && (answeredAt === null || at <= answeredAt)
}

/** Cancels that name orders, or all of a kind including closing ones, may cancel protective orders. */
function isAskedFor({ action }: IntentReport): boolean {
  if (action.kind === 'cancelMatching') return action.filter.closing
  return action.kind === 'cancelOrder' || action.kind === 'cancelOrders'
}

function closes({ legs }: IntentReport, order: SimOrder): boolean {
  const key = closedBy(order)
  return legs.some(({ request }) => request.kind === 'close' && plain(request.positionKey) === plain(key ?? ''))
}

function orderIdsIn(body: string): readonly string[] {
  const one = /"orderId"\s*:\s*"?(\d+)/.exec(body)?.[1]
  const many = /"orderIds?"\s*:\s*\[([^\]]*)\]/.exec(body)?.[1]?.match(/\d+/g) ?? []
  return one === undefined ? many : [one]
}

function clientIdOf(request: LegRequest): string | null {
  return 'clientOrderId' in request ? request.clientOrderId : null
}

function idOf(request: LegRequest): string {
  return request.kind === 'cancel' ? request.orderId : (clientIdOf(request) ?? request.instrument)
}

function orderName(order: SimOrder): string {
  const name = order.area === 'spot' ? order.spec.symbol : `${order.spec.name} ${order.action}`
  return `${name} ${order.side} ${toText(order.volume)} (${order.orderId})`
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9:]/g, '')
}
