/** Open orders as venues list them: for one instrument or for all, filtered or not, complete or truncated. */
import { afterEach, describe, expect, it } from 'vitest'
import type { SimDialect } from '#electron/simulator/testing/test-simulator.ts'
import { openAt, restOnSpot, startPortfolioAtVenue } from '#test/support/portfolio-at-venue.ts'
import type { PortfolioAtVenue } from '#test/support/portfolio-at-venue.ts'

let account: PortfolioAtVenue | null = null
afterEach(async () => {
  await account?.stop()
  account = null
})

async function read(dialect: Partial<SimDialect>, prepare: (at: PortfolioAtVenue) => void = () => undefined) {
  account = await startPortfolioAtVenue(dialect)
  prepare(account)
  await account.portfolio.readAll([])
  const { data } = account.portfolio.parts().orders
  if (data === null) throw new Error('expected the open orders')
  return { ...data, venue: account.venue, ids: data.orders.map(({ orderId }) => orderId).toSorted() }
}

/** The instruments requested at `path`, "all" for a whole area. */
function asked(path: string): readonly string[] {
  const requests = account!.venue.ledger.arrivals().filter((entry) => entry.path === path)
  const queries = requests.map(({ url }) => new URLSearchParams(url.split('?')[1]))
  return queries.map((query) => query.get('symbol') ?? query.get('contractName') ?? 'all')
}

describe('a venue that lists all orders whatever the request', () => {
  it('shows each order once, under the instrument that its row names', async () => {
    const { orders, ids, scopes, venue } = await read({
      spotOpenOrders: 'unfiltered',
      contractOpenOrders: 'unfiltered',
    })
    expect(ids).toEqual(openAt(venue))
    const own = [...venue.exchange.spot.openOrders(), ...venue.exchange.contracts.openOrders()]
    const names = own.map(({ orderId, spec }) => `${orderId} ${spec.area === 'spot' ? spec.symbol : spec.name}`)
    expect(orders.map(({ orderId, instrument }) => `${orderId} ${instrument}`).toSorted()).toEqual(names.toSorted())
    expect(scopes.every(({ readAt, failure }) => readAt !== null && failure === null)).toBe(true)
  })
})

describe('one call for a whole area', () => {
  const whole = { spotOpenOrders: 'all', contractOpenOrders: 'all' } as const

  it('shows all orders, and saves the calls for instruments without a position', async () => {
    const { ids, scopes, venue } = await read(whole)
    expect(ids).toEqual(openAt(venue))
    expect(scopes.every(({ readAt }) => readAt !== null)).toBe(true)
    const held = new Set(venue.exchange.contracts.positions().map(({ spec }) => spec.name))
    expect(asked('/sapi/v1/openOrders')).toEqual(['all'])
    expect(asked('/fapi/v1/openOrders').toSorted()).toEqual(['all', ...held].toSorted())
  })

  it.each([
    ['is refused', { spotOpenOrders: 'refused', contractOpenOrders: 'refused' }],
    ['is always empty', { spotOpenOrders: 'empty', contractOpenOrders: 'empty' }],
    ['answers of one instrument alone', { spotOpenOrders: 'first', contractOpenOrders: 'first' }],
  ] as const)('that %s is not trusted: every instrument is requested', async (_, dialect) => {
    const { ids, scopes, venue } = await read(dialect)
    expect(ids).toEqual(openAt(venue))
    expect(scopes.every(({ readAt, failure }) => readAt !== null && failure === null)).toBe(true)
  })

  it('that lacks orders of held contracts is not used any more, and removes none of the orders', async () => {
    account = await startPortfolioAtVenue({ contractOpenOrders: 'first' })
    const { portfolio, venue } = account
    portfolio.start()
    const expected = openAt(venue)
    const isAll = await account.until(({ orders }) => {
      const ids = orders.data?.orders.map(({ orderId }) => orderId).toSorted()
      return JSON.stringify(ids) === JSON.stringify(expected)
    })
    expect(isAll.orders.data?.orders).toHaveLength(expected.length)
  })
})

describe('more orders than the venue lists at once', () => {
  it('are reported as "at least" that many, naming the instrument whose list is truncated', async () => {
    const { scopes, orders } = await read({ openOrdersCap: 100 }, ({ venue }) => restOnSpot(venue, 'dogeusdt', 130))
    expect(scopes.filter(({ isCut }) => isCut).map(({ instrument }) => instrument.toLowerCase())).toEqual(['dogeusdt'])
    expect(orders.filter(({ instrument }) => instrument.toLowerCase() === 'dogeusdt')).toHaveLength(100)
  })

  it('are requested as far as the venue allows, and all shown if that is far enough', async () => {
    const { scopes, ids, venue } = await read({}, (at) => restOnSpot(at.venue, 'dogeusdt', 130))
    expect(scopes.filter(({ isCut }) => isCut)).toEqual([])
    expect(ids).toEqual(openAt(venue))
  })

  it('are requested a hundred at a time when the venue refuses more', async () => {
    const { scopes, ids, venue } = await read({ manyOpenOrders: 'refused' })
    expect(ids).toEqual(openAt(venue))
    expect(scopes.every(({ failure, isCut }) => failure === null && isCut !== true)).toBe(true)
    expect(account!.client.dialect().openOrdersLimit).toBe(100)
  })

  it('make the list of a whole area incomplete', async () => {
    const { scopes, venue } = await read({ spotOpenOrders: 'all', openOrdersCap: 100 }, (at) => {
      restOnSpot(at.venue, 'dogeusdt', 130)
    })
    expect(asked('/sapi/v1/openOrders').length).toBeGreaterThan(1)
    expect(scopes.filter(({ isCut }) => isCut)).toHaveLength(1)
    expect(venue.exchange.spot.openOrders().length).toBeGreaterThan(130)
  })
})
