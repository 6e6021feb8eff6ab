/**
 * Changes at the simulated venue that Plimsoll did not cause: each is reported once, under its precise name, by the
 * real client over HTTP.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import type { Action } from '#shared/desk/action.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

const SOL = 'E-SOL-USDT'
const RESTING = { type: 'LIMIT', clientOrderId: null } as const

const events = () => bench.accounts.snapshot().parts.events.data ?? []
const codes = (): string[] => events().map(({ facts }) => facts.code)
const exchange = () => bench.venue.exchange

async function opened(): Promise<void> {
  await bench.addedAs()
  await bench.known()
}

/** Waits for events with these codes, and then for two more reads of the account, which must add none. */
async function waitForEvents(...wanted: readonly string[]): Promise<void> {
  await bench.until(() => wanted.every((code) => codes().includes(code)))
  await moreReads(2)
}

async function moreReads(count: number): Promise<void> {
  const reads = () => bench.venue.ledger.arrivals({ endpoint: 'contract.account' }).length
  const before = reads()
  await bench.until(() => reads() >= before + count)
}

const orderOf = (contract: string, action: 'OPEN' | 'CLOSE') => {
  const found = exchange()
    .contracts.openOrdersOf(exchange().contract(contract))
    .find((order) => order.action === action)
  if (!found) throw new Error(`expected an order of ${contract}`)
  return found
}

describe('a position', () => {
  it('that the venue liquidates is reported as a liquidation with both readings, and its orders as canceled', async () => {
    await opened()
    const spec = exchange().contract(SOL)
    const mark = exchange().market.price(spec)
    exchange().setPrice('SOL', mark.times('0.9'))
    exchange().setPrice('SOL', mark.times('0.9'))
    await waitForEvents('liquidated', 'orderCanceled')
    expect(events().filter(({ facts }) => facts.code === 'liquidated')).toMatchObject([
      {
        facts: { contract: SOL, side: 'long', marginMode: 'isolated', volume: '1150', before: '1150', after: '0' },
        whileClosed: false,
        seenAt: null,
      },
    ])
    expect(codes()).not.toContain('positionChanged')
    expect(codes()).not.toContain('closedElsewhere')
  })

  it('that another program closes is not a liquidation', async () => {
    await opened()
    const spec = exchange().contract('E-LINK-USDT')
    const ticket = { spec, side: 'SELL', action: 'CLOSE', positionType: 1, volume: decimal(100), price: null } as const
    const placed = exchange().contracts.place({ ...ticket, type: 'MARKET', timeInForce: 'GTC', clientOrderId: null })
    expect(placed.ok).toBe(true)
    await waitForEvents('reducedElsewhere')
    expect(events()).toMatchObject([
      {
        facts: {
          code: 'reducedElsewhere',
          volume: '100',
          before: '310',
          after: '210',
          orderId: placed.ok && placed.value.orderId,
        },
        evidence: ['trades'],
      },
    ])
  })

  it('that Plimsoll closed is no event, and its own closes stay out of a later liquidation of the rest', async () => {
    await opened()
    const { runId } = bench.accounts.snapshot()
    const key = `${SOL}:isolated:long`
    const close: Action = {
      kind: 'closePosition',
      positionKey: key,
      size: { kind: 'volume', volume: '150' },
      tactic: { kind: 'market' },
    }
    const answer = await bench.accounts.atDesk(runId, 'desk.submit', (desk) => desk.submit(randomUUID(), close))
    expect(answer).toMatchObject({ ok: true, value: { kind: 'accepted' } })
    const state = () => bench.accounts.snapshot().parts.desk.data?.intents[0]?.state
    await bench.until(() => state() !== 'running' && state() !== undefined)
    await moreReads(3)
    expect(events()).toEqual([])
    const mark = exchange().market.price(exchange().contract(SOL))
    exchange().setPrice('SOL', mark.times('0.9'))
    exchange().setPrice('SOL', mark.times('0.9'))
    await waitForEvents('liquidated')
    expect(events().filter(({ facts }) => facts.code === 'liquidated')).toMatchObject([{ facts: { volume: '1000' } }])
  })
})

describe('an order', () => {
  it('that fills is reported once, and not as a change of its position', async () => {
    await opened()
    const order = orderOf('E-BTC-USDT', 'CLOSE')
    exchange().contracts.fillResting(order, decimal(500))
    await waitForEvents('orderPartlyFilled')
    exchange().contracts.fillResting(order, order.volume.minus(500))
    await waitForEvents('orderFilled')
    await moreReads(20)
    expect(events()).toMatchObject([
      { facts: { code: 'orderFilled', orderId: order.orderId, before: '500', after: order.volume.toFixed() } },
      { facts: { code: 'orderPartlyFilled', orderId: order.orderId, before: '0', after: '500' } },
    ])
  })

  it('that fills together with another order and with one placed elsewhere is reported separately', async () => {
    await opened()
    const { contracts } = exchange()
    const [opening, closing] = [orderOf('E-BTC-USDT', 'OPEN'), orderOf('E-BTC-USDT', 'CLOSE')]
    contracts.fillResting(opening, decimal(180))
    contracts.fillResting(closing, decimal(500))
    const spec = exchange().contract('E-BTC-USDT')
    const ticket = { spec, side: 'SELL', action: 'CLOSE', positionType: 1, volume: decimal(40), price: null } as const
    expect(contracts.place({ ...ticket, type: 'MARKET', timeInForce: 'GTC', clientOrderId: null }).ok).toBe(true)
    await waitForEvents('orderPartlyFilled', 'reducedElsewhere')
    await moreReads(20)
    expect(codes().toSorted()).toEqual(['orderPartlyFilled', 'orderPartlyFilled', 'reducedElsewhere'])
    expect(events().find(({ facts }) => facts.code === 'reducedElsewhere')).toMatchObject({ facts: { volume: '40' } })
  })

  it('that another program places and cancels is reported as such', async () => {
    await opened()
    const spec = exchange().contract('E-BTC-USDT')
    const price = exchange().market.price(spec).times('0.9').toDecimalPlaces(1)
    const ticket = {
      spec,
      side: 'BUY',
      action: 'OPEN',
      positionType: 1,
      volume: decimal(10),
      timeInForce: 'GTC',
    } as const
    const placed = exchange().contracts.place({ ...ticket, price, ...RESTING })
    if (!placed.ok) throw new Error('expected an order')
    await waitForEvents('orderPlaced')
    exchange().cancel(placed.value)
    await waitForEvents('orderCanceled')
    expect(events()).toMatchObject([
      { facts: { code: 'orderCanceled', orderId: placed.value.orderId, isOwn: false } },
      { facts: { code: 'orderPlaced', orderId: placed.value.orderId, isOwn: false } },
    ])
  })
})

it('reports a transfer between the areas as one event, and a withdrawal as a withdrawal', async () => {
  await opened()
  exchange().spot.deposit('USDT', decimal(-1_000))
  exchange().contracts.wallet.deposit('USDT', decimal(1_000))
  await waitForEvents('transferred')
  exchange().spot.deposit('BTC', decimal('-0.1'))
  await waitForEvents('balanceFell')
  expect(events()).toMatchObject([
    { facts: { code: 'balanceFell', area: 'spot', asset: 'BTC', amount: '0.1' } },
    { facts: { code: 'transferred', asset: 'USDT', from: 'spot', to: 'contract', amount: '1000' } },
  ])
})

it('reports what happened while Plimsoll was closed, and keeps earlier events', async () => {
  const account = await bench.addedAs()
  await bench.known()
  await moreReads(2)
  await bench.accounts.disconnectAccount(account.id)
  exchange().cancel(orderOf('E-AVAX-USDT', 'OPEN'))
  expect(await bench.accounts.open(account.id)).toMatchObject({ ok: true })
  await waitForEvents('orderCanceled')
  expect(events()).toMatchObject([{ facts: { code: 'orderCanceled', instrument: 'E-AVAX-USDT' }, whileClosed: true }])
  const { runId } = bench.accounts.snapshot()
  expect(bench.accounts.markEventSeen(runId, [events()[0]!.id])).toEqual({ ok: true, value: null })
  expect(bench.accounts.markEventSeen(randomUUID(), [events()[0]!.id])).toMatchObject({ ok: false })
  await bench.accounts.disconnectAccount(account.id)
  await bench.accounts.open(account.id)
  expect(bench.accounts.snapshot().parts.events.data).toMatchObject([
    { facts: { code: 'orderCanceled' }, seenAt: expect.any(Number) },
  ])
})

it('reports nothing for a moving market, or for replies that fail, lag or are wrong', async () => {
  await opened()
  for (let second = 0; second < 3; second += 1) {
    exchange().setPrice('TON', exchange().market.price(exchange().pair('tonusdt')).times('1.001'))
    await moreReads(1)
  }
  bench.venue.faults.inject({ match: 'contract.account', kind: 'errorWith200', code: -1000, times: 3 })
  await moreReads(4)
  expect(events()).toEqual([])
})
