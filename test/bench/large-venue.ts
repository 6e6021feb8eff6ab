/** A venue in this process, in memory, that answers at once: a thousand positions on fifty coins. */
import { performance } from 'node:perf_hooks'
import { seededRandom } from '../../electron/simulator/exchange/market/random.ts'
import type { EndpointName, VenueClient } from '../../electron/venue/port.ts'
import { BAR_MS } from '../../shared/domain/bar.ts'
import type { BarInterval } from '../../shared/domain/bar.ts'
import { decimal } from '../../shared/domain/decimal.ts'
import { AREAS } from '../../shared/domain/instrument.ts'
import { ok } from '../../shared/domain/result.ts'
import { ONE_BY_ONE } from '../support/one-by-one.ts'
import { balance, contract, marginAccount, order, pair, position } from '../support/portfolio-fixtures.ts'

export const POSITIONS = 1_000
export const ASSETS = 50

interface Ask {
  readonly symbol?: string
  readonly contract?: string
  readonly interval?: BarInterval
  readonly limit?: number
}

interface Account {
  /** Absent: `POSITIONS`. */
  readonly positions?: number | undefined
  /** Held coins without a contract. */
  readonly coins: number
  /** One open order on each contract. */
  readonly hasOrders: boolean
  /** Every mark changes at each read. */
  readonly moves: boolean
}

const PRICE = decimal(100)
const prices = { last: PRICE, bid: PRICE, ask: PRICE, mark: PRICE, index: PRICE, fundingRate: decimal('0.0001') }

export function largeVenue(
  { positions: count = POSITIONS, coins: more, hasOrders, moves }: Account = {
    coins: 0,
    hasOrders: false,
    moves: false,
  },
) {
  const random = seededRandom(7)
  const coins = ['BTC', ...Array.from({ length: ASSETS - 1 }, (_, index) => `C${index}`)]
  const held = [...coins, ...Array.from({ length: more }, (_, index) => `D${index}`)]
  const contracts = Array.from({ length: count }, (_, nth) => {
    const coin = coins[Math.floor((nth * ASSETS) / Math.max(count, ASSETS))] ?? 'BTC'
    return contract(coin, 'USDT', { name: `E-${coin}-USDT-${nth % (POSITIONS / ASSETS)}` })
  })
  const named = new Map(contracts.map((of) => [of.name, of]))
  const positions = () =>
    contracts.map((of, index) =>
      position(of, {
        marginMode: index % 3 === 0 ? 'isolated' : 'cross',
        side: index % 2 === 0 ? 'long' : 'short',
        venueLiquidationPrice: index % 2 === 0 ? '91.2345' : '108.4321',
        ...(moves ? { markPrice: random.between(99, 101).toFixed(2) } : {}),
      }),
    )
  const values: Partial<Record<EndpointName, unknown>> = {
    'spot.pairs': held.map((coin) => pair(coin, 'USDT')),
    'spot.account': [...held.map((coin) => balance(coin, 3)), balance('USDT', 100_000)],
    'contract.contracts': contracts,
    'contract.account': {
      marginAccounts: [marginAccount('USDT', { crossEquity: 10_000_000 })],
      positions: positions(),
    },
    'spot.openOrders': [],
    'contract.openOrders': [],
  }

  function klines({ interval = '1day', limit = 0 }: Ask): unknown {
    const step = BAR_MS[interval]
    const forming = Math.floor(Date.now() / step) * step
    return Array.from({ length: limit }, (_, index) => {
      const [open, close] = [random.next(), random.next()].map((part) => decimal((95 + 10 * part).toFixed(2)))
      const openTime = forming - (limit - 1 - index) * step
      return { openTime, open, close, high: decimal(106), low: decimal(94), volume: decimal(1_000) }
    })
  }

  function answer(endpoint: EndpointName, ask: Ask): unknown {
    if (endpoint.endsWith('klines')) return klines(ask)
    if (endpoint.endsWith('depth')) return { instrument: ask.symbol ?? ask.contract, ...BOOK }
    if (moves && endpoint === 'contract.account') return { ...(values[endpoint] as object), positions: positions() }
    const of = hasOrders && endpoint === 'contract.openOrders' ? named.get(ask.contract ?? '') : undefined
    return of ? [order(of)] : (values[endpoint] ?? prices)
  }

  return {
    areas: AREAS,
    async call(endpoint: EndpointName, ask: Ask) {
      const sentAt = performance.now()
      const area = endpoint.startsWith('spot') ? 'spot' : 'contract'
      const value = answer(endpoint, ask)
      return ok({
        value: endpoint.endsWith('depth') ? { area, ...(value as object) } : value,
        sentAt,
        answeredAt: sentAt,
        timestamp: null,
        quarantined: [],
      })
    },
    clock: () => null,
    venueTime: () => Date.now(),
    budget: () => ({ pools: [], hosts: [] }),
    dialect: () => ONE_BY_ONE,
  } as unknown as VenueClient
}

const level = (step: number): unknown => [PRICE.plus(decimal(step).div(100)), decimal(25)]
const BOOK = {
  bids: Array.from({ length: 100 }, (_, index) => level(-1 - index)),
  asks: Array.from({ length: 100 }, (_, index) => level(1 + index)),
}
