/** What the ticked plans of several accounts come to. Margin is never summed. Pure. */
import { decimal, sum, toText } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { placesOf } from '#shared/risk/reporting.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { listed, message } from '#shared/words/message.ts'
import type { PlanFact } from '../desk/plan-facts.ts'
import type { SeenPlan } from '../desk/use-plan.ts'
import { formatAge, formatAmount, formatMoney, NOT_APPLICABLE } from '../kit/format.ts'
import { t } from '../kit/say.ts'

/** One account of the sheet. */
export interface Entry {
  readonly account: AccountView
  readonly isOn: boolean
  /** `denied`: it has no plan. `waiting`: its plan is being made, or is too old. */
  readonly state: 'ready' | 'denied' | 'waiting'
  readonly seen: SeenPlan | null
}

export interface Ready extends Entry {
  readonly seen: SeenPlan
}

/** The entries that a hold runs. */
export function readyOf(entries: readonly Entry[]): readonly Ready[] {
  return entries.filter((entry): entry is Ready => entry.isOn && entry.state === 'ready' && entry.seen !== null)
}

/** The totals, in the columns of the accounts: requests, time, cost. */
export function totalFacts(ready: readonly Ready[]): readonly PlanFact[] {
  const legs = ready.reduce((count, { seen }) => count + seen.plan.legs.length, 0)
  return [{ name: t('desk.requests'), text: String(legs), sub: '' }, timeFact(ready), costFact(ready)]
}

/** The longest of them. Accounts at one host wait for the same limits, one after the other at worst. */
function timeFact(ready: readonly Ready[]): PlanFact {
  const name = t('desk.time')
  const times = ready.flatMap(({ account, seen: { plan } }) =>
    plan.estimate === null ? [] : [{ hosts: hostsOf(account), ...plan.estimate }],
  )
  const [longest] = times.toSorted((one, other) => other.p95Ms - one.p95Ms)
  if (longest === undefined) return { name, text: NOT_APPLICABLE, sub: '' }
  const hosts = new Set(times.flatMap((each) => each.hosts))
  const inTurn = Math.max(
    ...[...hosts].map((host) =>
      times.filter((each) => each.hosts.includes(host)).reduce((total, { p95Ms }) => total + p95Ms, 0),
    ),
  )
  const most = Math.max(inTurn, longest.p95Ms)
  return {
    name,
    text: t('desk.timeAbout', { time: formatAge(longest.likelyMs) }),
    sub: t(inTurn > longest.p95Ms ? 'fanOut.inTurn' : 'desk.timeMost', { time: formatAge(most) }),
    title: t('fanOut.timeHint'),
  }
}

function hostsOf({ spotBaseUrl, contractBaseUrl }: AccountView): readonly string[] {
  return [spotBaseUrl, contractBaseUrl].flatMap((address) =>
    address !== null && URL.canParse(address) ? [new URL(address).host] : [],
  )
}

function costFact(ready: readonly Ready[]): PlanFact {
  const name = t('desk.cost')
  const { counted } = byCoin(ready)
  const estimates = counted.flatMap(({ seen }) => seen.plan.estimate ?? [])
  const [first] = estimates
  if (first === undefined) return { name, text: NOT_APPLICABLE, sub: '' }
  const slippage = sum(estimates.map((each) => decimal(each.slippage)))
  const fee = sum(estimates.map((each) => decimal(each.fee)))
  const style = { places: placesOf(first.reportingCoin) }
  const cost = formatMoney(toText(slippage.plus(fee)), first.reportingCoin)
  return {
    name,
    text: t(estimates.some(({ costIsPartial }) => costIsPartial) ? 'desk.over' : 'desk.costAbout', { cost }),
    sub: t(estimates.some(({ feeIsAtMost }) => feeIsAtMost) ? 'desk.costPartsMost' : 'desk.costParts', {
      slippage: formatAmount(toText(slippage), style),
      fee: formatAmount(toText(fee), style),
    }),
  }
}

/**
 * Splits plans by their coin: for a moment after the coin of totals changed, some plans are still in the earlier one.
 */
function byCoin(ready: readonly Ready[]) {
  const coin = ready.find(({ seen }) => seen.plan.estimate !== null)?.seen.plan.estimate?.reportingCoin
  const { counted = [], others = [] } = Object.groupBy(ready, ({ seen }) =>
    seen.plan.estimate?.reportingCoin === coin ? 'counted' : 'others',
  )
  return { counted, others }
}

/** What the totals leave out, by name. */
export function leftOut(entries: readonly Entry[], notConnected: readonly string[]): readonly Message[] {
  const ready = readyOf(entries)
  const { counted, others } = byCoin(ready)
  const on = entries.filter(({ isOn }) => isOn)
  const named = {
    'fanOut.off': entries.filter(({ isOn, state }) => !isOn && state !== 'denied'),
    'fanOut.denied': entries.filter(({ state }) => state === 'denied'),
    'fanOut.waiting': on.filter((entry) => entry.state !== 'denied' && !ready.some((each) => each === entry)),
    'fanOut.partialCost': counted.filter(({ seen }) => seen.plan.estimate?.costIsPartial === true),
    'fanOut.otherCoin': others,
  } as const
  const lines = (Object.keys(named) as (keyof typeof named)[]).flatMap((code) => {
    const names = named[code].map(({ account }) => account.name)
    if (code === 'fanOut.partialCost' && names.length === ready.length && names.length > 1)
      return [message('fanOut.partialCosts')]
    return names.length === 0 ? [] : [message(code, { names: namesOf(names) })]
  })
  return notConnected.length === 0
    ? lines
    : [...lines, message('fanOut.notConnected', { names: namesOf(notConnected) })]
}

/** The most accounts that can be connected. */
const MOST_NAMES = 10
const namesOf = (names: readonly string[]) => listed(names, MOST_NAMES)
