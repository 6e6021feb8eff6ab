/**
 * Coins that count as cash: US dollars, and tokens pegged to one dollar. They have beta 0 and no returns. Otherwise
 * they would move with the market like any other coin, and would seem to hedge whatever is margined or quoted in them.
 * They are still valued at their own price, and they move if a scenario names them. Tokens that lost their peg for good
 * are not in the list. When a coin is sold, the first of these coins with a pair is used.
 */
export const CASH_ASSETS: readonly string[] = [
  ...['USDT', 'USDC', 'FDUSD', 'TUSD', 'DAI', 'USDS', 'USDE', 'USD1', 'PYUSD', 'RLUSD', 'USDP', 'USDD', 'BUSD', 'GUSD'],
  'USD',
]

/**
 * The coin that most markets are quoted in. Price histories, limits and fixed rates are in it, in whatever coin totals
 * are shown, and prices in any other coin are found through it.
 */
export const MARKET_COIN = 'USDT'
