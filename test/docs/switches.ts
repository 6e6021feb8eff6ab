/** Which switches of a dialect change how an endpoint is spoken: found out by speaking it both ways. */
import type { EndpointName, Params } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { ENDPOINTS, encodeRequest } from '#electron/venue/endpoints/table.ts'
import { canonicalText } from '#electron/venue/client/sign.ts'
import { decimal } from '#test/support/amounts.ts'

/** The other ways of each switch. `null`: it is about every call alike, or about what is asked for, and says nothing of one of them. */
const OTHERS: { readonly [K in keyof Dialect]: readonly Dialect[K][] | null } = {
  // Another interface is another table.
  api: null,
  signGetQuery: [false],
  spotVersion: ['v2'],
  paths: null,
  limits: null,
  weightPerMinute: null,
  numericEncoding: [{ spot: 'number', contract: 'string' }],
  batchIds: ['string'],
  triggerType: ['text', 'label'],
  conditionPriceRequired: [true],
  marketOpen: ['contracts', 'orderUnit'],
  marketClose: null,
  openOrders: null,
  openOrdersLimit: [100],
  depthLimit: [{ spot: 5, contract: 5 }],
  symbolCase: ['upper', 'lower'],
  intervals: [{ spot: { '60min': '1h' }, contract: { '60min': '1h' } }],
  clockLeadMs: null,
  headers: null,
}

const SYMBOL = { symbol: 'BtcUsdt' }
const CONTRACT = { contract: 'E-BTC-USDT' }
const ONE = decimal(1)
const SPOT_ORDER = { ...SYMBOL, side: 'buy', type: 'limit', quantity: ONE, price: ONE, clientOrderId: 'a' } as const
const TERMS = { ...CONTRACT, side: 'buy', action: 'open', marginMode: 'cross', volume: ONE } as const
const TRIGGER = { trigger: 'rise', triggerPrice: ONE } as const

/** Calls that between them use every parameter of an endpoint. */
const SAMPLES: { readonly [E in EndpointName]: readonly Params<E>[] } = {
  'spot.ping': [{}],
  'spot.time': [{}],
  'spot.pairs': [{}],
  'spot.depth': [{ ...SYMBOL, limit: 100 }],
  'spot.ticker': [SYMBOL],
  'spot.trades': [SYMBOL],
  'spot.klines': [{ ...SYMBOL, interval: '60min' }],
  'spot.placeOrder': [SPOT_ORDER],
  'spot.testOrder': [SPOT_ORDER],
  'spot.batchOrders': [{ ...SYMBOL, orders: [{ side: 'buy', type: 'market', amount: ONE }] }],
  'spot.order': [{ ...SYMBOL, orderId: '1' }],
  'spot.cancelOrder': [{ ...SYMBOL, orderId: '1' }],
  'spot.batchCancel': [{ ...SYMBOL, orderIds: ['1'] }],
  'spot.openOrders': [SYMBOL],
  'spot.myTrades': [{ ...SYMBOL, fromId: '1' }],
  'spot.account': [{}],
  'contract.ping': [{}],
  'contract.time': [{}],
  'contract.contracts': [{}],
  'contract.depth': [{ ...CONTRACT, limit: 100 }],
  'contract.ticker': [CONTRACT],
  'contract.index': [CONTRACT],
  'contract.klines': [{ ...CONTRACT, interval: '60min' }],
  'contract.placeOrder': [
    { ...TERMS, type: 'limit', price: ONE, clientOrderId: 'a' },
    { ...TERMS, type: 'market', clientOrderId: 'a' },
  ],
  'contract.conditionOrder': [
    { ...TERMS, ...TRIGGER, type: 'limit', price: ONE },
    { ...TERMS, ...TRIGGER, type: 'market' },
    { ...TERMS, ...TRIGGER, type: 'market', action: 'close' },
  ],
  'contract.cancelOrder': [{ ...CONTRACT, orderId: '1' }],
  'contract.order': [{ ...CONTRACT, orderId: '1' }],
  'contract.openOrders': [CONTRACT],
  'contract.orderHistory': [{ ...CONTRACT, fromId: '1' }],
  'contract.profitHistory': [{ ...CONTRACT, fromId: '1' }],
  'contract.myTrades': [{ ...CONTRACT, fromId: '1' }],
  'contract.account': [{}],
}

/** The switches that change a call of `name`, in the dialect's order. */
export function switchesOf(name: EndpointName): (keyof Dialect)[] {
  const usual = spoken(name, DEFAULT_DIALECT)
  const names = Object.keys(OTHERS) as (keyof Dialect)[]
  return names.filter((key) =>
    OTHERS[key]?.some((other) => spoken(name, { ...DEFAULT_DIALECT, [key]: other }) !== usual),
  )
}

/** All of what goes out for the samples of an endpoint, and what of it is signed. */
function spoken(name: EndpointName, dialect: Dialect): string {
  const samples: readonly Params<EndpointName>[] = SAMPLES[name]
  const requests = samples.map((params) => {
    const encoded = encodeRequest(name, params, dialect)
    if (!encoded.ok || ENDPOINTS[name].security === 'NONE') return encoded
    return [encoded.value, canonicalText({ timestamp: 0, ...encoded.value }, dialect.signGetQuery)]
  })
  return JSON.stringify(requests)
}
