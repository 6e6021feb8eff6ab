import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DIALECTS, FAMILY_DIALECTS } from '#electron/simulator/testing/dialects.ts'
import type { SimDialect } from '#electron/simulator/wire/sim-dialect.ts'
import { routesOf } from '#electron/simulator/wire/apis.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from './caller.ts'
import type { Answer } from './caller.ts'
import { asker, codeOf, goodRequest, pathOf } from './requests.ts'
import type { Ask } from './requests.ts'

let clock: ManualClock
let simulator: Simulator
let dialect: SimDialect
let ask: Ask

/** The answer without its envelope. */
function unwrapped({ json }: Answer): unknown {
  let inner = json
  for (const key of ['data', 'list'] as const) {
    if (inner !== null && typeof inner === 'object' && key in inner) inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}

const ROUTES = routesOf(DIALECTS.mixed)
/** Endpoints that answer with a list, inside any envelope. */
const LISTS = /\.(trades|klines|openOrders|myTrades|contracts|orderHistorical|profitHistorical)$/

describe.each(FAMILY_DIALECTS)('a venue that is %s', (name) => {
  beforeEach(async () => {
    clock = new ManualClock()
    dialect = DIALECTS[name]
    simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false, dialect })
    ask = asker(simulator, clock, dialect)
  })
  afterEach(() => simulator.stop())

  it.each(ROUTES)('answers $name', async (route) => {
    const answer = await ask(route.name)
    expect(answer.status).toBe(200)
    expect([null, 0, '0']).toContain(codeOf(answer))
    expect(simulator.ledger.arrivals({ endpoint: route.name, status: 200, executed: true })).toHaveLength(1)
    const body = unwrapped(answer)
    if (LISTS.test(route.name)) expect(body === null || Array.isArray(body)).toBe(true)
    else expect(body).toBeTypeOf('object')
  })

  it('refuses an unknown pair and an unknown contract in its own way', async () => {
    for (const [endpoint, query] of [
      ['spot.ticker', '?symbol=nosuch'],
      ['contract.ticker', '?contractName=E-NO-SUCH'],
    ] as const) {
      const answer = await ask(endpoint, query)
      expect(String(codeOf(answer))).toBe('-1121')
      if (dialect.errorStatus !== 'mixed') expect(answer.status).toBe(dialect.errorStatus)
      if (dialect.errorCode !== 'mixed') {
        expect(codeOf(answer)).toBeTypeOf(dialect.errorCode === 'text' ? 'string' : 'number')
      }
    }
  })

  it.each(['spot', 'contract'] as const)('places, shows and cancels a %s order under one exact id', async (area) => {
    const created = await ask(`${area}.newOrder`)
    const [id = ''] = /\d{19}/.exec(created.text) ?? []
    const { symbol, contractName } = goodRequest(simulator, `${area}.newOrder`, dialect) as Record<string, string>
    const named =
      area === 'spot' ? { symbol: symbol ?? '', orderId: id } : { contractName: contractName ?? '', orderId: id }
    const shown = await ask(`${area}.order`, `?${new URLSearchParams(named).toString()}`)
    expect(shown.text).toContain(id)
    const listed = await ask(`${area}.openOrders`)
    expect(listed.text).toContain(id)
    const canceled = await ask(`${area}.cancel`, named)
    expect(canceled.text).toContain(id)
    expect((await ask(`${area}.openOrders`)).text).not.toContain(id)
  })

  it('refuses a call that is not signed in its way', async () => {
    const wrong = { signsQuery: !dialect.signsQuery }
    const route = ROUTES.find((candidate) => candidate.name === 'spot.openOrders')
    const path = `${pathOf(route!, dialect)}?symbol=btcusdt`
    expect(String(codeOf(await caller(simulator, clock)('GET', path, undefined, wrong)))).toBe('-1022')
  })
})
