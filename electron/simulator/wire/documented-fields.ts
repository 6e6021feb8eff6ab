/** The fields listed in the interface document, by endpoint, including those of nested rows. */

const SPOT_ORDER = 'orderId clientOrderId symbol price origQty executedQty avgPrice type side status'
const CONTRACT_ORDER = 'orderId contractName price origQty executedQty avgPrice side status action transactTime'

const DOCUMENTED: Readonly<Record<string, string>> = {
  'spot.symbols': 'symbol baseAsset quoteAsset pricePrecision quantityPrecision',
  'spot.depth': 'time bids asks',
  'spot.ticker': 'time high low last vol',
  'spot.trades': 'price time qty side',
  'spot.klines': 'idx open close high low vol',
  'spot.newOrder': 'orderId clientOrderId symbol transactTime price origQty executedQty type side status',
  'spot.order': SPOT_ORDER,
  'spot.openOrders': SPOT_ORDER,
  'spot.cancel': 'orderId clientOrderId symbol status',
  'spot.myTrades': 'symbol id bidId askId price qty time isBuyer isMaker feeCoin fee',
  'spot.account': 'balances asset free locked',
  'contract.contracts':
    'symbol status type side multiply multiplier multiplierCoin pricePrecision minOrderVolume minOrderMoney ' +
    'maxMarketVolume maxMarketMoney maxLimitVolume maxValidOrder',
  'contract.depth': 'time bids asks',
  'contract.ticker': 'time high low last theft vol rose',
  'contract.index': 'indexPrice markPrice tagPrice contractName lastFundingRate currentFundRate',
  'contract.klines': 'idx open close high low vol',
  'contract.newOrder': 'orderId',
  'contract.order': CONTRACT_ORDER,
  'contract.openOrders': `${CONTRACT_ORDER} type`,
  'contract.myTrades':
    'symbol tradeId bidId askId bidUserId askUserId price qty amount time fee side contractName isMaker isBuyer',
  'contract.account':
    'account marginCoin accountNormal accountLock partPositionNormal totalPositionNormal achievedAmount unrealizedAmount ' +
    'totalMarginRate totalEquity partEquity totalCost sumMarginRate positionVos contractId contractName contractSymbol ' +
    'positions id uid positionType side volume openPrice avgPrice closePrice leverageLevel holdAmount closeVolume ' +
    'pendingCloseVolume realizedAmount historyRealizedAmount tradeFee capitalFee closeProfit shareAmount freezeLock status ' +
    'ctime mtime brokerId lockTime marginRate reducePrice returnRate unRealizedAmount openRealizedAmount positionBalance ' +
    'indexPrice keepRate maxFeeRate',
}

const KEYS = new Map(Object.entries(DOCUMENTED).map(([name, fields]) => [name, new Set(fields.split(' '))]))

/** Whether the document lists a field of an endpoint's body; null: it lists none for that endpoint. */
export function isDocumented(name: string): ((key: string) => boolean) | null {
  const keys = KEYS.get(name)
  return keys ? (key) => keys.has(key) : null
}
