import { inEnglish } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import { localFailure } from '#shared/domain/failure.ts'
import { countText, gapMessages, knowledgeOf, ordersKnown, type Knowledge } from '#shared/snapshot/knowledge.ts'
import type { OpenOrders, OrderScope, Part } from '#shared/snapshot/snapshot.ts'
import { message, verbatim } from '#shared/words/message.ts'

const failure = localFailure('timeout', 'contract.account', verbatim('no answer'))
const entry = { path: 'account[0]', reason: message('expected.missing') }

const part = <T>(data: T | null, rest: Partial<Part<T>> = {}): Part<T> => ({
  ...{ version: 1, data, readAt: 0, expectEveryMs: 1_000, failure: null },
  ...rest,
})
const scope = (rest: Partial<OrderScope> = {}): OrderScope => ({
  ...{ area: 'spot', instrument: 'BTCUSDT', readAt: 0, failure: null },
  ...rest,
})
const orders = (scopes: readonly OrderScope[], rest: Partial<OpenOrders> = {}) =>
  part<OpenOrders>({ orders: [], scopes, ...rest })

const summaryOf = (knowledge: Knowledge) => [knowledge.state, ...knowledge.gaps.map(({ code }) => code)]

describe('how well a part is known', () => {
  it.each([
    ['never read', part(null), false, ['unknown', 'neverRead']],
    ['absent at this venue', undefined, false, ['unknown', 'neverRead']],
    ['never read, and failing', part(null, { failure }), false, ['unknown', 'neverRead']],
    ['read', part([]), false, ['known']],
    ['read, and failing now', part([], { failure }), false, ['unknown', 'notNow']],
    ['read long ago', part([]), true, ['unknown', 'notNow']],
    ['read with an unreadable row', part([], { hidden: [entry] }), false, ['partly', 'rows']],
  ])('%s', (_, of, isStale, expected) => {
    expect(summaryOf(knowledgeOf(of, isStale))).toEqual(expected)
  })

  it.each([
    ['never read as a list', part<OpenOrders>(null), ['unknown', 'neverRead']],
    ['every list read', orders([scope()]), ['known']],
    ['none of them read', orders([scope({ readAt: null })]), ['unknown', 'lists']],
    ['one of them not read', orders([scope(), scope({ instrument: 'ETHUSDT', readAt: null })]), ['partly', 'lists']],
    ['one failing now', orders([scope({ failure })]), ['partly', 'failing']],
    ['one cut short', orders([scope({ isCut: true })]), ['partly', 'cut']],
    ['one with an unreadable row', orders([scope({ unreadRows: 2 })]), ['partly', 'rows']],
    ['no instruments known', orders([], { blind: ['spot'] }), ['unknown', 'blind']],
    ['no instruments to read', orders([]), ['known']],
  ])('open orders: %s', (_, of, expected) => {
    expect(summaryOf(ordersKnown(of))).toEqual(expected)
  })

  it('depends only on scopes of the same area', () => {
    const of = orders([scope({ isCut: true }), scope({ area: 'contract', instrument: 'E-BTC-USDT' })])
    expect([ordersKnown(of, false, 'spot').state, ordersKnown(of, false, 'contract').state]).toEqual([
      'partly',
      'known',
    ])
  })
})

it('never treats unknown as none', () => {
  const [known, partly, unknown] = [part([]), part([], { hidden: [entry] }), part(null)].map((each) =>
    knowledgeOf(each),
  )
  expect([countText(0, known!), countText(7, known!)]).toEqual(['0', '7'])
  expect([countText(0, partly!), countText(7, partly!)]).toEqual(['?', '≥\u202f7'])
  expect([countText(0, unknown!), countText(7, unknown!)]).toEqual(['?', '7'])
})

it('gives the reason', () => {
  const hidden = [{ ...entry, contract: 'E-BTC-USDT' }, { ...entry, coin: 'USDT' }, entry]
  const words = [
    knowledgeOf(part(null)),
    knowledgeOf(part([], { failure })),
    knowledgeOf(part([]), true),
    knowledgeOf(part([], { hidden })),
    ordersKnown(orders([scope({ isCut: true, unreadRows: 1 })], { blind: ['spot', 'contract'] })),
  ].map((knowledge) => gapMessages(knowledge).map(inEnglish))
  expect(words).toEqual([
    ['Not read yet.'],
    ['Could not be read again: no answer'],
    ['No newer read has come.'],
    ['3 rows could not be read: E-BTC-USDT, USDT.'],
    [
      'Plimsoll does not know yet which instruments of Spot, Contract have open orders.',
      'More open orders than the venue lists at once: BTCUSDT.',
      '1 row could not be read: BTCUSDT.',
    ],
  ])
})
