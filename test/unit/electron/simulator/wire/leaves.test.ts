import { describe, expect, it } from 'vitest'
import type { SimOrder } from '#electron/simulator/exchange/account/sim-order.ts'
import { dialectOf } from '#electron/simulator/wire/sim-dialect.ts'
import type { SimDialect } from '#electron/simulator/wire/sim-dialect.ts'
import {
  amount,
  digits,
  limitUpTo,
  oneOf,
  optional,
  orderId,
  positive,
  readFields,
  text,
} from '#electron/simulator/wire/request-params.ts'
import { pageOf } from '#electron/simulator/routes/paging.ts'
import { spelled } from '#electron/simulator/wire/spell-leaves.ts'
import {
  asText,
  bare,
  bare16,
  Id,
  JsonNumber,
  localText,
  padded,
  readBody,
  Status,
  Time,
} from '#electron/simulator/wire/leaves.ts'
import { decimal } from '#shared/domain/decimal.ts'

function json(body: unknown, dialect: Partial<SimDialect> = {}): string {
  return JSON.stringify(spelled(body, dialectOf(dialect), null))
}

describe('wire', () => {
  it('prints 64-bit ids and long amounts as bare numbers with every digit', () => {
    const body = {
      id: new Id('3302507625176983697', 'number'),
      price: bare(decimal('0.1234567890123456')),
      at: bare16(decimal(170)),
    }
    expect(json(body)).toBe('{"id":3302507625176983697,"price":0.1234567890123456,"at":170.0000000000000000}')
  })

  it('prints zero as the venue does', () => {
    expect(json([bare16(decimal(0)), padded(decimal(0), 10)])).toBe('[0E-16,"0.0000000000"]')
  })

  it('never loses digits because of padding', () => {
    expect(json(padded(decimal('1.123456789012'), 10))).toBe('"1.123456789012"')
  })

  it.each([
    ['mixed', '[1.5,0E-16,"0.50"]'],
    ['number', '[1.5,0,0.50]'],
    ['string', '["1.5","0","0.50"]'],
    ['padded', '[1.5000000000000000,0E-16,0.5000000000000000]'],
  ] as const)('writes numbers %s', (numbers, expected) => {
    expect(json([bare(decimal('1.5')), bare16(decimal(0)), padded(decimal('0.5'), 2)], { numbers })).toBe(expected)
  })

  it.each([
    ['mixed', 'mixed', '[7,"8",9]'],
    ['string', 'number', '["7","8",9]'],
    ['number', 'list', '[7,8,["9"]]'],
    ['number', 'string', '[7,8,"9"]'],
  ] as const)('writes ids %s and new ones %s', (ids, createdId, expected) => {
    const body = [new Id('7', 'number'), new Id('8', 'string'), new Id('9', 'number', true)]
    expect(json(body, { ids, createdId })).toBe(expected)
  })

  it('writes times as numbers or text, and candle times in seconds if configured', () => {
    const body = [new Time(1_767_225_600_123), new Time(1_767_225_600_000, 'candle')]
    expect(json(body)).toBe('[1767225600123,1767225600000]')
    expect(json(body, { times: 'text', klineTime: 's' })).toBe('["1767225600123","1767225600"]')
  })

  it.each([
    [0, '["NEW","NEW"]'],
    [1, '["PARTIALLY_FILLED","PARTIALLY_FILLED"]'],
  ])('has no pending cancel where that is not documented: %d filled', (executed, expected) => {
    const order = { status: 'PENDING_CANCEL', executed: decimal(executed) } as SimOrder
    const body = [new Status('spot', order), new Status('contract', order)]
    expect(json(body, { spotStatus: 'plain', contractStatus: 'plain' })).toBe(expected)
    expect(json(body)).toBe('["PENDING_CANCEL","PENDING_CANCEL"]')
  })

  it('keeps the text of every number in a body, and that it was a number', () => {
    expect(readBody('{"orderIds":[3176908865623395001,"9"],"volume":1e-8,"recvWindow":5000}')).toEqual({
      orderIds: [new JsonNumber('3176908865623395001'), '9'],
      volume: new JsonNumber('1e-8'),
      recvWindow: new JsonNumber('5000'),
    })
  })

  it.each(['[]', '1', 'null', '{', 'x'])('refuses %s as no object', (body) => {
    expect(readBody(body)).toBeNull()
  })

  it('prints local time eight hours ahead of UTC without a zone', () => {
    expect(localText(1_767_225_600_000)).toBe('2026-01-01T08:00:00')
  })
})

describe('fields', () => {
  const fields = {
    name: text,
    side: oneOf(['BUY', 'SELL'], -1117),
    volume: positive,
    limit: limitUpTo(100, 50),
    from: optional(digits),
    id: optional(orderId),
  }
  const good = { name: 'x', side: 'BUY', volume: '0.5' }

  it('reads what exists and falls back where that is allowed', () => {
    const read = readFields(good, fields)
    expect(read.ok && [read.value.side, read.value.volume.toString(), read.value.limit, read.value.from]).toEqual([
      'BUY',
      '0.5',
      50,
      null,
    ])
  })

  it.each([
    ['a missing parameter', { name: '' }, -1102],
    ['a word that is not one of the words', { side: 'buy' }, -1117],
    ['a volume of zero', { volume: '0' }, -1102],
    ['a negative volume', { volume: '-1' }, -1102],
    ['a volume that is not a number', { volume: 'NaN' }, -1102],
    ['a limit that is not a whole number', { limit: '1.5' }, -1102],
    ['an id that is not a number', { from: 'abc' }, -1102],
    ['a list instead of text', { name: ['x'] }, -1102],
    ['a list of two ids instead of one', { id: ['1', '2'] }, -1102],
  ])('refuses %s', (_what, change, code) => {
    const read = readFields({ ...good, ...change }, fields)
    expect(read.ok ? 'accepted' : read.error.code).toBe(code)
  })

  it('serves at most the largest page', () => {
    const read = readFields({ ...good, limit: '5000' }, fields)
    expect(read.ok && read.value.limit).toBe(100)
  })

  it.each([['7'], [new JsonNumber('7')], [['7']], [[new JsonNumber('7')]]])('reads an order id from %j', (id) => {
    const read = readFields({ ...good, id }, fields)
    expect(read.ok && read.value.id).toBe('7')
  })

  it.each([
    ['any', '1.5', true],
    ['any', new JsonNumber('1.5'), true],
    ['number', '1.5', false],
    ['number', new JsonNumber('1.5'), true],
    ['string', '1.5', true],
    ['string', new JsonNumber('1.5'), false],
  ] as const)('requires an amount of the type %s: %j', (kind, given, isTaken) => {
    expect(readFields({ volume: given }, { volume: amount(kind) }).ok).toBe(isTaken)
  })
})

describe('pages', () => {
  const entries = ['1', '3', '5', '7', '9']
  const page = (limit: number, fromId: string | null, direction: SimDialect['fromId']) =>
    pageOf(entries, (entry) => entry, { limit, fromId }, direction).join('')

  it.each([
    ['older', 2, null, '97'],
    ['newer', 2, null, '97'],
    ['older', 2, '5', '53'],
    ['older', 9, '6', '531'],
    ['older', 9, '0', ''],
    ['newer', 2, '5', '75'],
    ['newer', 9, '4', '975'],
    ['newer', 2, '1', '31'],
    ['newer', 9, '10', ''],
  ] as const)('%s: %d from %s is %s', (direction, limit, fromId, expected) => {
    expect(page(limit, fromId, direction)).toBe(expected)
  })

  it('compares ids by value, beyond what float64 holds', () => {
    const ids = ['9223372036854775806', '9223372036854775807']
    const newest = pageOf(ids, (id) => id, { limit: 9, fromId: '9223372036854775806' }, 'older')
    expect(newest).toEqual(['9223372036854775806'])
  })
})

it('spells text amounts', () => {
  expect(json(asText(decimal('1.50')))).toBe('"1.5"')
})
