/** Totals over several accounts. Pure. */
import { decimal, sum, toText, ZERO, type Decimal } from '../domain/decimal.ts'
import { ageAt, worst, type AgeView } from './freshness.ts'
import { figureAge, isWaitingForTotals } from './figure-age.ts'
import type { AllAccounts, Snapshot, Parts } from './snapshot.ts'

/** How many coins are named; the others are counted. */
const MOST_COINS = 6

type Of = Pick<Snapshot, 'account' | 'mono' | 'parts'>

/** Sums over the accounts with known totals, and the names of the others; null: no total is known. */
export function allAccounts(snapshots: readonly Of[]): AllAccounts | null {
  const whole = snapshots.filter(({ parts }) => !isWaitingForTotals(parts))
  const known = whole.filter(({ parts }) => isIn(whole[0]?.parts.risk.data ?? null, parts.risk.data))
  const reports = known.flatMap(({ parts: { risk } }) => (risk.data === null ? [] : [risk.data]))
  const [first] = reports
  if (first === undefined) return null
  const byCoin = new Map<string, Decimal>()
  for (const { exposure } of reports)
    for (const { asset, value } of exposure.assets)
      if (value !== null) byCoin.set(asset, (byCoin.get(asset) ?? ZERO).plus(value))
  const coins = [...byCoin].sort(([, a], [, b]) => b.abs().cmp(a.abs()))
  const ages = known.map(ageOfTotals)
  return {
    coin: first.reportingCoin,
    counted: known.length,
    missing: snapshots.filter((each) => !known.includes(each)).map(nameOf),
    partial: known.filter(leavesOut).map(nameOf),
    equity: toText(sum(reports.map(({ equity }) => decimal(equity.total)))),
    net: toText(sum(coins.map(([, value]) => value))),
    gross: toText(sum(coins.map(([, value]) => value.abs()))),
    coins: coins.slice(0, MOST_COINS).map(([asset, value]) => ({ asset, value: toText(value) })),
    moreCoins: Math.max(0, coins.length - MOST_COINS),
    age: { ageMs: Math.max(...ages.map(({ ageMs }) => ageMs ?? 0)), state: worst(ages.map(({ state }) => state)) },
  }
}

/** Whether totals are in the same coin: for a moment after it was changed, those of some accounts are not. */
function isIn(coin: Parts['risk']['data'], other: Parts['risk']['data']): boolean {
  return coin?.reportingCoin === other?.reportingCoin && coin?.fixedRate === other?.fixedRate
}

const nameOf = ({ account }: Of): string => account?.name ?? ''

function ageOfTotals({ parts, mono }: Of): AgeView {
  return figureAge(parts, 'equity', (reading) => ageAt(reading, mono))
}

/** Whether a holding is in no total because it has no price or was not read. */
function leavesOut({ parts: { risk } }: Of): boolean {
  const { data } = risk
  if (data === null) return false
  const isUnpriced = data.equity.unpriced.length > 0 || data.exposure.assets.some(({ value }) => value === null)
  return isUnpriced || data.incomplete.length > 0
}
