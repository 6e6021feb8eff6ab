import { expect, it } from 'vitest'
import { compile } from '#shared/desk/compile.ts'
import { looksAgain } from '#shared/desk/estimate.ts'
import type { DeskFacts } from '#shared/desk/facts.ts'
import type { Position } from '#shared/domain/account.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { NO_FACTS, openOrder } from '#test/support/desk-facts.ts'
import { contract, position } from '#test/support/portfolio-fixtures.ts'
import { inEnglish } from '#shared/words/say.ts'
import { inWords } from '#test/support/in-words.ts'

const BTC = contract('BTC', 'USDT', { maxMarketVolume: 30 })
const ETH = contract('ETH', 'USDT')
const LONG = position(BTC)
const SHORT = position(ETH, { side: 'short' })
const FACTS: DeskFacts = { ...NO_FACTS, instruments: [BTC, ETH], positions: [LONG, SHORT] }

type Sizes = readonly (readonly [Pick<Position, 'key'>, string])[]

function reduce(sizes: Sizes, facts: Partial<DeskFacts> = {}) {
  const closes = sizes.map(([{ key }, volume]) => ({ positionKey: key, volume }))
  let id = 0
  return compile({ kind: 'reduce', closes }, { ...FACTS, ...facts }, () => `id${++id}`)
}

/** "cancel 1", "sell 30 of E-BTC-USDT". */
function legs(sizes: Sizes, facts: Partial<DeskFacts> = {}): readonly string[] {
  const draft = reduce(sizes, facts)
  if (!draft.ok) throw new Error(inEnglish(draft.error.message))
  return draft.value.legs.map((leg) => {
    if (leg.kind === 'cancel') return `cancel ${leg.orderId}`
    if (leg.kind !== 'close') throw new Error(`expected no ${leg.kind}`)
    return `${leg.side} ${toText(leg.volume)} of ${leg.instrument}`
  })
}

const codeOf = (draft: ReturnType<typeof reduce>) => (draft.ok ? null : draft.error.code)
const NONE = { key: 'E-XRP-USDT:cross:long' }

it('closes the given size of each, in slices, in the given order', () => {
  expect(
    legs([
      [SHORT, '7'],
      [LONG, '40'],
    ]),
  ).toEqual(['buy 7 of E-ETH-USDT', 'sell 30 of E-BTC-USDT', 'sell 10 of E-BTC-USDT'])
  expect(looksAgain({ kind: 'reduce', closes: [] })).toBe(false)
})

it.each([
  ['capped', ['101', '99'], 'IOC'],
  ['offset', ['99', '101'], 'rest'],
] as const)('closes each at its distance from the mark: %s', (kind, prices, timeInForce) => {
  const closes = [SHORT, LONG].map(({ key: positionKey }) => ({ positionKey, volume: '7' }))
  const positions = [LONG, SHORT].map((held) => ({ ...held, markPrice: decimal(100) }))
  const draft = compile({ kind: 'reduce', closes, tactic: { kind, percent: '1' } }, { ...FACTS, positions }, () => 'id')
  expect(draft.ok && draft.value.legs).toMatchObject(prices.map((price) => ({ price: decimal(price), timeInForce })))
})

it('first cancels what locks them, and nothing else', () => {
  const pending = { pendingCloseVolume: decimal(95) }
  const positions = [
    { ...LONG, ...pending },
    { ...SHORT, ...pending },
  ]
  const closing = (of: string, side: 'buy' | 'sell', orderId: string, quantity: number) =>
    openOrder({ area: 'contract', instrument: of, orderId }, { action: 'close', side, quantity })
  const orders = [
    ...[closing(BTC.name, 'sell', '1', 60), closing(BTC.name, 'sell', '2', 35)],
    ...[closing(ETH.name, 'buy', '3', 60), closing(ETH.name, 'buy', '4', 35)],
  ]
  const found = legs(
    [
      [LONG, '20'],
      [SHORT, '3'],
    ],
    { positions, orders },
  )
  expect(found).toEqual(['cancel 1', 'sell 5 of E-BTC-USDT', 'sell 15 of E-BTC-USDT', 'buy 3 of E-ETH-USDT'])
  expect(
    legs(
      [
        [SHORT, '20'],
        [LONG, '20'],
      ],
      { positions, orders },
    ).slice(0, 2),
  ).toEqual(['cancel 3', 'cancel 1'])
})

it('is refused when a size cannot be sent, or one position occurs twice', () => {
  expect(
    codeOf(
      reduce([
        [SHORT, '7'],
        [LONG, '101'],
      ]),
    ),
  ).toBe('BAD_AMOUNT')
  expect(
    codeOf(
      reduce([
        [SHORT, '7'],
        [LONG, '1.5'],
      ]),
    ),
  ).toBe('BAD_AMOUNT')
  expect(
    codeOf(
      reduce([
        [LONG, '7'],
        [SHORT, '1'],
        [LONG, '8'],
      ]),
    ),
  ).toBe('BAD_AMOUNT')
})

it('continues with the others when one cannot be acted on, and says so', () => {
  const draft = reduce([
    [NONE, '7'],
    [LONG, '7'],
  ])
  expect(draft.ok && inWords(draft.value.warnings)).toEqual([
    expect.stringContaining('does not hold long E-XRP-USDT cross'),
  ])
  expect(draft.ok && draft.value.legs).toHaveLength(1)
  expect(codeOf(reduce([[NONE, '7']]))).toBe('POSITION_NOT_FOUND')
  expect(codeOf(reduce([]))).toBe('NOTHING_TO_DO')
})
