/** P14: whatever holds a secret, and in whatever encoding, no line of the log contains it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanLine, logLine } from '#electron/log/line.ts'

const SECRET = 'c4n4ry-S3CRET/with+signs=0'
const BYTES = Buffer.from(SECRET)
/** The encodings in which a secret may be passed on. */
const SPELLINGS = [
  SECRET,
  BYTES.toString('base64'),
  BYTES.toString('base64url'),
  BYTES.toString('hex'),
  encodeURIComponent(SECRET),
  JSON.stringify(SECRET),
  SECRET.toUpperCase(),
  `https://venue.example/order?signature=${SECRET}`,
  `Error: x\n    at ${SECRET} (/app/${SECRET}.ts:1:1)`,
  `log/${SECRET}.ts:1:1`,
  `../${SECRET}:1:1`,
]
const FIELDS = ['operation', 'kind', 'outcome', 'said', 'status', 'ms', 'count', 'fault', 'headers', 'url', 'message']

/** Errors of every kind. */
function asError(text: string): unknown {
  const cause = Object.assign(new TypeError(text, { cause: { text, headers: new Map([['X-CH-APIKEY', text]]) } }), {
    name: text,
    code: text,
    frames: [text, `${text}:1:1`],
  })
  const forged = new Error('x')
  forged.stack = `Error: x\n    at ${text} (${text}.ts:1:1)`
  return [cause, forged, new AggregateError([cause], text)]
}

const planted = fc.constantFrom(...SPELLINGS).chain((text) => {
  const shapes = [
    text,
    Buffer.from(text),
    new Map([[text, text]]),
    new Set([text]),
    new URL('https://x.example/#' + text),
  ]
  return fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(...shapes, asError(text), ...(asError(text) as unknown[]), { [text]: text }),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...FIELDS, text, 'name', 'frames', 'stack', 'cause'), tie('node'), { maxKeys: 4 }),
      fc.anything(),
    ),
  })).node
})

const fields = fc.dictionary(fc.constantFrom(...FIELDS), planted, { maxKeys: 8 })
const isQuiet = (line: string): boolean => SPELLINGS.every((text) => !line.toLowerCase().includes(text.toLowerCase()))
/** Pieces of the secret that the test looks for. */
const PIECE = /c4n4ry|s3cret|YzRuNHJ5|63346e347279/i

it('a log line contains the secret in no encoding', () => {
  fc.assert(
    fc.property(fields, fc.constantFrom('fault', 'commandRefused', 'files'), (given, event) => {
      const line = logLine(0, event, given)
      expect(isQuiet(line) && !PIECE.test(line)).toBe(true)
      expect(line.split('\n')).toHaveLength(1)
      expect(cleanLine(line)).toBe(line)
    }),
    { numRuns: 1_000 },
  )
})

it('a cleaned line of a foreign file contains it in no encoding either', () => {
  fc.assert(
    fc.property(fields, fc.constantFrom(...SPELLINGS), (given, text) => {
      let line: string
      try {
        line = JSON.stringify({ at: 0, event: 'fault', level: text, [text]: text, ...given })
      } catch {
        return
      }
      expect(PIECE.test(cleanLine(line.replace('"at":0', '"at":"2026-01-01"')) ?? '')).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})
