/** The figures at the head of the VaR tab: VaR never without ES and the worst day of the same sample. Pure. */
import { inARow, listed, message } from '#shared/words/message.ts'
import type { Figure } from '#shared/risk/number/figure.ts'
import {
  type Backtest,
  CONFIDENCES,
  type HistoryFacts,
  type VarEstimate,
  type VarReport,
} from '#shared/risk/statistics-report.ts'
import { dayText, levelText, rateText, roundText, shockText } from '../../kit/chart/number-text.ts'
import { UNKNOWN } from '../../kit/format.ts'
import { say, sayAll, t } from '../../kit/say.ts'
import type { Fact } from '../FactStrip.vue'
import { isRejected } from './backtest-rows.ts'

/** A banner appears if more than this share of gross exposure is proxied or left out. */
const MUCH = 0.2

/**
 * The base of shares: equity in the reporting coin, null when not known; and whether much of the account is left out.
 */
interface Basis {
  readonly equity: number | null
  readonly isPartial: boolean
}

/** Historical VaR and ES at every confidence, then the worst day. */
export function varFacts(report: VarReport, coin: string, basis: Basis): readonly Fact[] {
  const estimates = CONFIDENCES.flatMap((confidence) => {
    const found = report.estimates.find((each) => each.method === 'historical' && each.confidence === confidence)
    const test = report.backtests.find((each) => each.method === 'historical' && each.confidence === confidence)
    return found === undefined ? [] : estimateFacts(found, coin, basis, test)
  })
  const { worst } = report
  return [
    ...estimates,
    {
      label: t('how.worstDay.title'),
      method: 'worstDay',
      text: worst === null ? UNKNOWN : roundText(worst.pnl, { sign: 'always' }),
      unit: coin,
      notes:
        worst === null ? [{ text: t('risk.noDays') }] : [...shareOf(worst.pnl, basis), { text: dayText(worst.day) }],
    },
  ]
}

function estimateFacts(estimate: VarEstimate, coin: string, basis: Basis, test?: Backtest): readonly Fact[] {
  const level = levelText(estimate.confidence)
  const fact = (kind: 'var' | 'es', { value, reason }: Figure, more: Fact['notes']): Fact => ({
    label: t(`var.oneDay.${kind}`, { level }),
    method: kind === 'var' ? 'historicalVar' : 'historicalEs',
    text: value === null ? UNKNOWN : roundText(value),
    unit: coin,
    notes: value === null ? [{ text: say(reason) }] : [...shareOf(value, basis), ...more],
  })
  const { interval, note } = estimate
  const doubt = test !== undefined && isRejected(test) ? [{ text: failsText(test), tone: 'amber' as const }] : []
  const within = interval === null ? [] : [{ text: intervalText(interval), method: 'varInterval' as const }]
  return [
    fact('var', estimate.var, [...within, ...doubt]),
    fact('es', estimate.es, note === null ? [] : [{ text: say(note) }]),
  ]
}

function failsText({ exceptions, days }: Backtest): string {
  return t('var.failsBacktest', { exceptions: exceptions.length, count: days })
}

/** The share keeps the sign of the figure: a VaR that is a gain is not shown as a loss. */
function shareOf(value: number, { equity, isPartial }: Basis): Fact['notes'] {
  if (equity === null || equity <= 0) return []
  return [{ text: t(isPartial ? 'var.ofEquityCovered' : 'var.ofEquity', { share: rateText(value / equity) }) }]
}

/** "3,064 to 4,469"; "≥ 4,469, upper bound unknown" with too few days for that end. */
export function intervalText({ low, high }: NonNullable<VarEstimate['interval']>): string {
  if (low === null && high === null) return t('var.interval.unknown')
  if (high === null) return t('var.interval.low', { low: roundText(low ?? 0) })
  if (low === null) return t('var.interval.high', { high: roundText(high) })
  return t('var.interval.both', { low: roundText(low), high: roundText(high) })
}

/** The share of gross exposure that is proxied, in words; null while it is too little for a banner. */
export function proxyWords({ share, proxies }: HistoryFacts): string | null {
  const { value } = share.proxied
  if (value === null || value <= MUCH) return null
  return t('var.muchProxied', { share: rateText(value), names: proxies.map(({ asset }) => asset) })
}

/** What VaR leaves out, whole or in part: name, size and reason, and its share where that is much. null: nothing. */
export function uncoveredWords({ uncovered, share }: HistoryFacts, coin: string): string | null {
  if (uncovered.length === 0) return null
  const assets = uncovered.map(({ asset, value, reason: why }) =>
    value === null
      ? message('var.uncoveredAsset', { asset, why })
      : message('var.uncoveredSize', { asset, size: roundText(value, { sign: 'always' }), coin, why }),
  )
  const { value } = share.uncovered
  const much = value !== null && value > MUCH ? [message('var.muchUncovered', { share: rateText(value) })] : []
  return sayAll(...much, message('var.uncovered', { assets: inARow(assets) }))
}

/** Whether much of the account is left out. A position that cannot be valued has no share: it may be much. */
export function isMuchUncovered({ uncovered, share }: HistoryFacts): boolean {
  return uncovered.length > 0 && (share.uncovered.value === null || share.uncovered.value > MUCH)
}

/** The most days listed; more are counted. */
const SUSPECTS_LISTED = 3

/** Days on which a price moved as no market moves; null with none. */
export function suspectWords({ suspects }: Pick<HistoryFacts, 'suspects'>): string | null {
  if (suspects.length === 0) return null
  const days = suspects.map(({ asset, day, move }) =>
    message('var.suspectDay', { asset, move: shockText(move), day: dayText(day) }),
  )
  return t('var.suspects', { days: listed(days, SUSPECTS_LISTED) })
}

/** Says that VaR uses one price for a coin and its contracts; null if no holding depends on it. */
export function basisWords({ basisUnseen }: Pick<HistoryFacts, 'basisUnseen'>): string | null {
  if (basisUnseen.length === 0) return null
  return t('var.basisUnseen', { names: listed(basisUnseen, BASIS_LISTED) })
}

const BASIS_LISTED = 4

/** What is proxied and how, in words; null: nothing. */
export function smallProxyWords(history: HistoryFacts): string | null {
  const { proxies, share, scenarios } = history
  if (proxies.length === 0) return null
  const names = proxies.map(({ asset, filled }) => message('var.proxiedDays', { asset, filled, scenarios }))
  return t('var.proxied', { names, share: rateText(share.proxied.value) })
}
