import { describe, expect, it } from 'vitest'
import { digits, limitUpTo, oneOf, optional, positive, readFields, text } from '#electron/simulator/routes/fields.ts'
import { bare, bare16, bareId, localText, padded, readBody, toJson } from '#electron/simulator/routes/wire.ts'
import { decimal } from '#shared/domain/decimal.ts'

describe('wire', () => {
  it('prints 64-bit ids and long amounts as bare numbers with every digit', () => {
    const body = {
      id: bareId('3302507625176983697'),
      price: bare(decimal('0.1234567890123456')),
      at: bare16(decimal(170)),
    }
    expect(toJson(body)).toBe('{"id":3302507625176983697,"price":0.1234567890123456,"at":170.0000000000000000}')
  })

  it('prints zero the way the venue does', () => {
    expect(toJson([bare16(decimal(0)), padded(decimal(0), 10)])).toBe('[0E-16,"0.0000000000"]')
  })

  it('never loses digits for the sake of padding', () => {
    expect(padded(decimal('1.123456789012'), 10)).toBe('1.123456789012')
  })

  it('keeps the text of every number of a body', () => {
    expect(readBody('{"orderIds":[3176908865623395001,"9"],"volume":1e-8,"recvWindow":5000}')).toEqual({
      orderIds: ['3176908865623395001', '9'],
      volume: '1e-8',
      recvWindow: '5000',
    })
  })

  it.each(['[]', '1', 'null', '{', 'x'])('reads %s as no object', (body) => {
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
  }
  const good = { name: 'x', side: 'BUY', volume: '0.5' }

  it('reads what is there and falls back where that is allowed', () => {
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
    ['a volume that is no number', { volume: 'NaN' }, -1102],
    ['a limit that is no whole number', { limit: '1.5' }, -1102],
    ['an id that is no number', { from: 'abc' }, -1102],
    ['a list where text is due', { name: ['x'] }, -1102],
  ])('refuses %s', (_what, change, code) => {
    const read = readFields({ ...good, ...change }, fields)
    expect(read.ok ? 'accepted' : read.error.code).toBe(code)
  })

  it('serves no more than the largest page', () => {
    const read = readFields({ ...good, limit: '5000' }, fields)
    expect(read.ok && read.value.limit).toBe(100)
  })
})
