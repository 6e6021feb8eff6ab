import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '#electron/simulator/faults.ts'
import { startSimulator } from '#electron/simulator/simulator.ts'
import type { Simulator } from '#electron/simulator/simulator.ts'
import { ManualClock } from '#test/support/clock.ts'
import { caller } from './caller.ts'
import type { Call } from './caller.ts'

const ORDER = {
  contractName: 'E-BTC-USDT',
  side: 'BUY',
  type: 'LIMIT',
  open: 'OPEN',
  positionType: 1,
  price: 90000,
  volume: 7,
}

let clock: ManualClock
let simulator: Simulator
let call: Call

beforeEach(async () => {
  clock = new ManualClock()
  simulator = await startSimulator({ seed: 7, clock, autoTick: false, life: false })
  call = caller(simulator, clock)
})
afterEach(() => simulator.stop())

/** What the caller sees of an order that meets a fault: a status and a body, or "no answer". */
async function place(): Promise<{ status: number | 'no answer'; text: string }> {
  return call('POST', '/fapi/v1/order', ORDER).catch(() => ({ status: 'no answer' as const, text: '' }))
}

/** How often the order was really made. */
function made(): number {
  return simulator.exchange.contracts.openOrders().filter(({ volume }) => volume.eq(ORDER.volume)).length
}

function inject(fault: Omit<Fault, 'match'>): void {
  simulator.faults.inject({ match: 'contract.newOrder', ...fault })
}

describe('faults', () => {
  it.each([
    ['504NotExecuted', 504, 0],
    ['504Executed', 504, 1],
    ['resetBeforeRead', 'no answer', 0],
    ['resetAfterRead', 'no answer', 1],
    ['truncate', 'no answer', 1],
    ['emptyBody', 200, 1],
    ['malformed', 200, 1],
    ['errorWith200', 200, 0],
    ['status400ButExecuted', 400, 1],
    ['redirect', 307, 0],
    ['status429', 429, 0],
    ['status418', 418, 0],
  ] as const)('%s answers %s and makes the order %d times', async (kind, status, times) => {
    inject({ kind })
    expect((await place()).status).toBe(status)
    expect(made()).toBe(times)
    const entries = simulator.ledger.arrivals({ endpoint: 'contract.newOrder' })
    expect(entries.map(({ executed }) => executed)).toEqual([times === 1])
    expect((await place()).status).toBe(200)
    expect(made()).toBe(times + 1)
  })

  it('executes a late 504 after its time, not before', async () => {
    inject({ kind: '504ExecutedLate', ms: 4000 })
    expect((await place()).status).toBe(504)
    await clock.advance(3999)
    expect(made()).toBe(0)
    await clock.advance(1)
    expect(made()).toBe(1)
  })

  it('can reset a connection without having acted', async () => {
    inject({ kind: 'resetAfterRead', executed: false })
    expect((await place()).status).toBe('no answer')
    expect(made()).toBe(0)
  })

  it('stalls: acts, keeps the connection and says nothing until it is stopped', async () => {
    inject({ kind: 'stall' })
    const answer = place()
    await expect.poll(made).toBe(1)
    expect(simulator.ledger.arrivals({ endpoint: 'contract.newOrder' })[0]?.status).toBeNull()
    await simulator.stop()
    expect((await answer).status).toBe('no answer')
  })

  it('answers late when told to', async () => {
    inject({ kind: 'delay', ms: 1500 })
    const answer = place()
    await expect.poll(() => clock.pending).toBe(1)
    await clock.advance(1500)
    expect((await answer).status).toBe(200)
  })

  it('hides a new order from reads for a time', async () => {
    inject({ kind: 'slowReads', ms: 2000 })
    const { text } = await place()
    const { orderId } = JSON.parse(text) as { orderId: string }
    const isListed = async () =>
      (await call('GET', '/fapi/v1/openOrders?contractName=E-BTC-USDT')).text.includes(orderId)
    const found = async () => (await call('GET', `/fapi/v1/order?contractName=E-BTC-USDT&orderId=${orderId}`)).text
    expect(await isListed()).toBe(false)
    expect(await found()).toContain('-2013')
    await clock.advance(2000)
    expect(await isListed()).toBe(true)
    expect(await found()).toContain(orderId)
  })

  it('sends a redirect where it is told, without following it', async () => {
    simulator.faults.inject({ match: '*', kind: 'redirect', location: 'http://127.0.0.1:1/elsewhere' })
    const answer = await call('GET', '/sapi/v1/account')
    expect([answer.status, answer.headers['location']]).toEqual([307, 'http://127.0.0.1:1/elsewhere'])
  })

  it('hits as many requests as it is told, of its endpoint only, oldest fault first', async () => {
    inject({ kind: '504NotExecuted', times: 2 })
    inject({ kind: 'status429', retryAfter: 9 })
    expect((await call('GET', '/fapi/v1/ping')).status).toBe(200)
    const statuses = [await place(), await place(), await place(), await place()].map(({ status }) => status)
    expect(statuses).toEqual([504, 504, 429, 200])
  })

  it('still refuses what is not signed', async () => {
    inject({ kind: '504Executed' })
    await call('POST', '/fapi/v1/order', ORDER, { headers: { 'x-ch-sign': 'f'.repeat(64) } })
    expect(made()).toBe(0)
  })
})
