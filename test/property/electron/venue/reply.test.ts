import { readFileSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EndpointName, Params } from '#electron/venue/client.ts'
import { ENDPOINTS } from '#electron/venue/endpoints.ts'
import { readReply } from '#electron/venue/reply.ts'
import { isDecimal } from '#shared/domain/decimal.ts'

const FIXTURES = new URL('../../../fixtures/venue/', import.meta.url)
const NAMES = Object.keys(ENDPOINTS) as EndpointName[]
const PARAMS = {
  symbol: 'SOLUSDT',
  contract: 'E-ETH-USDT',
  orderId: '3302507625176983999',
  interval: '1min',
} as unknown
const read = (endpoint: EndpointName, text: string) => readReply(endpoint, PARAMS as Params<EndpointName>, text)
const fixtures = readdirSync(FIXTURES).map((file) => ({
  endpoint: file.split('.').slice(0, 2).join('.') as EndpointName,
  text: readFileSync(new URL(file, FIXTURES), 'utf8'),
}))

/** Values no venue should send in place of what it should. */
const junk = fc.constantFrom(
  'null',
  'true',
  '""',
  '"NaN"',
  '1e400',
  '-1',
  '-0',
  '0',
  '[]',
  '{}',
  '[[]]',
  '99999999999999999999999',
  '"\\u202e"',
  '{"__proto__":{"x":1}}',
)

/** No amount in a read value is anything but finite and of a size that exists. */
function amountsOf(value: unknown): readonly { isFinite(): boolean; e: number }[] {
  if (isDecimal(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(amountsOf)
}

describe('reading a reply', () => {
  it('never throws, whatever text comes back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.oneof(fc.json(), fc.string()), (endpoint, text) => {
        expect(['value', 'error', 'unreadable']).toContain(read(endpoint, text).kind)
      }),
      { numRuns: 5000 },
    )
  })

  it('survives junk in any place of a good reply, and lets no impossible amount through', () => {
    // A member's value or a list's element, whichever the dice hit.
    const places = fixtures.flatMap(({ endpoint, text }) =>
      [...text.matchAll(/(?<=[:[,]\s*)(?:"[^"]*"|-?\d[\d.eE+-]*|true|false|null)(?=\s*[,\]}])/g)].map((hit) => ({
        endpoint,
        text,
        hit,
      })),
    )
    expect(places.length).toBeGreaterThan(300)
    fc.assert(
      fc.property(fc.constantFrom(...places), junk, ({ endpoint, text, hit }, instead) => {
        const reply = read(endpoint, text.slice(0, hit.index) + instead + text.slice(hit.index + hit[0].length))
        if (reply.kind !== 'value') return
        for (const amount of amountsOf(reply.value)) expect(amount.isFinite() && Math.abs(amount.e) <= 40).toBe(true)
      }),
      { numRuns: 5000 },
    )
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('survives a reply cut anywhere', () => {
    for (const { endpoint, text } of fixtures) {
      for (let at = 0; at < text.trimEnd().length; at++)
        expect(read(endpoint, text.slice(0, at)).kind).toBe('unreadable')
    }
  })
})
