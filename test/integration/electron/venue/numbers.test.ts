import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { EndpointName, Params, Reply, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { sum, toFloat } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { feeRateOf, ownFeesOf } from '#shared/risk/account/fees.ts'
import { assess } from '#shared/risk/assess.ts'
import { riskInputs } from '#test/support/portfolio-fixtures.ts'

/** Compares the window's figures with what the simulated venue books. */
let venue: Simulator
let client: VenueClient

beforeAll(async () => {
  venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false })
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const sign = (text: string) => Promise.resolve(ok(createHmac('sha256', apiSecret).update(text).digest('hex')))
  const credentials = { apiKey, sign }
  client = createVenueClient({
    spotBaseUrl,
    contractBaseUrl,
    credentials,
    clock: systemClock,
    dialect: DEFAULT_DIALECT,
  })
})
afterAll(async () => {
  await client.close()
  await venue.stop()
})

async function read<E extends EndpointName>(endpoint: E, params: Params<E>): Promise<Reply<E>> {
  const answer = await client.call(endpoint, params)
  if (!answer.ok) throw new Error(`${endpoint}: ${answer.error.message.code}`)
  return answer.value.value
}

it('a profitable partial close leaves the total P&L unchanged except for fee and slippage', async () => {
  const instruments = [...(await read('contract.contracts', {})), ...(await read('spot.pairs', {}))]
  const rowOf = async () => {
    const { positions, marginAccounts } = await read('contract.account', {})
    const held = positions.find(({ contract, freeze }) => contract === 'E-SOL-USDT' && freeze === 'none')!
    const report = assess(riskInputs({ instruments, positions, marginAccounts }))
    return { held, risk: report.positions.find(({ key }) => key === held.key)! }
  }
  const before = await rowOf()
  const isLong = before.held.side === 'long'
  venue.exchange.setPrice('SOL', isLong ? '230' : '140')
  const risen = await rowOf()
  const volume = before.held.volume.div(2).floor()
  const { exchange } = venue
  const [wanted, mode] = [before.held.contract, before.held.marginMode]
  const spec = exchange.contracts.positions().find((each) => each.spec.name === wanted)!.spec
  const ticket = { spec, side: isLong ? 'SELL' : 'BUY', action: 'CLOSE', type: 'MARKET', price: null, volume } as const
  const positionType = mode === 'cross' ? 1 : 2
  const placed = exchange.contracts.place({ ...ticket, positionType, timeInForce: 'GTC', clientOrderId: null })
  expect(placed.ok).toBe(true)
  const after = await rowOf()
  expect(toFloat(after.held.closedPnl!)).toBeGreaterThan(0)
  expect(after.held.realizedPnl!.isZero()).toBe(true)
  const fills = await read('contract.myTrades', { contract: before.held.contract })
  const contract = instruments.find((each) => each.area === 'contract' && each.name === before.held.contract)!
  const fee = toFloat(sum(fills.map((fill) => fill.fee)))
  const lost = toFloat(risen.risk.totalPnl!.minus(after.risk.totalPnl!))
  // The fill was a few basis points away from the mark.
  expect(Math.abs(lost - fee)).toBeLessThan(0.002 * toFloat(risen.risk.value!))
  const listed = feeRateOf(contract, 'taker', undefined, null)!
  expect(toFloat(ownFeesOf(fills, instruments).contract.taker!)).toBeCloseTo(toFloat(listed.rate), 5)
})
