import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Action } from '#shared/desk/action.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Result } from '#shared/domain/result.ts'
import { COMMANDS } from '#shared/ipc/contract.ts'
import type { Bridge, CommandName, EventName } from '#shared/ipc/contract.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'

const runId = crypto.randomUUID()
const intentId = crypto.randomUUID()
const order = { area: 'spot', instrument: 'btcusdt', orderId: '12' } as const
const positionKey = 'E-BTC-USDT:cross:long'
const HALF = { kind: 'percent', percent: 50 } as const
const MARKET = { kind: 'market' } as const
const FILTER = { area: null, instrument: null, side: null, closing: false } as const

const ACTIONS: readonly Action[] = [
  { kind: 'cancelOrder', ...order },
  { kind: 'cancelOrders', orders: [order, { ...order, orderId: '13' }] },
  { kind: 'cancelMatching', filter: { ...FILTER, side: 'buy' } },
  { kind: 'closePosition', positionKey, size: HALF, tactic: MARKET },
  {
    kind: 'closePosition',
    positionKey,
    size: { kind: 'volume', volume: '12.5' },
    tactic: { kind: 'limit', price: '0.07' },
  },
  { kind: 'closeSide', side: 'short' },
  { kind: 'flatten', spot: 'sell' },
  { kind: 'protect', positionKey, purpose: 'stopLoss', size: HALF, trigger: { kind: 'breakEven' } },
  { kind: 'protect', positionKey, purpose: 'takeProfit', size: HALF, trigger: { kind: 'price', price: '101' } },
  { kind: 'restore', intentId },
]

const limit = (price: unknown) => ({ kind: 'closePosition', positionKey, size: HALF, tactic: { kind: 'limit', price } })
const volume = (text: unknown) => ({
  kind: 'closePosition',
  positionKey,
  size: { kind: 'volume', volume: text },
  tactic: MARKET,
})
const HOSTILE: Readonly<Record<string, unknown>> = {
  'no action': undefined,
  'an action in a list': [ACTIONS[0]],
  'an unknown kind': { kind: 'withdraw' },
  '10,000 orders': { kind: 'cancelOrders', orders: Array.from({ length: 10_000 }, () => order) },
  'no orders': { kind: 'cancelOrders', orders: [] },
  'an order with a field too many': { kind: 'cancelOrders', orders: [{ ...order, price: '1' }] },
  'an order id that is no number': { kind: 'cancelOrder', ...order, orderId: '1; drop' },
  'an order id as a number': { kind: 'cancelOrder', ...order, orderId: 12 },
  'an unknown area': { kind: 'cancelMatching', filter: { ...FILTER, area: 'margin' } },
  'a filter that leaves something out': {
    kind: 'cancelMatching',
    filter: { area: null, instrument: null, side: null },
  },
  'a percent nobody offers': {
    kind: 'closePosition',
    positionKey,
    size: { kind: 'percent', percent: 400 },
    tactic: MARKET,
  },
  'a negative percent': { kind: 'closePosition', positionKey, size: { kind: 'percent', percent: -50 }, tactic: MARKET },
  'a negative volume': volume('-5'),
  'no volume': volume('0.000'),
  'a volume with an exponent': volume('1e9'),
  'a volume as a number': volume(5),
  'a volume that is no number': volume('Infinity'),
  'a volume of many digits': volume('9'.repeat(21)),
  'a volume in a list': volume(['5']),
  'a negative price': limit('-0.1'),
  'no price': limit(null),
  'a price with a space': limit(' 1'),
  'a price with a line break': limit('1\n'),
  'an extra field': { kind: 'flatten', spot: 'keep', venue: 'https://x.example' },
  'a position key of a megabyte': { kind: 'closePosition', positionKey: 'x'.repeat(1e6), size: HALF, tactic: MARKET },
  'a restore of no id': { kind: 'restore', intentId: '../../etc' },
}

describe.each(['preview', 'propose'] as const)('what the window may request with %s', (name) => {
  const ask = (action: unknown, over: object = {}) => COMMANDS[name].args.safeParse({ runId, action, ...over })

  it.each(ACTIONS.map((action) => [action.kind, action] as const))('covers every action: %s', (_kind, action) => {
    expect(ask(action)).toMatchObject({ success: true, data: { action } })
  })

  it.each(Object.entries(HOSTILE))('excludes %s, and the refusal has words', (_what, action) => {
    const parsed = ask(action)
    expect(parsed.success).toBe(false)
    expect(parsed.error?.issues[0]?.message).toMatch(/\w+ /)
  })

  it('names the run that it saw', () => {
    expect(ask(ACTIONS[0], { runId: 'latest' }).success).toBe(false)
    expect(ask(ACTIONS[0], { runId: undefined }).success).toBe(false)
  })
})

describe('a submitted plan', () => {
  const planId = crypto.randomUUID()
  const ask = (over: object) => COMMANDS.submit.args.safeParse({ runId, planId, ...over })

  it('is identified only by the id that main gave it', () => {
    expect(ask({}).success).toBe(true)
    for (const none of ['', null, undefined, 'latest']) expect(ask({ planId: none }).success).toBe(false)
  })

  it('is not sent along by the window, nor is its id', () => {
    for (const over of [
      { action: ACTIONS[0] },
      { plan: { action: ACTIONS[0], legs: [], estimate: null } },
      { intentId },
    ])
      expect(ask(over).success).toBe(false)
    for (const name of ['preview', 'propose'] as const)
      expect(COMMANDS[name].args.safeParse({ runId, action: ACTIONS[0], intentId }).success).toBe(false)
  })
})

describe('a new account', () => {
  const TYPED = { name: 'Main', apiKey: 'key' }
  const ask = (over: object) => COMMANDS.addAccount.args.safeParse({ ...TYPED, ...over }).success
  const [spotBaseUrl, contractBaseUrl] = ['https://spot.example', null]

  it('is at a venue picked by its id, or at typed addresses, never both', () => {
    expect(ask({ spotBaseUrl, contractBaseUrl })).toBe(true)
    expect(ask({ preset: 'koinbay', spotBaseUrl: null, contractBaseUrl })).toBe(true)
    expect(ask({ preset: 'koinbay', spotBaseUrl, contractBaseUrl })).toBe(false)
    expect(ask({ preset: 'koinbay', spotBaseUrl: null, contractBaseUrl, profile: '{}' })).toBe(false)
  })

  it('carries no secret: one that is sent along is refused, under any name', () => {
    for (const name of ['apiSecret', 'secret', 'sealed'])
      expect(ask({ spotBaseUrl, contractBaseUrl, [name]: 's' })).toBe(false)
  })

  it.each([
    ['Main\nAccount: Demo', 'Main Account: Demo'],
    ['\u202eniaM\u2066', 'niaM'],
    ['Ma\u0000in\u200b 1', 'Ma in 1'],
    ['主账户', '主账户'],
  ])('has a name of one line, whatever is typed: %j', (name, cleaned) => {
    const added = COMMANDS.addAccount.args.parse({ ...TYPED, name, spotBaseUrl, contractBaseUrl })
    expect(added.name).toBe(cleaned)
  })

  it.each(['\n', '\u202e', '', ' \u200b '])('has a visible name: %j', (name) => {
    expect(COMMANDS.addAccount.args.safeParse({ ...TYPED, name, spotBaseUrl, contractBaseUrl }).success).toBe(false)
  })

  it('names no file and no dialect', () => {
    expect(ask({ preset: '../koinbay', spotBaseUrl: null, contractBaseUrl })).toBe(false)
    expect(ask({ spotBaseUrl, contractBaseUrl, dialect: {} })).toBe(false)
  })
})

describe('the bridge', () => {
  it('has a method for each command and each event, typed by its row', () => {
    type OnEvent = { [K in EventName]: `on${Capitalize<K>}` }[EventName]
    expectTypeOf<keyof Bridge>().toEqualTypeOf<CommandName | OnEvent>()
    expectTypeOf<Bridge['getPortfolio']>().toEqualTypeOf<() => Promise<Result<Snapshot, Failure>>>()
    expectTypeOf<Bridge['forgetAccount']>().toEqualTypeOf<
      (args: { accountId: string }) => Promise<Result<null, Failure>>
    >()
    expectTypeOf<Bridge['onPortfolioChanged']>().toEqualTypeOf<(listener: (text: string) => void) => () => void>()
  })

  it('accepts no request with a member too many', () => {
    for (const { args } of Object.values(COMMANDS)) expect(args.safeParse({ other: 1 }).success).toBe(false)
  })
})
