import { message } from '../../words/message.ts'
import { compare } from '../../domain/compare.ts'
import { shockedMarginRate } from '../account/margin-rate.ts'
import { figure, none, type Figure } from '../number/figure.ts'
import { marketMove, usableFactor, type FactorOf } from '../shock/market-sum.ts'
import { isCounted, worthFactor, type ShockAccount } from '../shock/shock-account.ts'
import { lostWhenLiquidated, takenAlready } from '../shock/when-liquidated.ts'
import { accountUnder, isLiquidated } from './account-under.ts'
import { fundingAgainst, type FundingPaid } from './funding-against.ts'
import type { AssetPnl, Moves, Scenario, ScenarioResult, ScenarioUnit } from './scenario-report.ts'

/**
 * The account under a scenario. A unit is liquidated when its equity does not exceed its requirement now, at the low or
 * at the close (prices go straight between those, so the worst is at an end). Survivors are valued at the close,
 * liquidated units at 0 (a cross account keeps its order margin) or at their earlier debt: the careful, simple model;
 * venues may return a remainder. A unit in liquidation now is worth 0 before and after, as in VaR. Funding is paid before
 * prices move.
 */
export function runScenario(account: ShockAccount, scenario: Scenario): ScenarioResult {
  const closeOf = factorsOf(scenario.close, account.cashAssets)
  const atLow = accountUnder(account, scenario.low).units
  const atClose = accountUnder(account, scenario.close).units
  const { byUnit, payments } = fundingAgainst(account, scenario.funding)
  const paid = (index: number): number => byUnit[index] ?? 0
  let pnl = 0
  eachPnl(account, scenario, payments, (_, own) => (pnl += own))
  const isGone = (index: number): boolean =>
    isLiquidated(atLow, index, paid(index)) || isLiquidated(atClose, index, paid(index))
  const equityAt = (index: number): number => (atClose.equity[index] as number) - paid(index)
  const worth = worthFactor(account, closeOf)
  const lost = account.units.reduce((sum, unit, index) => {
    if (!isGone(index) || !isCounted(unit)) return sum
    return sum + lostWhenLiquidated(unit, equityAt(index), worth(unit.marginCoin))
  }, 0)
  const before = account.equity - takenAlready(account)
  const withLiquidation = account.equity + pnl - lost
  const whole = (value: number): Figure =>
    account.notCounted.length > 0 ? none(message('figure.notInIt', { names: account.notCounted })) : figure(value)
  const known = (value: number): Figure =>
    account.notModelled.length > 0 && account.notCounted.length === 0
      ? none(message('figure.scenarioUnknown'))
      : whole(value)
  return {
    equityBefore: before,
    pnl: whole(pnl),
    pnlWithLiquidation: known(withLiquidation - before),
    equityAfter: known(withLiquidation),
    units: account.units.flatMap(({ id, state, equity, value }, index): ScenarioUnit[] => {
      if (state === 'noPosition') return []
      const rateAfter = isGone(index) ? null : shockedMarginRate(equityAt(index), atClose.value[index])
      return [{ id, rateBefore: shockedMarginRate(equity?.now, value?.now), rateAfter, isLiquidated: isGone(index) }]
    }),
    unpriced: account.unpriced,
  }
}

/** Price factors of moves, positive and finite: named assets move as named, other cash stays, the rest as `others`. */
export function factorsOf({ named, others }: Moves, cashAssets: ReadonlySet<string>): FactorOf {
  const moveOf = (asset: string): number =>
    Object.hasOwn(named, asset) ? (named[asset] ?? 0) : cashAssets.has(asset) ? 0 : others
  return (asset) => usableFactor(1 + moveOf(asset))
}

/** What each asset adds to `pnl`, the largest first; reporting coin. */
export function pnlByAsset(account: ShockAccount, scenario: Scenario): readonly AssetPnl[] {
  const factorOf = factorsOf(scenario.close, account.cashAssets)
  const { payments } = fundingAgainst(account, scenario.funding)
  const pnl = new Map<string, number>()
  eachPnl(account, scenario, payments, (asset, own) => pnl.set(asset, (pnl.get(asset) ?? 0) + own))
  return [...pnl]
    .map(([asset, own]) => ({ asset, move: factorOf(asset) - 1, pnl: own }))
    .sort((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl) || compare(a.asset, b.asset))
}

/** The profit of what is held and of contracts, less the funding of these, each with its asset; reporting coin. */
function eachPnl(
  account: ShockAccount,
  { close }: Scenario,
  payments: FundingPaid['payments'],
  add: (asset: string, pnl: number) => void,
): void {
  const factorOf = factorsOf(close, account.cashAssets)
  const worth = worthFactor(account, factorOf)
  for (const [asset, value] of account.standing) add(asset, value * (worth(asset) - 1))
  for (const gain of account.gains) {
    add(gain.base, gain.coefficient * marketMove(gain, factorOf, close.basis) * worth(gain.paidIn))
  }
  for (const { base, paidIn, value } of payments) add(base, -value * worth(paidIn))
}
