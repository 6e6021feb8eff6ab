import { inARow, message, verbatim } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import { DRILL_CHECKS } from '#shared/desk/drill.ts'
import type { DrillCheck } from '#shared/desk/drill.ts'
import { testsOf } from '#shared/desk/drill/drill-facts.ts'
import type { DrillFacts, DrillReads, DrillTest } from '#shared/desk/drill/drill-facts.ts'
import { judgeDrill } from '#shared/desk/drill/judge-drill.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import { toText } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure, FailureKind } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { NO_FACTS, openOrder, pool } from '#test/support/desk-facts.ts'
import { balance, contract, pair, position, quote, riskInputs } from '#test/support/portfolio-fixtures.ts'

const BTC = contract('BTC', 'USDT', { maxMarketVolume: 40 })
const ETH = contract('ETH', 'USDT')
const PAIR = pair('ETH', 'USDT', { quantityPrecision: 2 })
const KNOWN = {
  instruments: [BTC, ETH, PAIR],
  positions: [position(BTC), position(ETH, { volume: 5 })],
  balances: [balance('ETH', '1.239'), balance('USDT', 500)],
  quotes: [quote(PAIR, 100)],
}
const ACCOUNT: DeskFacts = {
  ...NO_FACTS,
  ...KNOWN,
  pace: { pools: [], roundTripMs: 100 },
  risk: riskInputs(KNOWN),
}
const SELL: DrillTest = {
  ...{ instrument: PAIR.symbol, asset: 'ETH', quantity: decimal('1.23') },
  ...{ outcome: 'accepted', failure: null },
}
const HEALTHY: DrillFacts = {
  at: 1,
  signing: ok(2.44),
  clock: ok({ offsetMs: -30, uncertaintyMs: 20, roundTripMs: 40 }),
  spot: reads([80]),
  contract: reads([50, 40, 90, 60, 70]),
  budget: { pools: [pool('contract', 'placeOrder')], hosts: [] },
  account: ok(ACCOUNT),
  tests: [SELL],
}

function reads(tripsMs: readonly number[], over: Partial<DrillReads> = {}): DrillReads {
  return { wanted: tripsMs.length, tripsMs, unreadable: 0, failure: null, ...over }
}

function failure(kind: FailureKind, message = 'It went wrong.'): Failure {
  return localFailure(kind, 'test', verbatim(message))
}

function account(over: Partial<DeskFacts>): Partial<DrillFacts> {
  return { account: ok({ ...ACCOUNT, ...over }) }
}

function judged(name: DrillCheck['name'], over: Partial<DrillFacts>) {
  const { verdict, found } = judgeDrill({ ...HEALTHY, ...over }).checks.find((check) => check.name === name) ?? {}
  return [verdict, found && inEnglish(inARow(found))]
}

type Budgeted = DrillFacts['budget']
const has = (text: string): unknown => expect.stringContaining(text)

describe('the card of a healthy account', () => {
  it('has every check, passed, with its figures', () => {
    const { checks, at, flatten } = judgeDrill(HEALTHY)
    expect(at).toBe(1)
    expect(checks.map(({ name }) => name)).toEqual(DRILL_CHECKS)
    expect(checks.map(({ verdict }) => verdict)).toEqual(DRILL_CHECKS.map(() => 'passed'))
    expect(checks.map(({ found }) => inEnglish(inARow(found)))).toEqual([
      'Signed in 2.4 ms; the venue accepts the key.',
      'The venue’s clock is 30 ms behind this machine’s, give or take 20 ms. Orders allow for it.',
      'A signed account read was answered in 80 ms.',
      '5 signed account reads: typically answered in 60 ms, 90 ms at the 95th percentile.',
      'The venue checked 1 sell and placed none: 1.23 ETH.',
      'The venue trades E-BTC-USDT, E-ETH-USDT.',
      '2 positions, 4 orders; the largest is split into 3.',
      'The venue’s limits leave room for 5 calls now.',
      has('A flatten would send 4 requests and cancel 0 orders: flat in about '),
    ])
    expect(flatten?.p95Ms).toBeGreaterThan(flatten?.likelyMs ?? Infinity)
  })

  it('keeps the duration of the drill’s own reads out of the flatten time', () => {
    const busy = [pool('contract', 'account', { used: 20 }), pool('contract', 'placeOrder')]
    const { flatten } = judgeDrill({ ...HEALTHY, ...account({ pace: { pools: busy, roundTripMs: 100 } }) })
    expect(flatten).toEqual(judgeDrill(HEALTHY).flatten)
  })
})

describe('reaching the venue', () => {
  it.each<[string, DrillCheck['name'], Partial<DrillFacts>, string, string]>([
    ['no signature', 'key', { signing: err(failure('vaultLocked')) }, 'failed', 'cannot sign. It went wrong.'],
    ['a slow one', 'key', { signing: ok(251) }, 'warning', 'Signed in 251 ms'],
    [
      'a key refused',
      'key',
      { contract: reads([], { failure: failure('signature') }) },
      'failed',
      'refuses the key. It went wrong.',
    ],
    [
      'a key nobody answered to',
      'key',
      { spot: reads([], { failure: failure('network') }), contract: reads([], { failure: failure('network') }) },
      'warning',
      'no signed read was answered',
    ],
    ['no measurement', 'clock', { clock: err(failure('timeout')) }, 'warning', 'could not be measured'],
    [
      'a doubtful one',
      'clock',
      { clock: ok({ offsetMs: 5_000, uncertaintyMs: 251, roundTripMs: 502 }) },
      'warning',
      '5 s ahead of this machine’s, give or take 251 ms',
    ],
    ['Spot down', 'spot', { spot: reads([], { failure: failure('network') }) }, 'failed', 'Spot account could not be'],
    ['half of Spot', 'spot', { spot: reads([80], { unreadable: 2 }) }, 'warning', '2 entries of it could not be read'],
    ['Contract down', 'contract', { contract: reads([], { failure: failure('network') }) }, 'failed', 'It went wrong.'],
    [
      'Contract at times',
      'contract',
      { contract: reads([50, 40], { wanted: 5, failure: failure('timeout') }) },
      'warning',
      'One of 5 reads was not answered. It went wrong.',
    ],
  ])('reports %s', (_, name, over, verdict, words) => {
    expect(judged(name, over)).toEqual([verdict, has(words)])
  })
})

describe('test orders', () => {
  it('are the sells of a flatten, as far as the venue can accept them before its cancels', () => {
    const locked = { ...ACCOUNT, balances: [balance('ETH', '0.999', 3), balance('USDT', 500)] }
    const resting = openOrder({ area: 'spot', instrument: PAIR.symbol, orderId: '1' }, { side: 'sell', quantity: 3 })
    const { sells } = testsOf({ ...locked, orders: [resting] })
    expect(sells.map(({ asset, quantity }) => [asset, toText(quantity)])).toEqual([['ETH', '0.99']])
    const all = testsOf({ ...locked, balances: [balance('ETH', 0, 3)], orders: [resting] })
    expect(all).toEqual({ sells: [], untested: [message('drill.allInOrders', { asset: 'ETH' })] })
  })

  it('are at most twelve; the others are named', () => {
    const pairs = Array.from({ length: 14 }, (_, at) => pair(`C${at + 10}`, 'USDT'))
    const balances = pairs.map(({ baseAsset }) => balance(baseAsset, 1))
    const { sells, untested } = testsOf({ ...ACCOUNT, instruments: pairs, balances })
    expect([sells.length, untested.map(inEnglish)]).toEqual([12, ['1 C22', '1 C23']])
  })

  const venues = { ...failure('rejected', 'The balance is too small.'), venue: { code: '-2017', message: 'No money' } }
  it.each<[string, readonly DrillTest[], string, string | RegExp]>([
    [
      'refused',
      [SELL, { ...SELL, outcome: 'refused', failure: venues }],
      'failed',
      'Refused: 1.23 ETH. The balance is too small. The venue’s words: -2017 “No money”.',
    ],
    [
      'refused with a sentence',
      [{ ...SELL, outcome: 'refused', failure: { ...venues, venue: { code: '-1', message: 'Below the minimum.' } } }],
      'failed',
      /-1 “Below the minimum”\.$/,
    ],
    [
      'refused for no words',
      [{ ...SELL, outcome: 'refused', failure: { ...venues, venue: { code: '-1', message: '' } } }],
      'failed',
      /The balance is too small\. The venue’s code: -1\.$/,
    ],
    [
      'refused and worth just enough to matter',
      [{ ...SELL, quantity: decimal('0.1'), outcome: 'refused', failure: venues }],
      'failed',
      'Refused: 0.1 ETH',
    ],
    [
      'refused and worth nothing',
      [SELL, { ...SELL, quantity: decimal('0.09'), outcome: 'refused', failure: venues }],
      'warning',
      'too little to matter',
    ],
    ['placed', [{ ...SELL, outcome: 'placed' }], 'failed', 'placed a test order'],
    ['not known', [{ ...SELL, outcome: 'unsupported', failure: failure('notSupported') }], 'skipped', 'no test order'],
    ['without an answer', [{ ...SELL, outcome: 'unclear', failure: failure('timeout') }], 'warning', 'No clear answer'],
    [
      'taken by a venue that shows no single orders',
      [{ ...SELL, outcome: 'unseen', failure: failure('notSupported') }],
      'warning',
      'accepted the test of 1.23 ETH. It shows no single orders',
    ],
    ['not needed', [], 'skipped', 'nothing on Spot'],
  ])('report a test that was %s', (_, tests, verdict, words) => {
    expect(judged('testOrders', { tests })).toEqual([verdict, expect.stringMatching(words)])
  })
})

describe('the way out', () => {
  const closed = { ...BTC, tradable: false }
  const banned = { area: 'spot', state: 'banned', resumesInMs: 40_000, isAsked: false, weight: null } as const
  const heavy = {
    ...banned,
    state: 'open',
    resumesInMs: 0,
    isAsked: false,
    weight: { limit: 100, used: 76, reserved: 25 },
  } as const
  const taken = [pool('contract', 'placeOrder', { used: 17 })]

  it.each<[string, DrillCheck['name'], Partial<DrillFacts>, string, string]>([
    [
      'a contract not traded',
      'contracts',
      account({ instruments: [closed, ETH] }),
      'failed',
      'does not trade E-BTC-USDT',
    ],
    ['a contract not known', 'contracts', account({ instruments: [ETH] }), 'warning', 'E-BTC-USDT'],
    ['a list cut short', 'contracts', account({ isPartial: true }), 'warning', 'Some positions could not be read'],
    ['no position', 'contracts', account({ positions: [] }), 'skipped', 'No position is held.'],
    [
      'a row of no contracts',
      'contracts',
      account({ positions: [position(BTC, { volume: 0 })] }),
      'skipped',
      'No position is held.',
    ],
    [
      'none that can be closed',
      'sizes',
      account({ instruments: [closed, { ...ETH, tradable: false }] }),
      'failed',
      'None of the positions',
    ],
    [
      'dust',
      'sizes',
      account({ positions: [position(ETH, { volume: '5.4' })] }),
      'warning',
      '1 position, 1 order. Cannot be closed now: 0.4 of 5.4 contracts of E-ETH-USDT long.',
    ],
    ['a ban', 'budget', { budget: { pools: [], hosts: [banned] } }, 'failed', 'calls go out again in 40 s'],
    ['a host out of breath', 'budget', { budget: { pools: [], hosts: [heavy] } }, 'warning', '76 of 100'],
    ['a pool that is taken', 'budget', { budget: { pools: taken, hosts: [] } }, 'warning', '3 of 20 calls'],
    ['orders not read', 'plan', account({ unread: ['E-BTC-USDT'] }), 'warning', 'E-BTC-USDT could not be read'],
    [
      'a pair by its assets',
      'plan',
      account({ unread: [PAIR.symbol] }),
      'warning',
      'The open orders of ETH/USDT could',
    ],
    ['areas not read', 'plan', account({ blind: ['spot'] }), 'warning', 'Not all Spot balances could'],
    ['nothing to do', 'plan', account({ positions: [] }), 'skipped', 'nothing to get out of'],
    ['nothing known', 'plan', account({ positions: [], unread: ['X'] }), 'failed', 'could not be read'],
  ])('reports %s', (_, name, over, verdict, words) => {
    expect(judged(name, over)).toEqual([verdict, has(words)])
  })

  it('is not judged when the positions or the whole account could not be read', () => {
    for (const over of [account({ positions: null }), { account: err(verbatim('No answer.')) }]) {
      for (const name of ['contracts', 'sizes', 'plan'] as const) expect(judged(name, over)[0]).toBe('failed')
      expect(judgeDrill({ ...HEALTHY, ...over }).flatten).toBeNull()
    }
    expect(judged('plan', { account: err(verbatim('No answer.')) })[1]).toContain('No answer.')
  })

  it('takes no time when there is nothing to exit', () => {
    const { flatten } = judgeDrill({ ...HEALTHY, ...account({ positions: [] }) })
    expect(flatten).toEqual({ likelyMs: 0, p95Ms: 0 })
  })

  it('gives no flatten time when positions may be missing, and says that they would stay open', () => {
    expect(judgeDrill({ ...HEALTHY, ...account({ isPartial: true }) }).flatten).toBeNull()
    const [verdict, found] = judged('plan', account({ isPartial: true }))
    expect([verdict, found]).toEqual(['warning', has('could not be read')])
    expect(found).not.toContain('closing order')
  })

  it('is enough when it leaves the reserve free, or when a pool has just enough', () => {
    const weight = { limit: 100, used: 75, reserved: 25 }
    const over = (pools: Budgeted['pools'], hosts: Budgeted['hosts'] = []) =>
      judged('budget', { budget: { pools, hosts } })[0]
    expect(over([], [{ ...heavy, weight }])).toBe('passed')
    expect(over([pool('contract', 'placeOrder', { used: 16 })])).toBe('passed')
    expect(over([pool('contract', 'placeOrder', { used: 17 })])).toBe('warning')
  })

  it('reports a pause, in that area only', () => {
    const paused = { ...heavy, area: 'contract', state: 'backingOff', resumesInMs: 9_000, weight: null } as const
    const open = { ...heavy, weight: null } as const
    expect(judged('budget', { budget: { pools: [], hosts: [open, paused] } })).toEqual([
      'warning',
      expect.stringMatching(/^Contract asked Plimsoll to slow down; calls go out again in 9.s/),
    ])
  })

  it('cancels a single order of a pair without a batch', () => {
    const orders = [openOrder({ area: 'spot', instrument: PAIR.symbol, orderId: '1' })]
    const pools = [pool('spot', 'batchCancel', { used: 20 }), pool('spot', 'cancelOrder')]
    expect(judged('budget', { ...account({ orders }), budget: { pools, hosts: [] } })[0]).toBe('passed')
    const taken = [pool('spot', 'batchCancel'), pool('spot', 'cancelOrder', { used: 20 })]
    expect(judged('budget', { ...account({ orders }), budget: { pools: taken, hosts: [] } })[0]).toBe('warning')
  })

  it('counts cancels of a Spot pair as ten per call', () => {
    const orders = Array.from({ length: 11 }, (_, at) =>
      openOrder({ area: 'spot', instrument: PAIR.symbol, orderId: String(at) }),
    )
    const full = pool('spot', 'batchCancel', { used: 19 })
    const over = { ...account({ orders }), budget: { pools: [full], hosts: [] } }
    expect(judged('budget', over)).toEqual(['warning', has('1 of 20 calls of spot.batchCancel are free now, and 2')])
  })
})
