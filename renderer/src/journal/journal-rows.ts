/** The desk's intents as rows: asked, planned, happened. Pure. */
import { chaseOf } from '#shared/desk/action.ts'
import { hasSucceeded, isInProgress, type LegEstimate } from '#shared/desk/plan.ts'
import { type IntentReport, type LegReport } from '#shared/desk/report.ts'
import { decimal, sum, toText, type Decimal, type Encoded } from '#shared/domain/decimal.ts'
import {
  formatAge,
  formatAmount,
  formatMoney,
  formatPrice,
  formatRatio,
  NOT_APPLICABLE,
  UNKNOWN,
} from '../kit/format.ts'
import type { TitleOf } from '#shared/words/instrument-words.ts'
import { actionTitle } from '#shared/desk/action-title.ts'
import { intentProgress, legProgress } from '../desk/intent-words.ts'
import { say, t } from '../kit/say.ts'
import { matchesWords } from '../kit/matches-words.ts'
import { idWords, requestTitle, tradeSize, venueWords, type Indexed } from '../desk/request-words.ts'

/** The desk reports this many of its newest intents; the file on disk keeps all of them. */
export const MOST_INTENTS = 50

export type JournalRow = ReturnType<typeof journalRows>[number]

export function journalRows(intents: readonly Encoded<IntentReport>[], titleOf: TitleOf) {
  return intents.map((intent) => ({
    key: intent.intentId,
    intent,
    title: say(actionTitle(intent.action, titleOf)),
    progress: intentProgress(intent),
    requests: requestsText(intent),
    rounds: Math.max(1, ...intent.legs.map(({ round }) => round)),
    timePlanned: timePlanned(intent),
    timeTaken: timeTaken(intent),
    cost: costText(intent),
    /** One of its legs in words. */
    rowOf: (leg: Indexed<Encoded<LegReport>>) => legRow(intent, leg, titleOf),
  }))
}

function timeTaken({ state, tookMs }: Encoded<IntentReport>): string {
  if (state === 'refused') return NOT_APPLICABLE
  return tookMs === null ? t('journal.running') : formatAge(tookMs)
}

/** A chase has no planned time: it ends when its order fills. */
function timePlanned({ action, estimate }: Encoded<IntentReport>): string {
  return estimate === null || chaseOf(action) ? NOT_APPLICABLE : `~${formatAge(estimate.likelyMs)}`
}

/** "6 → 7/8": 6 planned, 7 of 8 sent succeeded; "7/8" when 8 were planned, or no plan was shown. */
function requestsText({ state, estimate, legs }: Encoded<IntentReport>): string {
  if (state === 'refused') return NOT_APPLICABLE
  const succeeded = succeededIn(legs)
  const planned = estimate && estimate.legs.length !== legs.length ? `${estimate.legs.length} → ` : ''
  return `${planned}${succeeded}/${legs.length}`
}

/** The number of requests that did what they were for. */
export const succeededIn = (legs: Encoded<IntentReport>['legs']): number =>
  legs.filter(({ state }) => hasSucceeded(state)).length

/** Slippage and fee together, in the reporting coin; without what is not known if `costIsPartial`. */
export const plannedCost = ({ slippage, fee }: NonNullable<Encoded<IntentReport>['estimate']>): Decimal =>
  decimal(slippage).plus(fee)

function costText({ estimate }: Encoded<IntentReport>): string {
  if (estimate === null) return NOT_APPLICABLE
  const { reportingCoin, costIsPartial } = estimate
  const cost = plannedCost(estimate)
  if (cost.isZero() && costIsPartial) return UNKNOWN
  const money = formatMoney(toText(cost), reportingCoin)
  return costIsPartial ? t('desk.over', { cost: money }) : money
}

/** All its requests in words. */
export const legsOf = ({ intent, rowOf }: JournalRow) => [...intent.legs.entries()].map(rowOf)

function legRow(intent: Encoded<IntentReport>, [index, leg]: Indexed<Encoded<LegReport>>, titleOf: TitleOf) {
  const { request, round, changedAt } = leg
  // The plan's legs come first, in its order; what later rounds found is added after them.
  const estimate = intent.estimate?.legs[index] ?? null
  return {
    round,
    title: requestTitle(request, { titleOf }),
    progress: legProgress(leg),
    planned: estimate === null ? NOT_APPLICABLE : plannedText(estimate, intent.estimate?.reportingCoin ?? ''),
    effect: estimate === null ? '' : say(estimate.effect),
    executed: executedText(leg),
    fillPrice: leg.fillPrice === null ? NOT_APPLICABLE : formatPrice(leg.fillPrice, { maxPlaces: 8 }),
    fillCost: estimate === null ? '' : fillCost(leg, estimate, intent.estimate?.reportingCoin ?? ''),
    ids: idWords(leg).join(' · '),
    shortIds: idWords(leg, shortened).join(' · '),
    venue: venueWords(leg),
    changedAt,
  }
}

/** Long ids differ at their ends, so they are cut in the middle. */
const shortened = (id: string): string => (id.length > 20 ? `${id.slice(0, 9)}…${id.slice(-9)}` : id)

/** "+0.2 s · ~3,501.2 · cost 12.40 USDT" */
function plannedText({ startsAtMs, price, slippage, fee }: Encoded<LegEstimate>, coin: string): string {
  const cost = sum([slippage, fee].flatMap((each) => (each === null ? [] : [decimal(each)])))
  return [
    t('desk.startsAt', { seconds: formatRatio(startsAtMs / 1000, { places: 1 }) }),
    ...(price === null ? [] : [`~${formatPrice(price, { maxPlaces: 8 })}`]),
    ...(cost.isZero() ? [] : [t('journal.leg.cost', { cost: formatMoney(toText(cost), coin) })]),
  ].join(' · ')
}

/** "200 of 500 ct"; a dash where nothing is traded. */
function executedText({ request, executed }: Encoded<LegReport>): string {
  const asked = tradeSize(request)
  if (asked === null) return NOT_APPLICABLE
  return t('desk.tradedOf', { executed: formatAmount(executed), asked })
}

/**
 * "slippage +1.2 bps · fee ~0.40 USDT": against the planned price, worse is +; empty without a price. The fee is the
 * planned one for the filled share: venues do not report it with an order.
 */
function fillCost(
  { request, executed, fillPrice }: Encoded<LegReport>,
  { price, fee }: Encoded<LegEstimate>,
  coin: string,
): string {
  if (executed === null || fillPrice === null || (request.kind !== 'close' && request.kind !== 'sell')) return ''
  const isBuy = request.kind === 'close' && request.side === 'buy'
  const size = request.kind === 'close' ? request.volume : request.quantity
  const worse =
    price &&
    decimal(fillPrice)
      .minus(price)
      .div(price)
      .times(isBuy ? 10_000 : -10_000)
  const paid = fee && decimal(fee).times(executed).div(size)
  return [
    ...(worse ? [t('journal.leg.slippage', { bps: formatRatio(toText(worse), { places: 1, sign: 'always' }) })] : []),
    ...(paid ? [t('journal.leg.fee', { fee: formatMoney(toText(paid), coin) })] : []),
  ].join(' · ')
}

/** Whether the row has every word of `filter` in its title, state, reasons or ids. */
export function matchesJournal(row: JournalRow, filter: string): boolean {
  const { title, progress, intent } = row
  const words = (): readonly string[] => [
    ...[title, progress.word, intent.state, intent.intentId, intent.note ? say(intent.note) : ''],
    ...legsOf(row).flatMap((leg) => [leg.title, leg.progress.word, leg.progress.why, leg.ids, leg.venue ?? '']),
  ]
  return matchesWords(() => words().join(' '), filter)
}

/** The newest "restore" of this intent; null if none was asked for, or if none of its orders was placed. */
export function restoreOf(intentId: string, rows: readonly JournalRow[]): JournalRow | null {
  const isRestore = ({ intent: { action, state } }: JournalRow): boolean =>
    action.kind === 'restore' && action.intentId === intentId && state !== 'failed'
  return rows.find(isRestore) ?? null
}

/**
 * Whether it cancelled Spot orders, or may yet; these can be placed again once it has ended. Contract orders cannot:
 * they do not report their margin mode.
 */
export function isRestorable({ intent }: JournalRow): boolean {
  return intent.legs.some(
    ({ request, state }) =>
      request.kind === 'cancel' && request.area === 'spot' && (state === 'verified' || isInProgress(state)),
  )
}
