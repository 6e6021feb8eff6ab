/** A probe report that is passed on contains nothing of the account, wherever in a session it occurs. */
import { verbatim } from '#shared/words/message.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_DIALECT, issueText } from '#electron/venue/venue.ts'
import type { ProbeFact, ProbeReport } from '#shared/domain/probe.ts'
import { PROBE_STEPS } from '#shared/domain/probe.ts'

/** Texts like keys, secrets, names, amounts and order ids, long enough not to occur by chance. */
const secret = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9+/=_-]{24,64}$/),
  fc.stringMatching(/^Account [A-Z][a-z]{8,14} \d{6}$/),
  fc.stringMatching(/^[1-9]\d{7}\.\d{8}$/),
  fc.stringMatching(/^[1-9]\d{18}$/),
)

it('contains none of random keys, names, balances and ids that occur everywhere in a session', () => {
  fc.assert(
    fc.property(fc.array(secret, { minLength: 8, maxLength: 8 }), (secrets) => {
      const [text, code, header, path, query, key, word, prefix] = secrets
      const withheld = [key!]
      const facts = [
        { code: 'failure', call: 'spot.account', kind: 'rejected', venueCode: '-2015', httpStatus: 400 },
        // A venue that knows the key may echo it as a name.
        { code: 'closedWithBook', listed: 1, asked: 1, names: [key!, code!.replace(/[^ ]/, ' ')] },
        { code: 'timesOff', area: 'spot', row: 'candle', hours: 8 },
      ] satisfies ProbeFact[]
      const report: ProbeReport = {
        verdict: 'limited',
        steps: PROBE_STEPS.map((id) => ({
          id,
          outcome: 'warned',
          found: [verbatim(`found ${text!} in ${secrets.join(' ')}`)],
          facts,
        })),
      }
      const written = issueText({
        ...{ report, withheld, versions: { Plimsoll: '0.1.0' } },
        spotBaseUrl: `https://openapi.example.com/${encodeURIComponent(prefix!)}`,
        contractBaseUrl: 'https://futuresopenapi.example.com',
        dialect: {
          ...DEFAULT_DIALECT,
          headers: { 'X-Region': header!, [word!]: text! },
          paths: { 'spot.account': `/sapi/v1/${encodeURIComponent(path!)}?symbols=${encodeURIComponent(query!)}` },
          intervals: { spot: { '60min': word! }, contract: {} },
        },
      })
      for (const each of secrets) {
        expect(written).not.toContain(each)
        expect(written).not.toContain(encodeURIComponent(each))
      }
    }),
  )
})

it('contains hosts, versions, verdicts, figures, differences and the profile', () => {
  const facts = [{ code: 'bookCap', area: 'spot', name: 'btcusdt', asked: 100, levels: 30 }] satisfies ProbeFact[]
  const text = issueText({
    report: { verdict: 'healthy', steps: [{ id: 'books', outcome: 'passed', found: [verbatim('not this')], facts }] },
    ...{ spotBaseUrl: 'https://openapi.example.com/spot/open', contractBaseUrl: null },
    ...{ versions: { Plimsoll: '0.1.0' }, withheld: [] },
    dialect: {
      ...DEFAULT_DIALECT,
      signGetQuery: false,
      paths: { 'spot.account': '/sapi/v1/account/balance?symbols=BTC,USDT' },
      intervals: { spot: { '60min': '1h' }, contract: {} },
    },
  })
  expect(text).toBe(`## Plimsoll venue report

- Plimsoll 0.1.0
- spot: openapi.example.com
- verdict: healthy

| step | outcome | found |
| --- | --- | --- |
| books | passed | bookCap area=spot name=btcusdt asked=100 levels=30 |

Differs from the usual:

- The query of a GET is not signed.
- spot.account is at /sapi/v1/account/balance?symbols=x.
- Spot candles of 60min are called 1h.

\`\`\`json
{
  "version": 1,
  "name": "openapi.example.com",
  "spotBaseUrl": "https://openapi.example.com/spot/open",
  "dialect": {
    "signGetQuery": false,
    "paths": {
      "spot.account": "/sapi/v1/account/balance?symbols=x"
    },
    "intervals": {
      "spot": {
        "60min": "1h"
      }
    }
  }
}
\`\`\`
`)
})
