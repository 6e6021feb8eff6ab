import { describe, expect, it } from 'vitest'
import { parseJson } from '#electron/venue/json.ts'

describe('reading JSON', () => {
  it.each([
    ['{"orderId":1690615676032452985}', { orderId: '1690615676032452985' }],
    ['{"orderId": 1690615676032452985 }', { orderId: '1690615676032452985' }],
    ['[1690615676032452985]', ['1690615676032452985']],
    ['1010.4043400372839856', '1010.4043400372839856'],
    ['{"a":0E-16,"b":-0,"c":1e400,"d":2.0}', { a: '0E-16', b: '-0', c: '1e400', d: '2.0' }],
    ['{"msg":"\\":1690615676032452985,","n":1}', { msg: '":1690615676032452985,', n: '1' }],
    ['{"tail":"back\\\\","n":1}', { tail: 'back\\', n: '1' }],
    ['[true,false,null,"",{}]', [true, false, null, '', {}]],
  ])('keeps every digit of %s', (text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value })
  })

  it.each([
    '',
    '{',
    '[1,]',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '1 2',
    '[1"2"]',
    '{1:2}',
    '{"a":1:2}',
    'NaN',
    '-Infinity',
    '"open',
    '"a\\"',
  ])('refuses %j, which is no JSON', (text) => {
    expect(parseJson(text).ok).toBe(false)
  })

  it('refuses what is nested too deep before it costs anything', () => {
    expect(parseJson('['.repeat(200_000))).toEqual({ ok: false, error: 'nested more than 64 levels deep' })
    expect(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`).ok).toBe(true)
  })

  it('leaves every prototype alone', () => {
    const read = parseJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('says nothing of the document in an error', () => {
    expect(JSON.stringify(parseJson('{"key":"canary" oops}'))).not.toContain('canary')
  })
})
