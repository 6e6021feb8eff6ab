/** The five facts of the strip as text, for the tray and the mini strip, by the same rules as the strip. Pure. */
import { decimal, type Encoded } from '../domain/decimal.ts'
import type { Fact, Message } from '../domain/message.ts'
import { placesOf } from '../risk/reporting.ts'
import { moreSevere, type Severity } from '../risk/severity.ts'
import { amount, areaTitle, message, positionName, unitName } from '../words/message.ts'
import { ageAt, type AgeView, type Freshness } from './freshness.ts'
import { figureAge, isWaitingForTotals, mainFigure, type ReportFigure } from './figure-age.ts'
import { safetyOf, type Standing } from './safety.ts'
import type { FactName, FactView, Parts, Snapshot } from './snapshot.ts'
import type { RiskReport } from '../risk/report.ts'

/** Am I safe, is it true, what am I worth, what am I exposed to, what can I do. */
export const FACTS = ['safe', 'true', 'worth', 'exposed', 'can'] as const satisfies readonly FactName[]

/** The same severities as in the strip. */
const AGE_SEVERITY: Readonly<Record<Freshness, Severity>> = {
  fresh: 'neutral',
  delayed: 'amber',
  stale: 'red',
  unknown: 'neutral',
}

const CALM = { severity: 'neutral', state: 'fresh' } as const

/** null if no account is open. `severity` is the worst of safety and data: old figures are as bad as bad ones. */
export function fiveFacts({ account, mono, parts }: Pick<Snapshot, 'account' | 'mono' | 'parts'>) {
  if (account === null) return null
  const ageOf = (name: ReportFigure): AgeView => figureAge(parts, name, (reading) => ageAt(reading, mono))
  const [main, equity] = [ageOf(mainFigure(parts)), ageOf('equity')]
  // A total without every part would be wrong.
  const report = isWaitingForTotals(parts) ? null : parts.risk.data
  const facts = {
    safe: safeFact(parts, main),
    true: truthFact(parts, main),
    worth: { label: message('strip.equity'), ...total(report, equity, worth) },
    exposed: { label: message('strip.exposure'), ...total(report, equity, exposure) },
    can: {
      label: message('desktop.fact.trading'),
      headline: [account.isWatchOnly ? message('desktop.fact.watching') : canDo(parts.desk.data)],
      more: [],
      ...CALM,
    },
  } satisfies Record<FactName, FactView>
  return { severity: moreSevere(facts.safe.severity, facts.true.severity), facts }
}

/** The whole fact in one line. */
export function factLine({ label, headline, more }: FactView): Message {
  return message('desktop.fact.line', { label, details: [...headline, ...more] })
}

function safeFact({ risk, positions }: Parts, { state }: AgeView): FactView {
  const label = message('strip.margin')
  if (risk.data === null)
    return { label, headline: [message('desktop.fact.notComputed')], more: [], severity: 'neutral', state }
  const { severity, word, worst } = safetyOf(risk.data, positions.isAbsent !== true)
  const says = message(`strip.safety.${word}`)
  if (worst === null) return { label, headline: [says], more: [], severity, state }
  const { unit, reason } = worst
  const rate = unit.unread ? unit.venueMarginRate : unit.marginRate
  return {
    label,
    severity,
    state,
    headline: [says, ...howFar(reason)],
    more: [
      // The words of the reason name an isolated position already.
      ...(reason.code === 'position' && unit.mode === 'isolated' ? [] : [unitName(unit.id)]),
      ...reasonWords(reason),
      ...(rate === null ? [] : [message('desktop.fact.rate', { rate: { share: rate, places: 2 } })]),
      ...(unit.requiredRate === null
        ? []
        : [message('desktop.fact.required', { rate: { share: unit.requiredRate, places: 2 } })]),
    ],
  }
}

/** The figure behind the state, with its unit: "−2.3 % to liq.". */
function howFar(reason: Standing['reason']): readonly Message[] {
  if ('distance' in reason)
    return [message('desktop.fact.toLiquidation', { distance: { share: reason.distance, places: 1 } })]
  if (reason.code === 'unknown' || reason.usage === null) return []
  return [message('desktop.fact.ofEquity', { usage: { share: reason.usage, places: 1 } })]
}

/** Which prices that distance is of; empty where the reason is not a distance. */
export function reasonWords(reason: Standing['reason']): readonly Message[] {
  if (reason.code === 'position') return [message('strip.reason.position', { position: positionName(reason.key) })]
  return reason.code === 'allPrices' || reason.code === 'unknown' ? [message(`strip.reason.${reason.code}`)] : []
}

function truthFact(parts: Parts, age: AgeView): FactView {
  const health = parts.health.data
  const phase = health?.phase ?? 'connecting'
  const banned = (health?.budget.hosts ?? []).filter((host) => host.state === 'banned').map(({ area }) => area)
  const unknown = parts.desk.data?.unknownCount ?? 0
  const isCut = phase === 'blind' || banned.length > 0
  return {
    label: message('strip.data'),
    headline: [aged(age)],
    more: [
      banned.length === 0
        ? message(`app.connection.${phase}`)
        : message('desktop.fact.banned', { areas: banned.map(areaTitle) }),
      ...(unknown === 0 ? [] : [message('desktop.fact.unknown', { count: unknown })]),
    ],
    severity: isCut ? 'red' : moreSevere(AGE_SEVERITY[age.state], unknown > 0 ? 'amber' : 'neutral'),
    state: age.state,
  }
}

function total(report: Encoded<RiskReport> | null, age: AgeView, of: (report: Encoded<RiskReport>) => readonly Fact[]) {
  const [first, ...more] = report === null ? [message('desktop.fact.unread')] : [...of(report), aged(age)]
  return { ...CALM, headline: [first], more, state: age.state }
}

function worth(report: Encoded<RiskReport>): readonly Fact[] {
  const { equity, reportingCoin: coin } = report
  return [message('desktop.fact.worth', { equity: amount(decimal(equity.total), placesOf(coin)), coin })]
}

function exposure(report: Encoded<RiskReport>): readonly Fact[] {
  const { net, gross, effectiveLeverage } = report.exposure
  const [coin, places] = [report.reportingCoin, placesOf(report.reportingCoin) - 2]
  const times = effectiveLeverage === null ? '?' : Math.round(effectiveLeverage * 100) / 100
  return [
    message('desktop.fact.net', { net: amount(decimal(net), places), coin }),
    message('desktop.fact.gross', { gross: amount(decimal(gross), places), times }),
  ]
}

function canDo(desk: Parts['desk']['data']): Message {
  if (desk === null || desk.state === 'recovering') return message('desktop.fact.settling')
  if (desk.state === 'closed') return message('desktop.fact.closed')
  return message(`desktop.fact.can.${desk.mode}`)
}

/** In whole seconds, so that the text seldom changes. Rounded up, so that nothing looks newer than it is. */
function aged({ ageMs, state }: AgeView): Message {
  if (ageMs === null) return message('strip.noFigures')
  return message(`strip.age.${state}`, { age: { ms: Math.max(1, Math.ceil(ageMs / 1_000)) * 1_000 } })
}
