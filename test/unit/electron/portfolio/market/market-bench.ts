import { historyInMemory } from '#electron/history/store.ts'
import type { Series, VenueHistory } from '#electron/history/store.ts'
import { Portfolio } from '#electron/portfolio/portfolio.ts'
import type { EndpointName, VenueClient } from '#electron/venue/port.ts'
import { BAR_MS } from '#shared/domain/bar.ts'
import type { Bar, BarInterval } from '#shared/domain/bar.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { AREAS } from '#shared/domain/instrument.ts'
import type { Area } from '#shared/domain/instrument.ts'
import type { Candle } from '#shared/domain/quote.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { PortfolioParts } from '#shared/snapshot/snapshot.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { ONE_BY_ONE } from '#test/support/one-by-one.ts'
import { balance, contract, pair } from '#test/support/portfolio-fixtures.ts'
import { riskInThisThread } from '#test/support/risk-in-this-thread.ts'

/** The venue's values and state, which a test may change. */
export interface Venue {
  readonly areas: readonly Area[]
  values: Partial<Record<EndpointName, unknown>>
  fails: (endpoint: EndpointName, params: Params) => boolean
  /** A promise that delays the answer; null for no delay. */
  wait: (endpoint: EndpointName) => Promise<undefined> | null
  hosts: Record<Area, HostBudget['state']>
}

interface Call {
  readonly at: number
  readonly endpoint: EndpointName
  readonly params: Params
}

interface Params {
  readonly symbol?: string
  readonly contract?: string
  readonly interval?: BarInterval
  readonly limit?: number
}

const WALL = 1_767_225_600_000

/** Closed and forming candles of a price that rises and falls forever. */
function bars(interval: BarInterval, count: number, now: number): Bar[] {
  const step = BAR_MS[interval]
  const newest = Math.floor(now / step) * step
  return Array.from({ length: count }, (_, index) => {
    const openTime = newest - (count - 1 - index) * step
    const close = Number((100 * (1 + 0.05 * Math.sin(openTime / step))).toFixed(4))
    return { openTime, open: close, high: close, low: close, close, volume: 1 }
  })
}

function candleOf({ openTime, open, high, low, close, volume }: Bar): Candle {
  const [o, h, l, c, v] = [open, high, low, close, volume].map((amount) => decimal(amount)) as [
    never,
    never,
    never,
    never,
    never,
  ]
  return { openTime, open: o, high: h, low: l, close: c, volume: v }
}

/** A history with a year of days and the newest hours and minutes of each of these pairs. */
export function historyOf(symbols: readonly string[]): VenueHistory {
  const history = historyInMemory().at('venue')
  for (const instrument of symbols) {
    for (const interval of ['1day', '60min', '1min'] as const) {
      const series: Series = { area: 'spot', instrument, interval }
      history.keep(series, bars(interval, 300, WALL - BAR_MS[interval]))
    }
  }
  return history
}

/**
 * A portfolio with its market, at a venue that trades BTC and ETH and with some BTC held. The test advances the time.
 */
export function marketBench({ values, ...others }: Partial<Venue>, history: VenueHistory) {
  const clock = new ManualClock({ wall: WALL })
  const calls: Call[] = []
  const venue: Venue = {
    values: {
      'spot.pairs': [pair('BTC', 'USDT'), pair('ETH', 'USDT')],
      'spot.account': [balance('BTC', 1), balance('USDT', 5)],
      'contract.contracts': [contract('BTC', 'USDT')],
      'contract.account': { marginAccounts: [], positions: [] },
      'spot.openOrders': [],
      'contract.openOrders': [],
      'spot.myTrades': [],
      'contract.myTrades': [],
      ...values,
    },
    areas: AREAS,
    fails: () => false,
    wait: () => null,
    hosts: { spot: 'open', contract: 'open' },
    ...others,
  }
  function answer(endpoint: EndpointName, { symbol, contract: name, interval = '1min', limit = 0 }: Params): unknown {
    const price = decimal(100)
    const levels = { bids: [[price, price]], asks: [[price, price]] }
    if (endpoint.endsWith('klines')) return bars(interval, limit, clock.wall()).map(candleOf)
    if (endpoint === 'spot.depth') return { area: 'spot', instrument: symbol, ...levels }
    if (endpoint === 'contract.depth') return { area: 'contract', instrument: name, ...levels }
    return (
      venue.values[endpoint] ?? { last: price, bid: price, ask: price, mark: price, index: price, fundingRate: null }
    )
  }
  const client = {
    areas: venue.areas,
    async call(endpoint: EndpointName, params: Params) {
      const sentAt = clock.mono()
      calls.push({ at: sentAt, endpoint, params })
      await venue.wait(endpoint)
      if (venue.fails(endpoint, params)) return err<Failure>(localFailure('network', endpoint, verbatim('no')))
      return ok({ value: answer(endpoint, params), sentAt, answeredAt: clock.mono(), timestamp: null, quarantined: [] })
    },
    clock: () => null,
    venueTime: () => clock.wall(),
    budget: () => ({
      pools: [],
      hosts: AREAS.map((area) => ({ area, state: venue.hosts[area], resumesInMs: 0, weight: null })),
    }),
    dialect: () => ONE_BY_ONE,
  } as unknown as VenueClient
  /** Every pushed set of parts. */
  const pushed: Encoded<PortfolioParts>[] = []
  const portfolio = new Portfolio({
    ...{ client, clock, history, startRisk: riskInThisThread },
    onChange: () => pushed.push(portfolio.parts()),
  })
  /** The number of calls since `from`. */
  const asked = (ending: string, from = 0): number =>
    calls.filter(({ at, endpoint }) => at >= from && endpoint.endsWith(ending)).length
  return { clock, calls, asked, venue, portfolio, pushed, parts: () => portfolio.parts() }
}
