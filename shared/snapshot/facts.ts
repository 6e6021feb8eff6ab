/** The five facts of the strip in words, for the tray and the mini strip, by the same rules as the strip. Pure. */
import { decimal } from '../domain/decimal.ts'
import type { Fact, Message } from '../domain/message.ts'
import { moreSevere, type Severity } from '../risk/severity.ts'
import { amount, areaTitle, message } from '../words/message.ts'
import { ageAt, type AgeView, type Freshness, type Reading } from './freshness.ts'
import { isWaitingForTotals, mainRest, restAge } from './rests.ts'
import { safetyOf } from './safety.ts'
import type { FactName, Snapshot } from './snapshot.ts'

/** Am I safe, is it true, what am I worth, what am I exposed to, what can I do. */
export const FACTS = ['safe', 'true', 'worth', 'exposed', 'can'] as const satisfies readonly FactName[]

type Parts = Snapshot['parts']
type AgeOf = (reading: Reading | null | undefined) => AgeView

/** As in the strip. */
const AGE_SEVERITY: Readonly<Record<Freshness, Severity>> = {
  fresh: 'neutral',
  delayed: 'amber',
  stale: 'red',
  unknown: 'neutral',
}

/** null with no account open. `severity` is the worst: old figures are as bad as bad ones. */
export function fiveFacts({ account, mono, parts }: Pick<Snapshot, 'account' | 'mono' | 'parts'>) {
  if (account === null) return null
  const ageOf: AgeOf = (reading) => ageAt(reading, mono)
  const safe = safeFact(parts)
  const truth = truthFact(parts, ageOf)
  return {
    severity: moreSevere(safe.severity, truth.severity),
    says: {
      safe: safe.says,
      true: truth.says,
      worth: worthFact(parts, ageOf),
      exposed: exposedFact(parts, ageOf),
      can: canFact(parts),
    } satisfies Record<FactName, Message>,
  }
}

interface Judged {
  readonly severity: Severity
  readonly says: Message
}

function safeFact({ risk, positions }: Parts): Judged {
  if (risk.data === null) return { severity: 'neutral', says: message('desktop.fact.notComputed') }
  const { severity, word, unit, nearest } = safetyOf(risk.data, positions.isAbsent !== true)
  const contract = positions.data?.find(({ key }) => key === nearest?.key)?.contract ?? nearest?.key ?? ''
  const rate = unit?.unread ? unit.venueMarginRate : (unit?.marginRate ?? null)
  const details: readonly Message[] = [
    message(`strip.safety.${word}`),
    ...(rate === null ? [] : [message('desktop.fact.rate', { rate: { share: rate, places: 2 } })]),
    ...(unit === null || unit.requiredRate === null
      ? []
      : [message('desktop.fact.required', { rate: { share: unit.requiredRate, places: 2 } })]),
    ...(nearest === null
      ? []
      : [message('desktop.fact.nearest', { contract, distance: { share: nearest.distance, places: 1 } })]),
  ]
  return { severity, says: message('desktop.fact.safe', { details }) }
}

function truthFact(parts: Parts, ageOf: AgeOf): Judged {
  const { ageMs, state } = restAge(parts, mainRest(parts), ageOf)
  const health = parts.health.data
  const phase = health?.phase ?? 'connecting'
  const banned = (health?.budget.hosts ?? []).filter((host) => host.state === 'banned').map(({ area }) => area)
  const unknown = parts.desk.data?.unknownCount ?? 0
  const details: readonly Message[] = [
    ageMs === null ? message('strip.noFigures') : message(`strip.age.${state}`, { age: agedBy(ageMs) }),
    banned.length === 0
      ? message(`app.connection.${phase}`)
      : message('desktop.fact.banned', { areas: banned.map(areaTitle) }),
    ...(unknown === 0 ? [] : [message('desktop.fact.unknown', { count: unknown })]),
  ]
  const isCut = phase === 'blind' || banned.length > 0
  return {
    severity: isCut ? 'red' : moreSevere(AGE_SEVERITY[state], unknown > 0 ? 'amber' : 'neutral'),
    says: message('desktop.fact.true', { details }),
  }
}

function worthFact(parts: Parts, ageOf: AgeOf): Message {
  const { data } = parts.risk
  if (data === null || isWaitingForTotals(parts)) return message('desktop.fact.worthUnknown')
  const { ageMs } = restAge(parts, 'equity', ageOf)
  const equity = amount(decimal(data.equity.total), 2)
  return message('desktop.fact.worth', { equity, coin: data.reportingCoin, age: agedBy(ageMs) })
}

function exposedFact(parts: Parts, ageOf: AgeOf): Message {
  const { data } = parts.risk
  if (data === null || isWaitingForTotals(parts)) return message('desktop.fact.exposedUnknown')
  const { net, gross, effectiveLeverage } = data.exposure
  const times = effectiveLeverage === null ? '?' : effectiveLeverage.toFixed(2)
  const figures = { net: amount(decimal(net), 0), gross: amount(decimal(gross), 0), coin: data.reportingCoin, times }
  return message('desktop.fact.exposed', { ...figures, age: agedBy(restAge(parts, 'equity', ageOf).ageMs) })
}

function canFact({ desk }: Parts): Message {
  if (desk.data === null || desk.data.state === 'recovering') return message('desktop.fact.settling')
  if (desk.data.state === 'closed') return message('desktop.fact.closed')
  return message(`desktop.fact.can.${desk.data.mode}`)
}

/** In whole seconds, so that the words change seldom; rounded up, so that nothing looks younger than it is. */
function agedBy(ms: number | null): Fact {
  return ms === null ? '?' : { ms: Math.max(1, Math.ceil(ms / 1_000)) * 1_000 }
}
