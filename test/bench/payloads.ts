/**
 * Replies as venues of the family send them: 19-digit ids, 16 decimals, 34 fields per position. Each exists in eight
 * readings, with marks, profits and rates that differ as from poll to poll, so that remembering the last reading gains
 * nothing.
 */
import { seededRandom } from '../../electron/simulator/exchange/market/random.ts'
import type { Random } from '../../electron/simulator/exchange/market/random.ts'

export const VARIANTS = 8

export const PAYLOADS = {
  'account 10': (variant: number) => account(10, variant),
  'account 100': (variant: number) => account(100, variant),
  'account 1000': (variant: number) => account(1000, variant),
  'orders 100': (variant: number) => orders(100, variant),
  'orders 1000': (variant: number) => orders(1000, variant),
  'balances 500': (variant: number) => balances(500, variant),
} satisfies Record<string, (variant: number) => string>

export type PayloadName = keyof typeof PAYLOADS
export const PAYLOAD_NAMES = Object.keys(PAYLOADS) as PayloadName[]

function account(positions: number, variant: number): string {
  const [same, news] = [digitsOf(1), digitsOf(1000 + variant)]
  const contracts = Array.from({ length: positions / 2 }, (_, index) => {
    const held = [position(same, news, 'BUY'), position(same, news, 'SELL')].join(',')
    return `{"contractId":${index},"contractName":"E-C${index}-USDT","contractSymbol":"C${index}-USDT","positions":[${held}]}`
  })
  const coin = [
    `"marginCoin":"USDT","coinPrecious":4,"accountNormal":${news.amount(5)},"accountLock":${same.amount(3)}`,
    `"partPositionNormal":0,"totalPositionNormal":${same.amount(4)},"achievedAmount":${same.amount(2)}`,
    `"unrealizedAmount":${news.amount(3)},"totalMarginRate":${news.rate()},"totalEquity":${news.amount(5)},"partEquity":0`,
    `"totalCost":0,"sumMarginRate":${news.rate()},"positionVos":[${contracts.join(',')}]`,
  ]
  return `{"code":"0","msg":"Success","data":{"account":[{${coin.join(',')}}]}}`
}

function position(same: Digits, news: Digits, side: string): string {
  const fields = [
    `"id":${same.id()},"uid":${same.id()},"positionType":1,"side":"${side}","volume":${same.amount(3, 1)}`,
    `"openPrice":${same.amount(4)},"avgPrice":${same.amount(4)},"closePrice":${same.amount(4)},"leverageLevel":20`,
    `"holdAmount":${same.amount(3)},"closeVolume":${same.amount(2, 1)},"pendingCloseVolume":0`,
    `"realizedAmount":${same.amount(2)},"historyRealizedAmount":${same.amount(2)},"tradeFee":-${same.amount(1)}`,
    `"capitalFee":${same.amount(1)},"closeProfit":0,"shareAmount":0,"freezeLock":0,"status":1`,
    `"ctime":"2025-12-31T08:00:00","mtime":"2025-12-31T09:00:00","brokerId":1023,"lockTime":null`,
    `"marginRate":${news.rate()},"reducePrice":${news.amount(4)},"returnRate":${news.rate()}`,
    `"unRealizedAmount":${news.amount(3)},"openRealizedAmount":${news.amount(3)},"positionBalance":${news.amount(4)}`,
    `"settleProfit":0,"indexPrice":${news.amount(4)},"keepRate":0.005,"maxFeeRate":0.00075`,
  ]
  return `{${fields.join(',')}}`
}

function orders(count: number, variant: number): string {
  const [same, news] = [digitsOf(2), digitsOf(2000 + variant)]
  const rows = Array.from({ length: count }, (_, index) => {
    const fields = [
      `"orderId":${same.id()},"clientOrderId":"pm-${index}","price":${same.amount(4, 8)},"origQty":${same.amount(3, 4)}`,
      `"origAmount":${same.amount(3, 4)},"executedQty":${news.amount(2, 4)},"avgPrice":${news.amount(4, 8)}`,
      `"status":"${index % 2 ? 'PART_FILLED' : 'INIT'}","type":"LIMIT","side":"${index % 3 ? 'BUY' : 'SELL'}"`,
      `"action":"OPEN","transactTime":${1_767_225_603_000 + index}`,
    ]
    return `{${fields.join(',')}}`
  })
  return `{"code":"0","msg":"Success","data":[${rows.join(',')}]}`
}

function balances(count: number, variant: number): string {
  const news = digitsOf(3000 + variant)
  const rows = Array.from(
    { length: count },
    (_, index) => `{"asset":"C${index}","free":"${news.amount(4, 8)}","locked":"${news.amount(2, 8)}"}`,
  )
  return `{"makerCommission":10,"takerCommission":10,"updateTime":1767225603000,"balances":[${rows.join(',')}]}`
}

type Digits = ReturnType<typeof digitsOf>

/** Seeded numbers as text, without trailing zeros. */
function digitsOf(seed: number) {
  const random = seededRandom(seed)
  const some = (count: number): string => Array.from({ length: count }, () => digit(random, 0)).join('')
  return {
    id: () => `1${some(18)}`,
    amount: (whole: number, places = 16) =>
      `${digit(random, 1)}${some(whole - 1)}.${some(places - 1)}${digit(random, 1)}`,
    rate: () => `0.0${some(14)}${digit(random, 1)}`,
  }
}

function digit(random: Random, from: 0 | 1): number {
  return from + Math.floor(random.next() * (10 - from))
}
