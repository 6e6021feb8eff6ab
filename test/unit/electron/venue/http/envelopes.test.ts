import { describe, expect, it } from 'vitest'
import { toBody, toQuery, unwrap } from '#electron/venue/http/envelopes.ts'
import { parsed, plain } from '#test/support/json.ts'

describe('a query', () => {
  it('is text that no URL parser changes, because its bytes are signed', () => {
    const query = toQuery([
      ['symbol', "B'T C/é+&=%"],
      ['limit', { literal: '100' }],
    ])
    expect(query).toBe('symbol=B%27T%20C%2F%C3%A9%2B%26%3D%25&limit=100')
    expect(new URL(`https://example.com/path?${query}`).search).toBe(`?${query}`)
  })
})

describe('a body', () => {
  it('is JSON with escaped texts and numbers kept digit for digit', () => {
    const body = toBody([
      ['a', '"\\'],
      ['b', { literal: '0.10' }],
    ])
    expect(body).toBe('{"a":"\\"\\\\","b":0.10}')
    expect(toBody([])).toBe('{}')
  })
})

/** The content of a document as plain data. */
function held(document: unknown): unknown {
  const read = parsed(JSON.stringify(document))
  const envelope = read.ok ? unwrap(read.value) : read
  return envelope.ok && envelope.value.kind === 'reply' ? plain(envelope.value.value) : envelope
}

describe('an envelope', () => {
  it.each([
    [[], []],
    [{ code: '0', data: ['x'] }, ['x']],
    [{ code: 0, data: ['x'] }, ['x']],
    [{ code: '0', data: null }, null],
    [{ code: '0', data: { list: ['x'] } }, ['x']],
    [{ list: ['x'] }, ['x']],
    [
      { code: '0', orderId: '7' },
      { code: '0', orderId: '7' },
    ],
    [
      { code: null, orderId: '7' },
      { code: null, orderId: '7' },
    ],
  ])('%j holds %j', (document, value) => {
    expect(held(document)).toEqual(value)
  })

  it.each([null, true, 'text', { code: ['0'] }])('%j is no envelope', (document) => {
    expect(held(document)).toMatchObject({ ok: false })
  })
})
