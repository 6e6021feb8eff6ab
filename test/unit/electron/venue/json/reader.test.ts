import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { JsonObject, jsonObject, parseJson } from '#electron/venue/json/reader.ts'
import { toText } from '#shared/domain/decimal.ts'
import { parsed, plain } from '#test/support/json.ts'

/** The object written in `text`. */
function object(text: string): JsonObject {
  const read = parsed(text)
  if (!read.ok || !(read.value instanceof JsonObject)) throw new Error(`expected an object, was ${text}`)
  return read.value
}

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
    [' [ 1 , { "a" : [ ] } ] ', ['1', { a: [] }]],
    ['{"a":1,"b":2,"a":3}', { a: '3', b: '2' }],
    ['[{"a":1,"b":2},{"a":3,"b":4},{"b":5},{"a":6,"c":7},{"a":8,"b":9}]', rowsWithGaps()],
    ['[{"a":1},{"\\u0061":2},{"a":3}]', [{ a: '1' }, { a: '2' }, { a: '3' }]],
    ['\ufeff{"a":1}', { a: '1' }],
    ['["é","日本","\\ud83d\\ude00","\\ud800"]', ['é', '日本', '😀', '\ud800']],
    // V8's own parser (13.6) returns the first name for the second.
    ['{"":{"a":1,"\\\\\\"":1},"x":{"a":1,"\\"\\"":1}}', { '': { a: '1', '\\"': '1' }, x: { a: '1', '""': '1' } }],
  ])('keeps every digit and letter of %s', (text, value) => {
    const read = parsed(text)
    expect(read.ok && plain(read.value)).toEqual(value)
  })

  it.each([
    '',
    ' ',
    '{',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{,}',
    '{"a"}',
    '{"a" 1}',
    '{"a":}',
    '[1 2]',
    '[1}',
    '{"a":1]',
    '01',
    '-01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    '1e+',
    '1 2',
    '[1"2"]',
    '{1:2}',
    '{"a":1:2}',
    'NaN',
    '-Infinity',
    'tru',
    'nul',
    'nulll',
    'True',
    '"open',
    '"a\\"',
    '"\\x"',
    '"\\u12g4"',
    '"\\u123',
    '"a\nb"',
    '"a\tb"',
    '[1]]',
    '[1]\u00a0',
  ])('refuses %j, which is not JSON', (text) => {
    expect(parsed(text).ok).toBe(false)
  })

  it('refuses deep nesting before it costs anything', () => {
    expect(parsed('['.repeat(200_000))).toEqual({ ok: false, error: message('expected.most.levels', { most: 64 }) })
    expect(parsed(`${'['.repeat(64)}${']'.repeat(64)}`).ok).toBe(true)
    expect(parsed(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`).ok).toBe(false)
    // Siblings are not deep.
    expect(parsed(`[${'[{}],'.repeat(100)}[]]`).ok).toBe(true)
  })

  it('shows invalid UTF-8 as U+FFFD, which no id or amount allows', () => {
    const read = parseJson(Buffer.from([0x5b, 0x22, 0x31, 0xff, 0x22, 0x2c, 0x22, 0xe6, 0x97, 0x22, 0x5d]))
    expect(read).toEqual({ ok: true, value: ['1\ufffd', '\ufffd'] })
    expect(parseJson(Buffer.from([0x5b, 0x31, 0xff, 0x5d])).ok).toBe(false)
  })

  it('changes no prototype', () => {
    const read = object('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(read.names()).toEqual(['__proto__', 'constructor'])
    expect(read.get('__proto__')).toBeInstanceOf(JsonObject)
    expect(object('{}').get('constructor')).toBeUndefined()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('says where a document is wrong, and nothing of its content', () => {
    expect(parsed('{"key":"canary" oops}')).toEqual({ ok: false, error: message('expected.noJson', { at: '16' }) })
  })

  it('gives no text that keeps the document in memory or changes with it', () => {
    const bytes = Buffer.from('{"id":"1690615676032452985","word":"BUY"}')
    const read = parseJson(bytes)
    const texts = read.ok ? plain(read.value) : null
    bytes.fill(0x30)
    expect(texts).toEqual({ id: '1690615676032452985', word: 'BUY' })
  })

  it('distinguishes short texts of the same length, however many there are', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `w${index}`)
    const read = parsed(JSON.stringify(words))
    expect(read).toEqual({ ok: true, value: words })
  })
})

function rowsWithGaps(): unknown {
  return [{ a: '1', b: '2' }, { a: '3', b: '4' }, { b: '5' }, { a: '6', c: '7' }, { a: '8', b: '9' }]
}

describe('a member', () => {
  const read = object(
    '{"null":null,"n":-12.50,"t":"-12.50","e":1e3,"word":"12a","yes":true,"list":[1],"nine":9007199254740993}',
  )

  it('is found when it exists and is not null', () => {
    expect(['n', 'yes', 'list'].map((name) => read.find(name))).toEqual([1, 5, 6])
    expect(['null', 'missing'].map((name) => read.find(name))).toEqual([-1, -1])
  })

  it.each([
    ['n', '-12.5'],
    ['t', '-12.5'],
    ['e', '1000'],
    ['nine', '9007199254740993'],
    ['word', null],
    ['yes', null],
    ['list', null],
  ])('%s is the amount %s', (name, text) => {
    const value = read.decimalAt(read.find(name))
    expect(value && toText(value)).toBe(text)
  })

  it.each([
    ['{"a":1767225600000}', 1767225600000],
    ['{"a":"1767225600000"}', 1767225600000],
    ['{"a": 0 }', 0],
    ['{"a":999999999999999}', 999999999999999],
    ['{"a":1000000000000000}', null],
    ['{"a":1.0}', null],
    ['{"a":-1}', null],
    ['{"a":"12 "}', null],
    ['{"a":""}', null],
    ['{"a":[1]}', null],
  ])('of %s is the whole number %s', (text, whole) => {
    expect(object(text).wholeAt(0)).toBe(whole)
  })

  it('of an object made here is read like any other', () => {
    const made = jsonObject({ price: '60000.5', none: null, count: '7' })
    expect(plain(made)).toEqual({ price: '60000.5', none: null, count: '7' })
    expect(made.decimalAt(made.find('price'))?.toString()).toBe('60000.5')
    expect(made.find('none')).toBe(-1)
  })
})
