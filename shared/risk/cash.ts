/**
 * Coins that count as cash: US dollars, and tokens that are meant to be worth one each. They have beta 0 and no
 * returns: with a market that moves they would rise and fall like any other coin, and what is margined or quoted in one
 * would seem to be hedged by it. Their own price still values them, and they move where a scenario names them. What has
 * lost its peg for good is not in it. The first that a coin is sold for comes first.
 */
export const CASH_ASSETS: readonly string[] = [
  ...['USDT', 'USDC', 'FDUSD', 'TUSD', 'DAI', 'USDS', 'USDE', 'USD1', 'PYUSD', 'RLUSD', 'USDP', 'USDD', 'BUSD', 'GUSD'],
  'USD',
]
