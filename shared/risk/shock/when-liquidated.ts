import { isCounted, type CountedUnit, type ShockAccount } from './shock-account.ts'

/**
 * What a liquidated unit leaves, with `now` what it had before prices moved and `worth` what it would have after, both
 * at the price of its coin after: nothing; but one that had nothing or owed already goes on owing, and no move that
 * follows makes it better. Reporting coin.
 */
export function leftWhenLiquidated(now: number, worth: number): number {
  return now > 0 ? 0 : Math.min(now, worth)
}

/**
 * What units have that are in liquidation already; reporting coin. It counts as lost before prices move as well as after:
 * profit and loss with liquidations starts from total equity without it.
 */
export function takenAlready({ units }: Pick<ShockAccount, 'units'>): number {
  const taken = units.filter(isCounted).filter(({ state, equity }) => state === 'inLiquidation' && equity.now > 0)
  return taken.reduce((sum, { equity, rate }) => sum + equity.now * rate, 0)
}

/**
 * What a unit would be worth after a move, were it not liquidated, less what it leaves; reporting coin. `equity`: what
 * it would have, in its margin coin; `coinWorth`: worth of that coin after / before.
 */
export function lostWhenLiquidated({ equity: { now }, rate }: CountedUnit, equity: number, coinWorth: number): number {
  const perCoin = rate * coinWorth
  return equity * perCoin - leftWhenLiquidated(now * perCoin, equity * perCoin)
}
