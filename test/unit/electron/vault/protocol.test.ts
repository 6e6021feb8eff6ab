import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageId, parseReply, parseRequest } from '#electron/vault/protocol.ts'

const HOLD = { kind: 'hold', accountId: 'a', apiKey: 'k', apiSecret: 's' }
const GOOD = [
  HOLD,
  { kind: 'take', accountId: 'a', apiKey: 'k', sealed: 's' },
  { kind: 'save', accountId: 'a', places: 'spot https://a.example' },
  { kind: 'lend', accountId: 'a', places: 'spot https://a.example' },
  { kind: 'sign', accountId: 'a', text: 't' },
  { kind: 'retire' },
]

describe('parseRequest', () => {
  it.each(GOOD)('accepts $kind as it is', (request) => {
    expect(parseRequest({ id: 1, request })).toEqual(request)
  })

  it.each([
    ['nothing', undefined],
    ['plain text', 'sign'],
    ['no kind', { accountId: 'a' }],
    ['an unknown kind', { kind: 'read', accountId: 'a' }],
    ['a kind that every object has', { kind: 'constructor' }],
    ['a missing field', { kind: 'sign', accountId: 'a' }],
    ['an empty field', { ...HOLD, apiSecret: '' }],
    ['a field that is not text', { ...HOLD, apiSecret: 5 }],
    ['a field of its prototype', Object.assign(Object.create({ accountId: 'a' }) as object, { kind: 'forget' })],
    ['an extra field', { kind: 'open', accountId: 'a', places: 'p', stored: 'yes' }],
  ])('refuses %s', (_, request) => {
    expect(parseRequest({ id: 1, request })).toBeNull()
  })
})

describe('parseReply', () => {
  it.each([
    { id: 1, outcome: { ok: true, value: null } },
    { id: 2, outcome: { ok: true, value: 'abc' } },
    { id: 3, outcome: { ok: false, trouble: 'refused', detail: null } },
  ])('accepts %j as it is', (reply) => {
    expect(parseReply(reply)).toEqual(reply)
  })

  it('drops everything in a reply beyond its own fields', () => {
    const outcome = { ok: true, value: 'v', apiSecret: 's' }
    expect(parseReply({ id: 1, outcome, apiSecret: 's' })).toEqual({ id: 1, outcome: { ok: true, value: 'v' } })
  })

  it.each([
    { outcome: { ok: true, value: null } },
    { id: '1', outcome: { ok: true, value: null } },
    { id: 1 },
    { id: 1, outcome: { ok: true } },
    { id: 1, outcome: { ok: 'true', value: null } },
    { id: 1, outcome: { ok: false, trouble: 'toString', detail: null } },
    { id: 1, outcome: { ok: false, trouble: 'refused' } },
  ])('refuses %j', (reply) => {
    expect(parseReply(reply)).toBeNull()
  })
})

it('never throws, whatever arrives', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (message) => {
      parseRequest(message)
      parseRequest({ id: 1, request: message })
      parseReply(message)
      messageId(message)
    }),
  )
})
