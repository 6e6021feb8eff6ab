/** The text of the way out without a page: the account as now known, and a plan before it is carried out. Pure. */
import { tacticOf } from '#shared/desk/action.ts'
import { isInProgress, type Plan } from '#shared/desk/plan.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { gapMessages, knowledgeOf, ordersKnown } from '#shared/snapshot/knowledge.ts'
import type { AccountView, Snapshot } from '#shared/snapshot/snapshot.ts'
import { amount, inARow, listed, message, positionTitle, unitName } from '#shared/words/message.ts'

/** A native box cannot show more than this on a small screen. */
const MOST_NAMES = 8
const MOST_LEGS = 12
/** The most positions named of one account, when several accounts share a box. */
const MOST_OF_SEVERAL = 4

/** The account in words, one fact per line with its age. Unknown facts are reported as unknown. */
export function stateLines(snapshot: Snapshot): readonly Message[] {
  if (snapshot.account === null) return [message('app.noAccount')]
  return [
    message('main.wayOut.account', { name: snapshot.account.name }),
    ...deskLines(snapshot),
    ...worthLines(snapshot),
    ...positionLines(snapshot),
    ...orderLines(snapshot),
  ]
}

function deskLines({ parts }: Snapshot): readonly Message[] {
  const desk = parts.desk.data
  if (desk === null) return []
  const count = desk.intents.flatMap(({ legs }) => legs).filter(({ state }) => isInProgress(state)).length
  return [
    ...(desk.state === 'recovering' ? [message('intent.denied.recovering')] : []),
    ...(desk.reason === null ? [] : [desk.reason]),
    ...(count > 0 ? [message('main.wayOut.underWay', { count })] : []),
  ]
}

function worthLines({ mono, parts }: Snapshot): readonly Message[] {
  const risk = parts.risk.data
  if (risk === null) return [message('main.wayOut.equityUnknown')]
  const { equity, margin, provenance, reportingCoin: coin } = risk
  const age = (readAt: number | null): { readonly ms: number } => ({ ms: readAt === null ? 0 : mono - readAt })
  const isKnown = provenance.equity.readAt !== null
  // Unread or unpriced holdings have a value too, so the total is then only a part.
  const isWhole = equity.unpriced.length + risk.missing.length + risk.incomplete.length === 0
  return [
    isKnown
      ? message(isWhole ? 'main.wayOut.equity' : 'main.wayOut.equityPart', {
          equity: amount(decimal(equity.total), 2),
          coin,
          age: age(provenance.equity.readAt),
        })
      : message('main.wayOut.equityUnknown'),
    ...margin
      .filter(({ state }) => state !== 'noPosition')
      .map(({ id, usage, unread }) =>
        usage === null || unread || provenance.margin.readAt === null
          ? message('main.wayOut.marginUnknown', { unit: unitName(id) })
          : message('main.wayOut.margin', {
              unit: unitName(id),
              usage: { share: usage, places: 1 },
              age: age(provenance.margin.readAt),
            }),
      ),
  ]
}

function positionLines({ mono, parts: { positions } }: Snapshot): readonly Message[] {
  if (positions.isAbsent) return []
  const gaps = gapMessages(knowledgeOf(positions))
  const doubt = gaps.length > 0 ? [message('account.positionsUnknown', { why: inARow(gaps) })] : []
  if (positions.data === null || positions.readAt === null) return doubt
  const age = { ms: mono - positions.readAt }
  const held = positions.data.filter(({ volume }) => decimal(volume).gt(0))
  const names = held.map(({ key, volume }) =>
    message('main.wayOut.position', { position: positionTitle(key), volume: { amount: volume } }),
  )
  const known =
    held.length === 0
      ? message('main.wayOut.noPositions', { age })
      : message('main.wayOut.positions', { count: held.length, age, names: listed(names, MOST_NAMES) })
  return [known, ...doubt]
}

function orderLines({ mono, parts: { orders } }: Snapshot): readonly Message[] {
  const gaps = gapMessages(ordersKnown(orders))
  const doubt = gaps.length > 0 ? [message('account.moreOrders', { why: inARow(gaps) })] : []
  if (orders.data === null) return doubt
  const open = orders.data.orders
  if (open.length === 0) return orders.readAt === null ? doubt : [noOrders(mono - orders.readAt), ...doubt]
  const names = open.map(({ instrument, side, quantity, readAt }) =>
    message('main.wayOut.order', {
      instrument,
      side: message(`side.${side}`),
      quantity: { amount: quantity },
      age: { ms: mono - readAt },
    }),
  )
  return [message('main.wayOut.orders', { count: open.length, names: listed(names, MOST_NAMES) }), ...doubt]
}

function noOrders(ms: number): Message {
  return message('main.wayOut.noOrders', { age: { ms } })
}

/** Every question about a plan names the account it is for. */
export function accountLines({ account }: Snapshot): readonly Message[] {
  return account === null ? [] : [message('main.wayOut.account', { name: account.name })]
}

/** The effects and warnings of a plan, one fact per line. Cancels and sells are summed up, as closes matter more. */
export function planLines({ legs, estimate }: Plan): readonly Message[] {
  const does = legs.map((request, nth) => ({ request, effect: estimate?.legs[nth]?.effect ?? '' }))
  const names = does.filter(({ request }) => request.kind === 'cancel').map(({ request }) => request.instrument)
  const sold = soldBy(legs)
  const others = does.filter(({ request }) => request.kind !== 'cancel' && request.kind !== 'sell')
  const more = others.length - MOST_LEGS
  return [
    ...(estimate?.warnings ?? []),
    ...(names.length > 0
      ? [message('main.wayOut.cancels', { count: names.length, names: listed([...new Set(names)], MOST_NAMES) })]
      : []),
    ...others.slice(0, MOST_LEGS).map(({ request, effect }) => {
      const what = 'positionKey' in request ? positionTitle(request.positionKey) : request.instrument
      return message('main.wayOut.leg', { what, effect })
    }),
    ...(more > 0 ? [message('main.wayOut.moreLegs', { count: more })] : []),
    ...(sold.length > 0 ? [message('main.wayOut.sells', { count: sold.length, names: listed(sold, MOST_NAMES) })] : []),
    ...(estimate === null
      ? []
      : [message('main.wayOut.takes', { likely: { ms: estimate.likelyMs }, p95: { ms: estimate.p95Ms } })]),
  ]
}

/** The Spot holdings that a plan sells. */
function soldBy(legs: Plan['legs']): readonly string[] {
  return [...new Set(legs.flatMap((leg) => (leg.kind === 'sell' ? [leg.asset] : [])))]
}

/** The plan of one account among several: in one line what it does, then its worst warning. */
export function planOfAccountLines(
  { name, keyTail: tail }: AccountView,
  { action, legs, estimate }: Plan,
): readonly Message[] {
  const own = message('main.wayOut.one', { name, tail })
  const cancels = legs.filter(({ kind }) => kind === 'cancel').length
  const closed = new Set(legs.flatMap((leg) => (leg.kind === 'close' ? [leg.positionKey] : [])))
  const names = listed([...closed].map(positionTitle), MOST_OF_SEVERAL)
  const sold = soldBy(legs)
  const tactic = tacticOf(action)
  const does = [
    ...(cancels > 0 ? [message('main.confirm.ofOne.cancels', { count: cancels })] : []),
    ...(closed.size > 0 ? [message('main.confirm.ofOne.closes', { count: closed.size, names })] : []),
    ...(tactic.kind === 'capped'
      ? [message('main.confirm.ofOne.capped', { percent: amount(decimal(tactic.percent)) })]
      : []),
    ...(sold.length > 0
      ? [message('main.confirm.ofOne.sells', { count: sold.length, names: listed(sold, MOST_OF_SEVERAL) })]
      : []),
    ...(action.kind === 'flatten' && action.spot === 'keep' ? [message('main.confirm.ofOne.keeps')] : []),
    ...(estimate === null ? [] : [message('main.confirm.ofOne.takes', { likely: { ms: estimate.likelyMs } })]),
  ]
  const [worst, ...others] = estimate?.warnings ?? []
  const more = others.length > 0 ? [message('main.confirm.ofOne.warnings', { count: others.length })] : []
  const warns =
    worst === undefined ? [] : [message('main.confirm.ofOneWarns', { account: own, warning: inARow([worst, ...more]) })]
  return [message('main.confirm.ofOne', { account: own, does }), ...warns]
}
