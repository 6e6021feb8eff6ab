import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator, SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { decimal } from '#test/support/amounts.ts'
import { ok } from '#shared/domain/result.ts'
import { realClock } from '#electron/simulator/real-clock.ts'

const open: { venue: Simulator; client: VenueClient }[] = []

async function connect(dialect: SimulatorOptions['dialect']) {
  const venue = await startSimulator({
    seed: 3,
    clock: realClock,
    autoTick: false,
    life: false,
    dialect: dialect ?? {},
  })
  const { apiKey, apiSecret, spotBaseUrl, contractBaseUrl } = venue
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock: realClock })
  open.push({ venue, client })
  return { venue, client }
}

afterEach(async () => {
  for (const { venue, client } of open.splice(0)) {
    await client.close()
    await venue.stop()
  }
})

describe('a venue that uses another spelling', () => {
  it.each(['upper', 'lower'] as const)(
    'of symbols (%s) is understood at the second attempt, and at the first from then on',
    async (symbolCase) => {
      const { venue, client } = await connect({ symbolCase })
      const symbol = symbolCase === 'upper' ? 'btcusdt' : 'BTCUSDT'
      expect(await client.call('spot.ticker', { symbol })).toMatchObject({ ok: true })
      expect(venue.ledger.arrivals({ endpoint: 'spot.ticker' })).toHaveLength(2)
      expect(client.dialect().symbolCase).toBe(symbolCase)
      expect(await client.call('spot.depth', { symbol })).toMatchObject({ ok: true })
      expect(venue.ledger.arrivals({ endpoint: 'spot.depth' })).toHaveLength(1)
    },
  )

  it('never gets an order twice because of it', async () => {
    const { venue, client } = await connect({ symbolCase: 'upper' })
    const order = { side: 'buy', type: 'limit', quantity: decimal(1), price: decimal(1), clientOrderId: 'a' } as const
    const placed = await client.call('spot.placeOrder', { symbol: 'btcusdt', ...order })
    expect(placed).toMatchObject({ ok: false, error: { outcome: 'rejected', venue: { code: '-1121' } } })
    expect(venue.ledger.arrivals({ endpoint: 'spot.newOrder' })).toHaveLength(1)
  })

  it('is not assumed when a symbol does not exist', async () => {
    const { venue, client } = await connect({})
    expect(await client.call('spot.ticker', { symbol: 'nosuchpair' })).toMatchObject({
      ok: false,
      error: { venue: { code: '-1121' } },
    })
    expect(venue.ledger.arrivals({ endpoint: 'spot.ticker' })).toHaveLength(2)
    expect(client.dialect().symbolCase).toBe('verbatim')
  })

  it.each([
    ['spot', '1h'],
    ['contract', '1h'],
    ['spot', '60min'],
    ['contract', '60min'],
  ] as const)('of an hour candle (%s %s) is understood and remembered', async (area, word) => {
    const { client } = await connect({ spotHour: word, contractHour: word })
    const ask = () =>
      area === 'spot'
        ? client.call('spot.klines', { symbol: 'btcusdt', interval: '60min', limit: 5 })
        : client.call('contract.klines', { contract: 'E-BTC-USDT', interval: '60min', limit: 5 })
    for (const answer of [await ask(), await ask()]) expect(answer.ok && answer.value.value).toHaveLength(5)
    expect(client.dialect().intervals[area]['60min'] ?? '60min').toBe(word)
  })
})
