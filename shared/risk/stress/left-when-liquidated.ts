/**
 * What a liquidated unit leaves, with `now` what it had before prices moved and `worth` what it would have after, both at the
 * price of its coin after: nothing; but one that had nothing or owed already goes on owing, and no move that follows makes it
 * better. Reporting coin.
 */
export function leftWhenLiquidated(now: number, worth: number): number {
  return now > 0 ? 0 : Math.min(now, worth)
}
