/** The figures at the head of the VaR tab: VaR never without ES and the worst day of the same sample. Pure. */
import { say } from '../../kit/say.ts'
import { listed } from '#shared/domain/listed.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import {
  CONFIDENCES,
  type Confidence,
  type HistoryFacts,
  type VarEstimate,
  type VarReport,
} from '#shared/risk/statistics-report.ts'
import { dayText, rateText, roundText, shockText } from '../../kit/chart/number-text.ts'
import { formatPercent, UNKNOWN } from '../../kit/format.ts'
import type { Fact, FactNote } from '../FactStrip.vue'
import type { MethodId } from '../how/methods.ts'

/** Above this share of gross exposure stood in for, or left out, a banner says so. */
const MUCH = 0.2

/** "95 %". */
export function levelText(confidence: Confidence): string {
  return formatPercent(confidence, { places: 0 })
}

/** Of what shares are: equity in the reporting coin, null when not known, and whether much of the account is in no figure. */
export interface Basis {
  readonly equity: number | null
  readonly isPartial: boolean
}

/** Historical VaR and ES at every confidence, then the worst day. */
export function varFacts(report: VarReport, coin: string, basis: Basis): readonly Fact[] {
  const estimates = CONFIDENCES.flatMap((confidence) => {
    const found = report.estimates.find((each) => each.method === 'historical' && each.confidence === confidence)
    return found === undefined ? [] : estimateFacts(found, coin, basis)
  })
  const { worst } = report
  return [
    ...estimates,
    {
      label: 'Worst day',
      method: 'worstDay',
      text: worst === null ? UNKNOWN : roundText(worst.pnl, { sign: 'always' }),
      unit: coin,
      notes: worst === null ? [{ text: 'no days' }] : [...shareOf(worst.pnl, basis), { text: dayText(worst.day) }],
    },
  ]
}

function estimateFacts(estimate: VarEstimate, coin: string, basis: Basis): readonly Fact[] {
  const level = levelText(estimate.confidence)
  const fact = (label: string, method: MethodId, { value, reason }: Figure, more: readonly FactNote[]): Fact => ({
    label: `${label} ${level}, 1 day`,
    method,
    text: value === null ? UNKNOWN : roundText(value),
    unit: coin,
    notes: value === null ? [{ text: say(reason) }] : [...shareOf(value, basis), ...more],
  })
  const interval = estimate.var.value === null ? '' : intervalText(estimate.interval)
  return [
    fact('VaR', 'historicalVar', estimate.var, interval === '' ? [] : [{ text: interval, method: 'varInterval' }]),
    fact('ES', 'historicalEs', estimate.es, estimate.note === null ? [] : [{ text: say(estimate.note) }]),
  ]
}

/** With the sign of the figure itself: a VaR that is a gain is no loss. */
function shareOf(value: number, { equity, isPartial }: Basis): readonly FactNote[] {
  if (equity === null || equity <= 0) return []
  return [{ text: `${rateText(value / equity)} of equity${isPartial ? ', covered part only' : ''}` }]
}

/** "3,064 to 4,469"; with an end that so few days do not reach "≥ 4,469, upper bound unknown". */
export function intervalText(interval: VarEstimate['interval']): string {
  if (interval === null) return ''
  const { low, high } = interval
  if (low === null && high === null) return 'bounds unknown'
  if (high === null) return `≥ ${roundText(low ?? 0)}, upper bound unknown`
  return low === null ? `≤ ${roundText(high)}, lower bound unknown` : `${roundText(low)} to ${roundText(high)}`
}

/** Share of gross exposure stood in for, in words; null while it is too little for a banner. */
export function proxyWords({ share, proxies }: HistoryFacts): string | null {
  const { value } = share.proxied
  if (value === null || value <= MUCH) return null
  return `${rateText(value)} of gross exposure has days that are stood in for by betas (${proxies.map(({ asset }) => asset).join(', ')}): VaR leans on an assumption.`
}

/** What is not, or not all, in VaR: by share where that is much, name, size and why; null with nothing left out. */
export function uncoveredWords({ uncovered, share }: HistoryFacts, coin: string): string | null {
  if (uncovered.length === 0) return null
  const names = uncovered.map(({ asset, value, reason }) => {
    const size = value === null ? '' : ` (${roundText(value, { sign: 'always' })} ${coin})`
    return `${asset}${size}: ${say(reason)}`
  })
  const { value } = share.uncovered
  const left = value !== null && value > MUCH ? `${rateText(value)} of gross exposure is not in VaR. ` : ''
  return `${left}Not, or not all, in VaR: ${names.join(' ')}`
}

/** Whether much of the account is left out, or may be: a position that can not be valued has no share. */
export function isMuchUncovered({ uncovered, share }: HistoryFacts): boolean {
  return uncovered.length > 0 && (share.uncovered.value === null || share.uncovered.value > MUCH)
}

/** More days than this are counted, not listed. */
const SUSPECTS_LISTED = 3

/** Days on which a price moved as no market moves; null with none. */
export function suspectWords({ suspects }: Pick<HistoryFacts, 'suspects'>): string | null {
  if (suspects.length === 0) return null
  const days = suspects.map(({ asset, day, move }) => `${asset} ${shockText(move)} on ${dayText(day)}`)
  return `A new denomination, or a delisting? ${listed(days, SUSPECTS_LISTED)}: taken as a market move.`
}

/** That VaR takes a coin and its contracts to move alike; null where it matters to nothing held. */
export function basisWords({ basisUnseen }: Pick<HistoryFacts, 'basisUnseen'>): string | null {
  if (basisUnseen.length === 0) return null
  return `VaR does not see the basis of ${listed(basisUnseen, BASIS_LISTED)}: Spot and contracts of a coin have one price in it.`
}

const BASIS_LISTED = 4

/** What is stood in for and how, in words; null with nothing. */
export function smallProxyWords(history: HistoryFacts): string | null {
  const { proxies, share, scenarios } = history
  if (proxies.length === 0) return null
  const names = proxies.map(({ asset, filled }) => `${asset} ${filled} of ${scenarios} days`)
  return `Stood in for by beta: ${names.join(', ')} (${rateText(share.proxied.value)} of gross exposure).`
}
