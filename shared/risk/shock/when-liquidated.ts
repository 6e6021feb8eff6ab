import { isCounted, type CountedUnit, type ShockAccount } from './shock-account.ts'

/**
 * What a liquidated unit leaves: 0; or its debt, if it had no equity before, and no later move reduces that debt.
 * `now`: its equity before prices moved; `worth`: its equity after. Both are at the price of its coin after the move,
 * in the reporting coin.
 */
export function leftWhenLiquidated(now: number, worth: number): number {
  return now > 0 ? 0 : Math.min(now, worth)
}

/**
 * Equity of units that are already in liquidation, reporting coin. It counts as lost before prices move, so profit and
 * loss with liquidations starts from total equity without it.
 */
export function takenAlready({ units }: Pick<ShockAccount, 'units'>): number {
  const taken = units.filter(isCounted).filter(({ state, equity }) => state === 'inLiquidation' && equity.now > 0)
  return taken.reduce((sum, { equity, rate }) => sum + equity.now * rate, 0)
}

/**
 * The loss by liquidation, reporting coin: the value that a unit would have after a move if it survived, less what it
 * leaves. `equity`: its equity if it survived, in its margin coin; `coinWorth`: value of that coin after / before.
 */
export function lostWhenLiquidated({ equity: { now }, rate }: CountedUnit, equity: number, coinWorth: number): number {
  const perCoin = rate * coinWorth
  return equity * perCoin - leftWhenLiquidated(now * perCoin, equity * perCoin)
}
