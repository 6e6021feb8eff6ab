import { message } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { describeDialect } from '#electron/venue/profile/differences.ts'
import { formatProfile, parseProfile } from '#electron/venue/profile/profile.ts'
import { inEnglish } from '#shared/words/say.ts'

const PLACE = { version: 1, name: 'Harbour', spotBaseUrl: 'https://a.example', contractBaseUrl: 'https://b.example/x' }

function read(changes: object) {
  return parseProfile(JSON.stringify({ ...PLACE, ...changes }))
}

/** The complaint about a profile whose dialect has these fields. */
function fault(dialect: unknown): string {
  const profile = read({ dialect })
  if (profile.ok) throw new Error('expected a fault')
  return inEnglish(profile.error).replace(/\.$/, '')
}

function dialect(fields: object): Dialect {
  const profile = read({ dialect: fields })
  if (!profile.ok) throw new Error(inEnglish(profile.error))
  return profile.value.dialect
}

describe('a venue profile', () => {
  it('without a dialect uses the default', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        name: 'Harbour',
        spotBaseUrl: 'https://a.example',
        contractBaseUrl: 'https://b.example/x',
        dialect: DEFAULT_DIALECT,
      },
    })
    expect(read({ dialect: {} })).toEqual(read({}))
  })

  it('keeps addresses as the client uses them, a gateway’s prefix included', () => {
    const profile = read({ spotBaseUrl: 'https://A.example/gate/' })
    expect(profile.ok && profile.value.spotBaseUrl).toBe('https://a.example/gate')
  })

  it('changes a field as a whole, and for a field per area only the area that it names', () => {
    const changed = dialect({
      headers: { 'X-Region': 'eu' },
      limits: { 'spot.account': { count: 5, windowMs: 1000 } },
      weightPerMinute: { contract: 6000 },
      numericEncoding: { contract: 'string' },
      intervals: { spot: { '60min': '1h' } },
    })
    expect(changed).toEqual({
      ...DEFAULT_DIALECT,
      headers: { 'X-Region': 'eu' },
      limits: { 'spot.account': { count: 5, windowMs: 1000 } },
      weightPerMinute: { spot: 12_000, contract: 6000 },
      numericEncoding: { spot: 'string', contract: 'string' },
      intervals: { spot: { '60min': '1h' }, contract: {} },
    })
  })

  it('may have limits down to one call, and a weight down to two of the heaviest', () => {
    const smallest = { limits: { 'spot.cancelOrder': { count: 1, windowMs: 1 } }, weightPerMinute: { spot: 20 } }
    expect(dialect(smallest)).toMatchObject(smallest)
  })

  it.each([
    [
      { limits: { 'spot.placeOrder': { count: 'many', windowMs: 1 } } },
      'dialect.limits["spot.placeOrder"].count: expected a whole number from 1 to 100000, was "many"',
    ],
    [
      { limits: { 'spot.placeOrder': { count: 1 } } },
      'dialect.limits["spot.placeOrder"].windowMs: expected a whole number from 1 to 60000, was nothing',
    ],
    [{ limits: { 'spot.placeOrder': 5 } }, 'dialect.limits["spot.placeOrder"]: expected an object, was 5'],
    [{ limits: { 'spot.plaice': {} } }, 'dialect.limits["spot.plaice"]: there is no such field'],
    [{ signGetQuery: 'yes' }, 'dialect.signGetQuery: expected true or false, was "yes"'],
    [{ spotVersion: 'v3' }, 'dialect.spotVersion: expected one of "v1", "v2", was "v3"'],
    [
      { weightPerMinute: { spot: 19 } },
      'dialect.weightPerMinute.spot: expected a whole number from 20 (room for a cancel on top of the heaviest read) to 10000000, or null, was 19',
    ],
    [{ weightPerMinute: 7 }, 'dialect.weightPerMinute: expected an object, was 7'],
    [{ clockLeadMs: 2001 }, 'dialect.clockLeadMs: expected a whole number from 0 to 2000, was 2001'],
    [
      { intervals: { spot: { '60min': '1 h' } } },
      'dialect.intervals.spot["60min"]: expected 1 to 16 letters or digits, was "1 h"',
    ],
    [{ intervals: { spot: { '61min': '1h' } } }, 'dialect.intervals.spot["61min"]: there is no such field'],
    [
      { paths: { 'spot.time': null } },
      'dialect.paths["spot.time"]: expected a path like /sapi/v1/order, of letters, digits and ._-, of a GET also with a query like ?symbols=BTC,USDT, was null',
    ],
    [{ paths: null }, 'dialect.paths: expected an object, was null'],
    [{ headers: [] }, 'dialect.headers: expected an object of header names and their text, was a list'],
    [{ signGETQuery: true }, 'dialect.signGETQuery: there is no such field'],
    [[], 'dialect: expected an object, was a list'],
  ])('refuses %j with the field, what was expected and what it was', (fields, message) => {
    expect(fault(fields)).toBe(message)
  })

  it.each([
    ...['a', '/', '//a', '/a//b', '/a/../b', '/a/./b', '/a/..?b=c', '/a#b', '/a b', '/ä', `/${'a'.repeat(400)}`],
    ...['/a?b', '/a?', '/a?b=', '/a?b=c&', '/a?b=c?d=e', '/a?b=c d', '/a?b=%41', '/a?b=c#d', '?b=c'],
  ])('refuses %j as a path: the signed path must be the one sent', (path) =>
    expect(fault({ paths: { 'spot.time': path } })).toMatch(/^dialect.paths\["spot.time"\]: expected a path/),
  )

  it('may have a path with a query, for a GET that does not set the same itself', () => {
    const paths = { 'spot.account': '/sapi/v1/account/balance?symbols=BTC,USDT&a=1' } as const
    expect(dialect({ paths })).toMatchObject({ paths })
    expect(fault({ paths: { 'spot.placeOrder': '/sapi/v1/order?a=1' } })).toBe(
      'dialect.paths: "spot.placeOrder" can have no query: it is sent with a body',
    )
    expect(fault({ paths: { 'spot.openOrders': '/sapi/v1/openOrders?symbol=BTCUSDT' } })).toBe(
      'dialect.paths: "spot.openOrders" cannot fix "symbol": that is sent already',
    )
    expect(fault({ paths: { 'spot.account': '/a?b=1&b=2' } })).toBe(
      'dialect.paths: "spot.account" cannot fix "b": that is sent already',
    )
  })

  it.each([
    ['a test order to the path where orders are placed', { 'spot.placeOrder': '/x/test', 'spot.testOrder': '/x/test' }],
    ['a look-up to the path where orders are placed', { 'contract.orderHistory': '/sapi/v1/order' }],
    ['a look-up to the path where the other version places orders', { 'contract.orderHistory': '/sapi/v2/order' }],
    [
      'a look-up to the path where this venue places orders',
      { 'spot.placeOrder': '/x', 'contract.orderHistory': '/x' },
    ],
    ['an order to the path where orders are cancelled', { 'contract.placeOrder': '/fapi/v1/cancel' }],
  ])('never directs %s', (_what, paths) => {
    expect(fault({ paths })).toMatch(/^dialect\.paths: ".+" cannot have the path of ".+"$/)
  })

  it.each(['/sapi/v1/order', '/sapi/v2/order', '/order/tested', '/orders'])(
    'does not send a test order to %s, whose path does not say that it is one',
    (path) =>
      expect(fault({ paths: { 'spot.testOrder': path } })).toBe('dialect.paths: "spot.testOrder" must end in /test'),
  )

  it.each([
    'X-CH-TS',
    'x-ch-anything',
    'Content-Type',
    'Host',
    'Connection',
    'Accept-Encoding',
    'Transfer-Encoding',
    'futures-version',
  ])('does not let the header %s be set', (name) =>
    expect(fault({ headers: { [name]: 'x' } })).toContain('cannot be set by a profile'),
  )

  it.each([
    [{ 'X Y': 'a' }, 'expected a header name'],
    [{ 'X-Y': 'a\r\nHost: b' }, 'expected 1 to 200 printable characters'],
    [{ 'X-Y': '' }, 'expected 1 to 200 printable characters'],
    [{ 'X-Y': 5 }, 'expected 1 to 200 printable characters'],
    [{ 'X-Y': 'a', 'x-y': 'b' }, 'appears twice'],
  ])('refuses the headers %j', (headers, message) => expect(fault({ headers })).toContain(message))

  it.each([
    [{ apiKey: 'c4n4ry' }, 'apiKey: a profile never holds keys'],
    [{ api_secret: 'c4n4ry' }, 'api_secret: a profile never holds keys'],
    [{ dialect: { passphrase: 'c4n4ry' } }, 'dialect.passphrase: a profile never holds keys'],
    [
      { dialect: { headers: { Authorization: 'c4n4ry' } } },
      'dialect.headers: "Authorization": a profile never holds keys',
    ],
    [
      { dialect: { headers: { 'X-MBX-APIKEY': 'c4n4ry' } } },
      'dialect.headers: "X-MBX-APIKEY": a profile never holds keys',
    ],
  ])('contains no key, and a refused key is not repeated: %j', (changes, message) => {
    const profile = read(changes)
    expect(!profile.ok && inEnglish(profile.error)).toBe(`${message}.`)
  })

  it.each([
    [{ version: 2 }, 'version: expected 1, was 2'],
    [{ name: '' }, 'name: expected 1 to 40 characters'],
    [{ name: ' x' }, 'name: expected 1 to 40 characters'],
    [{ name: 'a\nb' }, 'name: expected 1 to 40 characters'],
    [{ name: undefined }, 'name: expected 1 to 40 characters, with no space at either end, was nothing'],
    [{ spotBaseUrl: 'http://a.example' }, 'spotBaseUrl: expected an https address'],
    [{ contractBaseUrl: 'b' }, 'contractBaseUrl: expected an https address'],
    [{ spotBaseUrl: null }, 'spotBaseUrl: expected an https address'],
    [
      { spotBaseUrl: undefined, contractBaseUrl: undefined },
      'the profile: expected spotBaseUrl, contractBaseUrl or both, was neither',
    ],
    [{ colour: 'red' }, 'colour: there is no such field'],
    [JSON.parse('{"__proto__": 1}') as object, ''],
  ])('refuses %j', (changes, message) => {
    if (message === '') {
      const profile = parseProfile(JSON.stringify(PLACE).replace('{', '{"__proto__":1,'))
      expect(!profile.ok && inEnglish(profile.error)).toBe('__proto__: there is no such field.')
    } else {
      const profile = read(changes)
      expect(!profile.ok && inEnglish(profile.error)).toContain(message)
    }
  })

  it('names every fault up to five', () => {
    const wrong = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, 1]))
    const profile = read(wrong)
    expect(!profile.ok && inEnglish(profile.error)).toMatch(/^a: .*\. e: [^.]*\. There are 2 more problems\.$/)
  })

  it.each([
    ['{\n  "version": 1,\n}', message('profile.notJsonAt', { line: '3', column: '1' })],
    ['nope', message('profile.notJson')],
    ['', message('profile.notJson')],
  ])('gives the place of a JSON error: %j', (text, error) => expect(parseProfile(text)).toEqual({ ok: false, error }))

  it('may start with a byte order mark', () => {
    expect(parseProfile(`\uFEFF${JSON.stringify(PLACE)}`).ok).toBe(true)
  })

  it.each(['spotBaseUrl', 'contractBaseUrl'] as const)('leaves out %s when the venue has no such area', (gone) => {
    const profile = read({ [gone]: undefined })
    expect(profile).toMatchObject({ ok: true, value: { [gone]: null } })
    if (profile.ok) expect(formatProfile(profile.value)).not.toContain(gone)
  })

  it('is written without anything that is the default', () => {
    const text = formatProfile({ ...PLACE, dialect: { ...DEFAULT_DIALECT, signGetQuery: false } })
    expect(text).toBe(`{
  "version": 1,
  "name": "Harbour",
  "spotBaseUrl": "https://a.example",
  "contractBaseUrl": "https://b.example/x",
  "dialect": {
    "signGetQuery": false
  }
}
`)
  })
})

describe('a profile of another interface', () => {
  const api = { spot: 'binance', contract: 'v2' }

  it('may be chosen in one area only', () => {
    expect(dialect({ api: { spot: 'binance' } }).api).toEqual({ spot: 'binance', contract: 'v1' })
  })

  it.each<[object, string]>([
    [{ api: { spot: 'v2' } }, 'dialect.api.spot: expected one of "sapi", "binance", was "v2"'],
    [
      { api, paths: { 'spot.batchCancel': '/api/v1/some' } },
      'dialect.paths: "spot.batchCancel" does not exist in the interface of "api"',
    ],
    [
      { api, limits: { 'contract.conditionOrder': { count: 1, windowMs: 1 } } },
      'dialect.limits: "contract.conditionOrder" does not exist in the interface of "api"',
    ],
    [
      { api, openOrders: { contract: 'wholeArea' } },
      'dialect.openOrders: "contract" lists open orders one instrument at a time in the interface of "api"',
    ],
    [
      { api, paths: { 'contract.cancelOrder': '/fapi/v2/order' } },
      'dialect.paths: "contract.cancelOrder" cannot have the path of "contract.placeOrder"',
    ],
  ])('%o is refused', (fields, message) => expect(fault(fields)).toBe(message))
})

describe('the differences of a venue', () => {
  it('are none for the default dialect', () => expect(describeDialect(DEFAULT_DIALECT)).toEqual([]))

  it('are described in plain lines', () => {
    const lines = describeDialect(
      dialect({
        api: { spot: 'binance', contract: 'v2' },
        signGetQuery: false,
        spotVersion: 'v2',
        paths: { 'spot.account': '/sapi/v1/account/balance' },
        limits: { 'spot.placeOrder': { count: 7, windowMs: 2000 }, 'spot.time': { count: 1, windowMs: 1500 } },
        weightPerMinute: { spot: null, contract: 1200 },
        numericEncoding: { spot: 'number' },
        batchIds: 'string',
        triggerType: 'label',
        conditionPriceRequired: true,
        marketOpen: 'orderUnit',
        marketClose: 'limitIoc',
        symbolCase: 'upper',
        intervals: { contract: { '60min': '1h' } },
        clockLeadMs: 300,
        headers: { 'X-Region': 'eu' },
      }),
    )
    expect(lines.map(inEnglish)).toEqual([
      'Spot uses the Binance style (/api/v1, X-MBX-APIKEY).',
      'Contract uses version 2 of its private calls (/fapi/v2).',
      'The query of a GET is not signed.',
      'Spot uses version 2 of its paths.',
      'spot.account is at /sapi/v1/account/balance.',
      'spot.placeOrder: at most 7 calls in 2 s.',
      'spot.time: at most 1 call in 1.5 s.',
      'Spot calls have no weight limit per minute.',
      'All Contract calls together may weigh at most 1200 a minute.',
      'Spot amounts are sent as numbers.',
      'The ids of a batch cancel are sent as text.',
      'Conditional orders give the direction in which they fire as "3UP" or "4DOWN".',
      'A conditional order at market also carries its trigger price as its price.',
      'A market order that opens a position says with orderUnit that its size is in contracts.',
      'A close at market is sent as a limit order that trades at once, up to a protective price.',
      'Spot symbols are sent in upper case.',
      'Contract candles of 60min are called 1h.',
      'Requests are stamped 300 ms early.',
      'The header X-Region: eu is sent with every request.',
      'The header admin-language is not sent.',
    ])
  })
})
