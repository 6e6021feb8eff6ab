/** The ranked work list: what a trader should look at now, worst first. Facts come in; nothing is fetched or timed here. */
import type { Protection } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { PartName } from '#shared/snapshot/snapshot.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { labelOf } from '../risk/unit-label.ts'
import { formatAge, formatAmount, formatDuration, formatLiquidation, formatPercent } from '../kit/format.ts'
import type { Parts } from '../app/stores/portfolio.ts'
import { FREEZE_WORDS } from '../kit/freeze-words.ts'
import { titlesOf } from '../kit/instrument-words.ts'
import { say } from '../kit/say.ts'
import { actionTitle } from '../desk/intent-words.ts'
import { isOpenIntent, needsLook } from '../desk/open-intents.ts'
import { asSentence } from '../kit/plain-message.ts'
import { findingWords } from '../risk/price-doubt-words.ts'
import { requestTitle } from '../desk/request-words.ts'
import { distanceSeverity } from '../kit/severity.ts'
import type { Placed } from '../positions/cover.ts'
import type { Facts, Item, Offer, Urgency } from './attention-item.ts'
import { coverIn, deadStops, newStop } from './dead-stops.ts'
import { newEvents } from './new-events.ts'
import { pricePlaces } from './price-places.ts'
import { unreadItems } from './unread-items.ts'

/** Beyond this, a difference between our liquidation price and the venue's decides nothing. */
const FAR_LIQUIDATION = 0.5
/** Parts whose age matters to a trader, by what they are called. */
export const WATCHED_PARTS = {
  positions: 'Positions',
  orders: 'Open orders',
  balances: 'Balances',
  marginAccounts: 'Margin accounts',
  quotes: 'Prices',
  risk: 'Risk figures',
} as const satisfies Partial<Record<PartName, string>>
export type WatchedPart = keyof typeof WATCHED_PARTS

const RANK: Readonly<Record<Urgency, number>> = { act: 0, mind: 1, note: 2 }

/** Everything that needs a look, worst first; within one urgency in the order of the rules below. */
export function needsAttention(facts: Facts): readonly Item[] {
  return RULES.flatMap((rule) => rule(facts)).toSorted((a, b) => RANK[a.urgency] - RANK[b.urgency])
}

type Rule = (facts: Facts) => readonly Item[]
type Report = Encoded<RiskReport>

const RULES: readonly Rule[] = [
  newEvents,
  lostUnits,
  nearLiquidation,
  frozenPositions,
  unknownOutcomes,
  lostProtections,
  orphanedProtections,
  deadStops,
  hostsShut,
  staleParts,
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

function lostUnits({ parts, labels }: Facts): readonly Item[] {
  return unitsOf(parts)
    .filter((unit) => unit.state === 'inLiquidation')
    .map((unit) => ({
      id: `lost ${unit.id}`,
      urgency: 'act',
      title: `${labelOf(labels, unit.id)} is below its required margin`,
      detail: `Equity ${formatAmount(unit.equity)}, required ${formatAmount(unit.requirement)} ${unit.marginCoin}.`,
      screen: 'positions',
      offers: [{ kind: 'rescue', unitId: unit.id }],
    }))
}

function nearLiquidation({ parts, labels }: Facts): readonly Item[] {
  return unitsOf(parts)
    .filter((unit) => unit.state === 'ok')
    .flatMap((unit) => {
      const shocks = [unit.breachDown, unit.breachUp].filter((shock) => shock !== null)
      const [nearest] = shocks.toSorted((a, b) => Math.abs(a) - Math.abs(b))
      return nearest !== undefined && distanceSeverity(nearest) === 'red' ? [{ unit, nearest }] : []
    })
    .toSorted((a, b) => Math.abs(a.nearest) - Math.abs(b.nearest))
    .map(({ unit, nearest }) => ({
      id: `near ${unit.id}`,
      urgency: 'act',
      title: `${labelOf(labels, unit.id)} is liquidated at ${formatPercent(nearest, { sign: 'always' })}`,
      detail: `Margin rate ${formatPercent(unit.marginRate)}, required ${formatPercent(unit.requiredRate)}.`,
      screen: 'positions',
      offers: [{ kind: 'rescue', unitId: unit.id }, ...stopOffer(unit.id, parts)],
    }))
}

/** A stop for the only position of a unit, where none of ours works; which of several needs one is not for us to say. */
function stopOffer(unitId: string, parts: Partial<Parts>): readonly Offer[] {
  const [own, ...others] = (parts.risk?.data?.positions ?? []).filter((each) => each.unitId === unitId)
  const held = parts.positions?.data?.find(({ key }) => key === own?.key)
  if (!held || others.length > 0) return []
  const mayWork = ({ request, verdict }: Placed): boolean =>
    request.purpose === 'stopLoss' && (verdict === 'works' || verdict === 'maybeLocked' || verdict === 'lost')
  return coverIn(parts, held).protections.some(mayWork) ? [] : newStop(held, parts)
}

function frozenPositions({ parts }: Facts): readonly Item[] {
  return (parts.positions?.data ?? []).flatMap((position): readonly Item[] => {
    const frozen = FREEZE_WORDS[position.freeze]
    if (frozen === null) return []
    return [
      {
        id: `frozen ${position.key}`,
        urgency: position.freeze === 'liquidation' ? 'act' : 'note',
        title: `${position.contract} ${position.side} is frozen`,
        detail: `It can not be closed from here, ${frozen.why}.`,
        screen: 'positions',
      },
    ]
  })
}

function unknownOutcomes({ parts }: Facts): readonly Item[] {
  const titleOf = titlesOf(parts.instruments?.data ?? [])
  return openIntents(parts).map((intent) => {
    const title = actionTitle(intent.action, titleOf)
    const legs = intent.legs.filter((leg) => leg.state === 'unknown' || leg.state === 'needsHuman')
    return {
      id: `intent ${intent.intentId}`,
      urgency: 'act',
      title:
        intent.state === 'unknown'
          ? `${title}: outcome not known yet, looking for evidence`
          : `${title}: needs you, its outcome can not be found out from here`,
      detail: legs[0] ? say(legs[0].detail) : '',
      screen: 'orders',
      offers: needsLook(intent) ? [{ kind: 'seen', intentId: intent.intentId }] : [],
    }
  })
}

function openIntents(parts: Partial<Parts>): readonly Encoded<IntentReport>[] {
  return (parts.desk?.data?.intents ?? []).filter(isOpenIntent)
}

function lostProtections({ parts }: Facts): readonly Item[] {
  // One that a person has looked at does not come back under another name.
  const told = new Set(
    (parts.desk?.data?.intents ?? [])
      .filter((intent) => isOpenIntent(intent) || intent.seenAt !== null)
      .map(({ intentId }) => intentId),
  )
  return protectionsIn(parts, 'unknown')
    .filter(({ intentId }) => !told.has(intentId))
    .map((protection) => ({
      id: `protection ${protection.intentId}`,
      urgency: 'act',
      title: `${requestTitle(protection.request)}: nobody knows whether it stands`,
      detail: 'Whether the venue took it is not known, and no read lists it: look on the venue’s own site.',
      screen: 'orders',
    }))
}

function orphanedProtections({ parts }: Facts): readonly Item[] {
  return protectionsIn(parts, 'orphaned').map((protection) => ({
    id: `orphan ${protection.intentId}`,
    urgency: 'mind',
    title: `${requestTitle(protection.request)} is left over: its position is gone`,
    detail: 'It may fire on a new position of the same side. Remove it on the venue’s own site.',
    screen: 'orders',
  }))
}

function protectionsIn(parts: Partial<Parts>, state: Protection['state']): readonly Encoded<Protection>[] {
  return (parts.desk?.data?.protections ?? []).filter((each) => each.state === state)
}

function hostsShut({ parts, ages }: Facts): readonly Item[] {
  const since = ages.health?.ageMs ?? 0
  return (parts.health?.data?.budget.hosts ?? [])
    .map(({ area, state, resumesInMs }) => ({ area, state, leftMs: resumesInMs - since }))
    .filter(({ state, leftMs }) => state !== 'open' && leftMs > 0)
    .map((host) => ({
      id: `host ${host.area}`,
      urgency: host.state === 'banned' ? 'act' : 'mind',
      title:
        host.state === 'banned'
          ? `The venue has banned ${host.area} calls`
          : `The venue asks ${host.area} to slow down`,
      detail:
        host.state === 'banned'
          ? `Calls go out again in ${formatDuration(host.leftMs)}.`
          : `Reads go on in ${formatDuration(host.leftMs)}; cancels and closes leave meanwhile.`,
      screen: null,
    }))
}

function staleParts({ parts, ages }: Facts): readonly Item[] {
  const names = Object.keys(WATCHED_PARTS) as WatchedPart[]
  return names.flatMap((name): readonly Item[] => {
    const age = ages[name]
    const failure = parts[name]?.failure ?? null
    if (age === undefined || age.state === 'fresh' || age.state === 'delayed') return []
    // Before the first read nothing is wrong yet, unless reading was tried and failed.
    if (age.state === 'unknown' && failure === null) return []
    const seen = age.ageMs === null ? 'never read' : `${formatAge(age.ageMs)} old`
    return [
      {
        id: `stale ${name}`,
        urgency: 'mind',
        title: `${WATCHED_PARTS[name]}: ${seen}`,
        detail: asSentence(failure?.message ?? 'No newer read has arrived'),
        screen: null,
      },
    ]
  })
}

function unreadOrders({ parts }: Facts): readonly Item[] {
  const titleOf = titlesOf(parts.instruments?.data ?? [])
  return (parts.orders?.data?.scopes ?? []).flatMap((scope): readonly Item[] =>
    scope.failure === null
      ? []
      : [
          {
            id: `scope ${scope.area} ${scope.instrument}`,
            urgency: 'mind',
            title: `Open orders of ${titleOf(scope.area, scope.instrument)} could not be read`,
            detail: asSentence(scope.failure.message),
            screen: 'orders',
          },
        ],
  )
}

function unknownOrders({ parts }: Facts): readonly Item[] {
  const titleOf = titlesOf(parts.instruments?.data ?? [])
  return (parts.orders?.data?.orders ?? [])
    .filter((order) => order.status === 'unknown')
    .map((order) => ({
      id: `order ${order.area} ${order.orderId}`,
      urgency: 'mind',
      title: `Order of ${titleOf(order.area, order.instrument)} is in a state Plimsoll does not know`,
      detail: `Order ${order.orderId}. It is treated as open.`,
      screen: 'orders',
    }))
}

function doubtfulPrices({ parts }: Facts): readonly Item[] {
  const findings = parts.risk?.data?.priceFindings ?? []
  return [...Map.groupBy(findings, ({ area, instrument }) => `${area} ${instrument}`)].map(([key, own]) => ({
    id: `price ${key}`,
    urgency: 'mind',
    title: `The price of ${own[0]?.instrument ?? ''} is doubtful`,
    detail: `${own.map(findingWords).join('. ')}. Figures that rest on it are as doubtful; exits stay open.`,
    screen: 'positions',
  }))
}

function disagreements({ parts }: Facts): readonly Item[] {
  return (parts.risk?.data?.positions ?? []).flatMap((position): readonly Item[] => {
    const { liquidation } = position
    if (liquidation?.agreement !== 'disagree') return []
    // Far from here the two differ by how the other positions of the coin are moved; the table still says so.
    if (liquidation.distance !== null && Math.abs(liquidation.distance) > FAR_LIQUIDATION) return []
    const held = parts.positions?.data?.find(({ key }) => key === position.key)
    const places = pricePlaces(held?.contract, parts)
    const price = (value: typeof liquidation.own): string => formatLiquidation(value, held?.markPrice ?? null, places)
    return [
      {
        id: `disagree ${position.key}`,
        urgency: 'mind',
        title: `Liquidation prices disagree: ${held ? `${held.contract} ${held.side}` : position.key}`,
        detail: `Ours ${price(liquidation.own)}, the venue’s ${price(liquidation.venue)}. Rely on the nearer one.`,
        screen: 'positions',
      },
    ]
  })
}

function unreproducedRates({ parts, labels }: Facts): readonly Item[] {
  return unitsOf(parts)
    .filter((unit) => unit.venueRateReproduced === false)
    .map((unit) => ({
      id: `rate ${unit.id}`,
      urgency: 'mind',
      title: `${labelOf(labels, unit.id)}: the venue’s margin rate is not reproduced`,
      detail: `Ours ${formatPercent(unit.marginRate)}, the venue’s ${formatPercent(unit.venueMarginRate)}.`,
      screen: null,
    }))
}

function unmodelled({ parts, labels }: Facts): readonly Item[] {
  return unitsOf(parts)
    .filter((unit) => unit.state === 'notModelled')
    .map((unit) => ({
      id: `unmodelled ${unit.id}`,
      urgency: 'mind',
      title: `${labelOf(labels, unit.id)} is not ${unit.unread ? 'all read' : 'modelled'}`,
      detail: 'Only the venue’s own figures are shown; the load line leaves it out.',
      screen: 'positions',
    }))
}

function unpriceable({ parts }: Facts): readonly Item[] {
  const assets = parts.risk?.data?.valuation.unpriceable ?? []
  if (assets.length === 0) return []
  return [
    {
      id: 'unpriceable',
      urgency: 'note',
      title: `No price: ${assets.join(', ')}`,
      detail: 'No pair leads to the reporting coin; left out of equity and exposure.',
      screen: null,
    },
  ]
}

function quarantined({ parts }: Facts): readonly Item[] {
  const entries = parts.health?.data?.quarantined ?? []
  const [first] = entries
  if (first === undefined) return []
  return [
    {
      id: 'quarantined',
      // Of an account reply, it may be a position that nobody sees.
      urgency: entries.some((entry) => entry.operation.endsWith('.account')) ? 'act' : 'mind',
      title: `${String(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'} of venue replies could not be read`,
      detail: `${first.operation}, ${first.path}: ${first.reason}`,
      screen: null,
    },
  ]
}

function unitsOf(parts: Partial<Parts>): Report['margin'] {
  return parts.risk?.data?.margin ?? []
}
