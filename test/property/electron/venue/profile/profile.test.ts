import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areasAt } from '#shared/domain/addresses.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { describeDialect } from '#electron/venue/profile/differences.ts'
import { formatProfile, parseProfile } from '#electron/venue/profile/profile.ts'
import type { VenueProfile } from '#electron/venue/profile/profile.ts'

const whole = (min: number, max: number) => fc.integer({ min, max })
/** Read endpoints only, at unused paths: a profile that directs a call to an order endpoint is refused. */
const READS = ['spot.time', 'spot.account', 'contract.klines'] as const
const some = <V>(names: readonly string[], value: fc.Arbitrary<V>) => fc.dictionary(fc.constantFrom(...names), value)
const word = fc.stringMatching(/^\w{1,16}$/)
const encoding = fc.constantFrom('string' as const, 'number' as const)
const listing = fc.constantFrom('unknown' as const, 'wholeArea' as const, 'perInstrument' as const)
const weight = fc.option(whole(20, 10_000_000))
const intervals = some(['1min', '60min', '1day'], word)

/** A limit of at least one call in 10 s, with a window of at most a minute. */
const limit = fc
  .record({ count: whole(1, 100_000), windowMs: whole(1, 60_000) })
  .map(({ count, windowMs }) => ({ count, windowMs: Math.min(windowMs, count * 10_000) }))

const dialects: fc.Arbitrary<Dialect> = fc
  .record({
    api: fc.record({ spot: fc.constantFrom('sapi', 'binance'), contract: fc.constantFrom('v1', 'v2') }),
    signGetQuery: fc.boolean(),
    spotVersion: fc.constantFrom('v1', 'v2'),
    paths: some(READS, fc.stringMatching(/^\/own(\/[a-z0-9_-]{1,8}){1,3}\/?$/)),
    limits: some(READS, limit),
    weightPerMinute: fc.record({ spot: weight, contract: weight }),
    numericEncoding: fc.record({ spot: encoding, contract: encoding }),
    batchIds: encoding,
    triggerType: fc.constantFrom('number', 'text', 'label'),
    conditionPriceRequired: fc.boolean(),
    marketOpen: fc.constantFrom('refused', 'contracts', 'orderUnit'),
    marketClose: fc.constantFrom('market', 'limitIoc'),
    openOrders: fc.record({ spot: listing, contract: listing }),
    openOrdersLimit: whole(100, 1000),
    depthLimit: fc.record({ spot: whole(5, 100), contract: whole(5, 100) }),
    symbolCase: fc.constantFrom('verbatim', 'upper', 'lower'),
    intervals: fc.record({ spot: intervals, contract: intervals }),
    clockLeadMs: whole(0, 2000),
    headers: some(['admin-language', 'X-Region'], fc.stringMatching(/^[!-~]([ -~]{0,8}[!-~])?$/)),
  })
  // An interface that lists orders one instrument at a time does not list a whole area.
  .filter(
    ({ api, openOrders }) =>
      (api.spot === 'sapi' || openOrders.spot !== 'wholeArea') &&
      (api.contract === 'v1' || openOrders.contract !== 'wholeArea'),
  )
const profiles: fc.Arbitrary<VenueProfile> = fc
  .record({
    name: fc.stringMatching(/^[A-Za-z0-9]([\w -]{0,8}[A-Za-z0-9])?$/),
    spotBaseUrl: fc.constantFrom('https://a.example', 'http://127.0.0.1:8787/gate', null),
    contractBaseUrl: fc.constantFrom('https://b.example', 'https://b.example/futures/open', null),
    dialect: dialects,
  })
  .filter((profile) => areasAt(profile).size > 0)

describe('venue profiles', () => {
  it('are read as they were written, and written the same again', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const text = formatProfile(profile)
        const read = parseProfile(text)
        expect(read).toEqual({ ok: true, value: profile })
        if (read.ok) expect(formatProfile(read.value)).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it('describe every field that differs from the default', () => {
    fc.assert(
      fc.property(dialects, fc.constantFrom(...(Object.keys(DEFAULT_DIALECT) as (keyof Dialect)[])), (other, name) => {
        const dialect = { ...DEFAULT_DIALECT, [name]: other[name] }
        const text = formatProfile({
          name: 'x',
          spotBaseUrl: 'https://a.example',
          contractBaseUrl: 'https://b.example',
          dialect,
        })
        const { dialect: written } = JSON.parse(text) as { dialect: object }
        expect(describeDialect(dialect).length > 0).toBe(Object.keys(written).length > 0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('that are invalid are refused in words, whatever they contain', () => {
    const names = fc.constantFrom(
      'version',
      'name',
      'dialect',
      'paths',
      'headers',
      'limits',
      'intervals',
      'spot',
      'spot.time',
    )
    const { document } = fc.letrec((tie) => ({
      document: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 0, 1.5, '', 'v1', 'https://a.example'),
        fc.array(tie('document'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(names, fc.string()), tie('document'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(
        fc.oneof(
          document,
          document.map((dialect) => ({ version: 1, dialect })),
        ),
        (value) => {
          const read = parseProfile(JSON.stringify(value))
          expect(read.ok ? '' : read.error).not.toBe('')
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
