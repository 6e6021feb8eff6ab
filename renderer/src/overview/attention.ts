/** The ranked work list: what a trader should look at now, worst first. Facts come in; nothing is fetched or timed here. */
import type { Protection } from '#shared/desk/plan.ts'
import { frozenFor, type Position } from '#shared/domain/account.ts'
import { memoise } from '#shared/domain/memoise.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Message } from '#shared/domain/message.ts'
import type { PartName, Parts } from '#shared/snapshot/snapshot.ts'
import type { RiskReport, LiquidationView } from '#shared/risk/report.ts'
import { areaTitle, failureMessage, inARow, message, positionName, unitName } from '#shared/words/message.ts'
import { formatAge, formatAmount, formatDuration, formatLiquidation, formatPercent } from '../kit/format.ts'
import { shutHosts } from '../app/shut-hosts.ts'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { actionTitle } from '#shared/desk/action-title.ts'
import { isOpenIntent, needsLook } from '../desk/open-intents.ts'
import { findingMessage } from '../risk/price-doubt-words.ts'
import { requestTitle } from '../desk/request-words.ts'
import type { Severity } from '#shared/risk/severity.ts'
import { standingsOf, type Standing } from '#shared/snapshot/safety.ts'
import { ALL_PRICES, moveSentence } from '../risk/load-line/moved-prices.ts'
import { sizeText } from '../kit/chart/number-text.ts'
import type { Placed } from '../positions/cover.ts'
import { item, positionOf, pricePlaces, type Facts, type Item, type Offer } from './attention-item.ts'
import { coverIn, deadStops, newStop } from './dead-stops.ts'
import { gathered, type Found } from './gather.ts'
import { newEvents } from './new-events.ts'
import { unreadItems } from './unread-items.ts'

/** Beyond this distance, a difference between our liquidation price and the venue's does not matter. */
const FAR_LIQUIDATION = 0.5
/** Parts whose age matters to a trader. */
export const WATCHED_PARTS = [
  'positions',
  'orders',
  'balances',
  'marginAccounts',
  'quotes',
  'risk',
] as const satisfies readonly PartName[]

const RANK: Readonly<Record<Item['urgency'], number>> = { act: 0, mind: 1, note: 2 }

/** Everything that needs a look, worst first; within one urgency in the order of the rules below. */
export function needsAttention(facts: Facts): readonly Item[] {
  return RULES.flatMap((rule) => gathered(rule(facts))).toSorted((a, b) => RANK[a.urgency] - RANK[b.urgency])
}

const RULES: readonly ((facts: Facts) => readonly Found[])[] = [
  newEvents,
  dangers,
  frozenPositions,
  unknownOutcomes,
  tradingKeyLost,
  lostProtections,
  orphanedProtections,
  deadStops,
  hostsShut,
  staleParts,
  unkeptEvents,
  unreadItems,
  unreadOrders,
  unknownOrders,
  doubtfulPrices,
  disagreements,
  unreproducedRates,
  unmodelled,
  unpriceable,
  quarantined,
]

/** What happens now is shown, but the next run of Plimsoll will not know of it. */
function unkeptEvents({ parts }: Facts): readonly Item[] {
  const failure = parts.events?.failure ?? null
  if (failure === null) return []
  return [
    item('mind', 'unkeptEvents', 'journal', {
      title: message('overview.eventsUnkept'),
      detail: failureMessage(failure),
    }),
  ]
}

/** Whatever makes the strip amber or red, by the same list. */
function dangers({ parts }: Facts): readonly Found[] {
  const { risk } = parts
  return (risk?.data ? standingsOf(risk.data) : []).flatMap(({ unit, severity, reason }) =>
    severity === 'neutral'
      ? []
      : () =>
          item(URGENCY[severity], `danger ${unit.id}`, 'positions', {
            title: dangerTitle(unit.id, reason),
            detail: reason.code === 'inLiquidation' ? lostBy(unit) : ratesOf(unit, reason),
            offers: [
              { kind: 'rescue', unitId: unit.id },
              ...(reason.code === 'inLiquidation' ? [] : stopOffer(unit.id, parts)),
            ],
          }),
  )
}

const URGENCY = { red: 'act', amber: 'mind' } as const satisfies Record<Exclude<Severity, 'neutral'>, Item['urgency']>

/** Says of which prices a distance is: "if its price alone falls 2.3 %", "if all prices fall 12.8 %". */
function dangerTitle(unitId: string, reason: Standing['reason']): Message {
  const unit = unitName(unitId)
  if (reason.code === 'position') {
    const facts = { position: positionName(reason.key), size: sizeText(reason.distance) }
    return message(`overview.danger.${reason.distance < 0 ? 'falls' : 'rises'}`, facts)
  }
  if (reason.code === 'allPrices') {
    const move = moveSentence(ALL_PRICES, reason.distance < 0, sizeText(reason.distance))
    return message('overview.danger.allPrices', { unit, move })
  }
  if (reason.code === 'usage') return message('overview.danger.usage', { unit, usage: formatPercent(reason.usage) })
  return message('overview.lost', { unit })
}

function lostBy({ equity, requirement, marginCoin: coin }: Standing['unit']): Message {
  return message('overview.lostBy', { equity: formatAmount(equity), required: formatAmount(requirement), coin })
}

/** Names the cross account where the title names one of its positions. */
function ratesOf({ id, mode, marginRate, requiredRate }: Standing['unit'], { code }: Standing['reason']): Message {
  const rates = { rate: rate(marginRate), required: rate(requiredRate) }
  return mode === 'cross' && code === 'position'
    ? message('overview.dangerIn', { unit: unitName(id), ...rates })
    : message('overview.dangerBy', rates)
}

const rate = (value: number | null): string => formatPercent(value, { places: 2 })

/** Offers a stop for the only position of a unit when no stop of ours works; with several positions the trader chooses. */
function stopOffer(unitId: string, parts: Partial<Parts>): readonly Offer[] {
  const [own, ...others] = byUnit(parts.risk?.data?.positions ?? []).get(unitId) ?? []
  const held = byKey(parts.positions?.data ?? []).get(own?.key ?? '')
  if (!held || others.length > 0) return []
  const mayWork = ({ request, verdict }: Placed): boolean =>
    request.purpose === 'stopLoss' && (verdict === 'works' || verdict === 'maybeLocked' || verdict === 'lost')
  return coverIn(parts, held).protections.some(mayWork) ? [] : newStop(held, parts)
}

function frozenPositions({ parts }: Facts): readonly Item[] {
  return (parts.positions?.data ?? []).flatMap((position) => {
    const frozen = frozenFor(position)
    if (frozen === null) return []
    return item(frozen === 'liquidation' ? 'act' : 'note', `frozen ${position.key}`, 'positions', {
      title: message('overview.frozen', { position: positionOf(position) }),
      detail: message(`positions.frozen.${frozen}`),
    })
  })
}

function unknownOutcomes({ parts }: Facts): readonly Item[] {
  const titleOf = titlesOf(parts.instruments?.data ?? [])
  return openIntents(parts).map((intent) =>
    item('act', `intent ${intent.intentId}`, 'orders', {
      title: message(`overview.outcome.${intent.state === 'unknown' ? 'unknown' : 'needsHuman'}`, {
        title: actionTitle(intent.action, titleOf),
      }),
      detail: intent.legs.find(({ state }) => state === 'unknown' || state === 'needsHuman')?.detail ?? null,
      offers: needsLook(intent) ? [{ kind: 'seen', intentId: intent.intentId }] : [],
    }),
  )
}

function openIntents(parts: Partial<Parts>): readonly Encoded<IntentReport>[] {
  return (parts.desk?.data?.intents ?? []).filter(isOpenIntent)
}

/** The reads go on with another key, so nothing else on the screen says it. */
function tradingKeyLost({ parts }: Facts): readonly Item[] {
  const failure = parts.health?.data?.readingKey?.tradingFailure ?? null
  if (failure === null) return []
  return [
    item('act', 'tradingKey', 'accounts', {
      title: message('desktop.alarm.tradingKey'),
      detail: failureMessage(failure),
    }),
  ]
}

function lostProtections({ parts }: Facts): readonly Item[] {
  // An intent the trader has looked at does not come back as a lost protection.
  const alreadyShown = new Set(
    (parts.desk?.data?.intents ?? [])
      .filter((intent) => isOpenIntent(intent) || intent.seenAt !== null)
      .map(({ intentId }) => intentId),
  )
  return protectionsIn(parts, 'unknown')
    .filter(({ intentId }) => !alreadyShown.has(intentId))
    .map((protection) =>
      item('act', `protection ${protection.intentId}`, 'orders', {
        title: message('overview.protectionLost', { order: requestTitle(protection.request) }),
        detail: message('overview.protectionLostWhy'),
      }),
    )
}

function orphanedProtections({ parts }: Facts): readonly Item[] {
  return protectionsIn(parts, 'orphaned').map((protection) =>
    item('mind', `orphan ${protection.intentId}`, 'orders', {
      title: message('overview.protectionOrphaned', { order: requestTitle(protection.request) }),
      detail: message('overview.protectionOrphanedWhy'),
    }),
  )
}

function protectionsIn(parts: Partial<Parts>, state: Protection['state']): readonly Encoded<Protection>[] {
  return (parts.desk?.data?.protections ?? []).filter((each) => each.state === state)
}

function hostsShut({ parts, ages }: Facts): readonly Item[] {
  return shutHosts(parts.health?.data?.budget.hosts ?? [], ages.health?.ageMs ?? 0).map(({ area, state, leftMs }) =>
    item(state === 'banned' ? 'act' : 'mind', `host ${area}`, null, {
      title: message(`overview.host.${state}`, { area: areaTitle(area) }),
      detail: inARow([
        message(`overview.host.${state}For`, { wait: formatDuration(leftMs) }),
        ...listsHeldUp(parts, area),
      ]),
    }),
  )
}

/** The lists of open orders that cannot be read because of a shut host: reported with the host, not one by one. */
function listsHeldUp(parts: Partial<Parts>, area: Area): readonly Message[] {
  const count = (parts.orders?.data?.scopes ?? []).filter((scope) => scope.area === area && isHeldUp(scope)).length
  return count === 0 ? [] : [message('overview.host.lists', { count })]
}

const isHeldUp = ({ failure }: { readonly failure: Failure | null }): boolean =>
  failure?.kind === 'banned' || failure?.kind === 'rateLimited'

function staleParts({ parts, ages }: Facts): readonly Item[] {
  return WATCHED_PARTS.flatMap((name) => {
    const age = ages[name]
    const failure = parts[name]?.failure ?? null
    if (age === undefined || age.state === 'fresh' || age.state === 'delayed') return []
    // Before the first read nothing is wrong yet, unless a read failed.
    if (age.state === 'unknown' && failure === null) return []
    const part = message(`overview.part.${name}`)
    return item('mind', `stale ${name}`, null, {
      title:
        age.ageMs === null
          ? message('overview.neverRead', { part })
          : message('overview.old', { part, age: formatAge(age.ageMs) }),
      detail: failure === null ? message('account.noNewerRead') : failureMessage(failure),
    })
  })
}

function unreadOrders({ parts, ages }: Facts): readonly Item[] {
  const titleOf = titlesOf(parts.instruments?.data ?? [])
  const shut = new Set(
    shutHosts(parts.health?.data?.budget.hosts ?? [], ages.health?.ageMs ?? 0).map(({ area }) => area),
  )
  return (parts.orders?.data?.scopes ?? []).flatMap((scope) =>
    scope.failure === null || (shut.has(scope.area) && isHeldUp(scope))
      ? []
      : item('mind', `scope ${scope.area} ${scope.instrument}`, 'orders', {
          title: message('overview.ordersUnread', { instrument: titleOf(scope.area, scope.instrument) }),
          detail: failureMessage(scope.failure),
        }),
  )
}

function unknownOrders({ parts }: Facts): readonly Item[] {
  const titleOf = titlesOf(parts.instruments?.data ?? [])
  return (parts.orders?.data?.orders ?? [])
    .filter((order) => order.status === 'unknown')
    .map((order) =>
      item('mind', `order ${order.area} ${order.orderId}`, 'orders', {
        title: message('overview.orderUnknown', { instrument: titleOf(order.area, order.instrument) }),
        detail: message('overview.orderUnknownWhy', { id: order.orderId }),
      }),
    )
}

function doubtfulPrices({ parts }: Facts): readonly Item[] {
  const findings = parts.risk?.data?.priceFindings ?? []
  return [...Map.groupBy(findings, ({ area, instrument }) => `${area} ${instrument}`)].map(([key, own]) =>
    item('mind', `price ${key}`, 'positions', {
      title: message('overview.doubt', { instrument: own[0]?.instrument ?? '' }),
      detail: inARow([...own.map(findingMessage), message('overview.doubtMeans')]),
    }),
  )
}

function disagreements({ parts }: Facts): readonly Found[] {
  return (parts.risk?.data?.positions ?? []).flatMap(({ key, liquidation }): readonly Found[] => {
    if (liquidation?.agreement !== 'disagree') return []
    // Far away the two differ by how they assume the coin's other positions move; the table still shows it.
    if (liquidation.distance !== null && Math.abs(liquidation.distance) > FAR_LIQUIDATION) return []
    return [() => disagreement(key, liquidation, parts)]
  })
}

function disagreement(key: string, { own, venue }: Encoded<LiquidationView>, parts: Partial<Parts>): Item {
  const held = byKey(parts.positions?.data ?? []).get(key)
  const places = pricePlaces(held?.contract, parts)
  const price = (value: typeof own): string => formatLiquidation(value, held?.markPrice ?? null, places)
  return item('mind', `disagree ${key}`, 'positions', {
    title: message('overview.disagree', { position: held ? positionOf(held) : key }),
    detail: message('overview.disagreeBy', { own: price(own), venue: price(venue) }),
  })
}

function unreproducedRates({ parts }: Facts): readonly Found[] {
  return unitsOf(parts)
    .filter((unit) => unit.venueRateMatch === 'none')
    .map(
      (unit) => () =>
        item('mind', `rate ${unit.id}`, null, {
          title: message('overview.rate', { unit: unitName(unit.id) }),
          detail: message('overview.rateBy', {
            own: rate(unit.marginRate),
            venue: rate(unit.venueMarginRate),
          }),
        }),
    )
}

function unmodelled({ parts }: Facts): readonly Found[] {
  return unitsOf(parts)
    .filter((unit) => unit.state === 'notModelled')
    .map(
      (unit) => () =>
        item('mind', `unmodelled ${unit.id}`, 'positions', {
          title: message(unit.unread ? 'overview.unitUnread' : 'overview.unmodelled', {
            unit: unitName(unit.id),
          }),
          detail: message('overview.unmodelledMeans'),
        }),
    )
}

function unpriceable({ parts }: Facts): readonly Item[] {
  const assets = parts.risk?.data?.valuation.unpriceable ?? []
  if (assets.length === 0) return []
  return [
    item('note', 'unpriceable', null, {
      title: message('overview.unpriceable', { names: assets }),
      detail: message('overview.unpriceableMeans'),
    }),
  ]
}

function quarantined({ parts }: Facts): readonly Item[] {
  const entries = parts.health?.data?.quarantined ?? []
  const [first] = entries
  if (first === undefined) return []
  return [
    // In a reply about the account, the entry left out may be a position.
    item(entries.some((entry) => entry.operation.endsWith('.account')) ? 'act' : 'mind', 'quarantined', null, {
      title: message('overview.quarantined', { count: entries.length }),
      detail: message('overview.quarantinedFirst', {
        operation: first.operation,
        path: first.path,
        reason: first.reason,
      }),
    }),
  ]
}

const byKey = memoise(
  (positions: readonly Encoded<Position>[]) => new Map(positions.map((position) => [position.key, position])),
)
const byUnit = memoise((positions: Encoded<RiskReport>['positions']) => Map.groupBy(positions, ({ unitId }) => unitId))

function unitsOf(parts: Partial<Parts>): Encoded<RiskReport>['margin'] {
  return parts.risk?.data?.margin ?? []
}
