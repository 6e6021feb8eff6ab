import { describe, expect, it } from 'vitest'
import { CODES } from '#electron/venue/client/codes.ts'
import {
  refusedByCode,
  refusedByStatus,
  transportFailure,
  unreadableReply,
  withoutSecrets,
} from '#electron/venue/client/classify-failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { en } from '#shared/words/en/index.ts'
import { message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'

const WRITE = { operation: 'contract.placeOrder', isWrite: true, timestamp: 1767225600000 }
const READ = { operation: 'contract.account', isWrite: false, timestamp: 1767225600000 }

type Row = readonly [codes: string, kind: Failure['kind'], outcome: Failure['outcome'], retry: Failure['retry']]

/** Every published code of the family, and the outcome of an order that is answered with it. */
const BY_CODE: readonly Row[] = [
  // Something failed in transit: the venue does not know the outcome of the order, or does not say.
  ['-1000 -1001 -1006 -1007', 'venueError', 'unknown', 'soon'],
  ['-1016', 'venueError', 'unknown', 'later'],
  // Published as a range, without meanings.
  ['-1150 -1151 -1154 -1158 -1159 -1162 -1164 -1167 -1168', 'venueError', 'unknown', 'never'],
  ['-2018 -2021 -2030 -2031 -2032 -2033 -2034 -2035 -2036 -2037 -2038 -2039 -2040', 'venueError', 'unknown', 'never'],
  // Refused before anything was done.
  ['-1003', 'rateLimited', 'rejected', 'later'],
  ['-1021', 'clock', 'rejected', 'afterClockSync'],
  ['-1002 -1020 -1148', 'notSupported', 'rejected', 'never'],
  ['-1022', 'signature', 'rejected', 'never'],
  ['-1004 -2014 -2015 -2101 -2102 -2200 10004 10005 10006', 'key', 'rejected', 'never'],
  ['-2013 21022', 'notFound', 'rejected', 'never'],
  ['-1146', 'rejected', 'rejected', 'later'],
  ['-1014 -1015 -1017 -1023 -1024 -1025', 'rejected', 'rejected', 'never'],
  ['-1100 -1101 -1102 -1103 -1104 -1105 -1106', 'rejected', 'rejected', 'never'],
  ['-1111 -1112 -1116 -1117 -1118 -1121', 'rejected', 'rejected', 'never'],
  ['-1136 -1137 -1138 -1139 -1140 -1141 -1145 -1147 -1149', 'rejected', 'rejected', 'never'],
  ['-1152 -1153 -1155 -1156 -1157 -1160 -1161 -1163 -1165 -1166', 'rejected', 'rejected', 'never'],
  ['-2016 -2017 -2022 -2023 -2024 -2025 -2026 -2027 -2029 -2100', 'rejected', 'rejected', 'never'],
  ['35 10001 10015 21018 21019 21020 21021 21023 21024 21025 110047', 'rejected', 'rejected', 'never'],
]
const PUBLISHED = BY_CODE.flatMap(([codes, ...meaning]) => codes.split(' ').map((code) => [code, ...meaning] as const))

it('never tells anyone to try a write again whose effect is not known', () => {
  const failures = [
    ...[...CODES.keys()].map((code) => refusedByCode(WRITE, { code, message: '' }, 200)),
    ...[500, 502, 503, 504, 520, 302, 418].map((status) => refusedByStatus(WRITE, status)),
  ]
  const open = failures.filter(({ outcome }) => outcome === 'unknown')
  expect(open.length).toBeGreaterThan(20)
  expect(open.map((failure) => inEnglish(failure.message)).filter((words) => words.includes('again'))).toEqual([])
})

describe('a venue’s code', () => {
  it.each(PUBLISHED)('%s means %s, and a write with it is %s', (code, kind, outcome, retry) => {
    for (const status of [200, 400]) {
      const failure = refusedByCode(WRITE, { code, message: '' }, status)
      expect(failure).toMatchObject({ kind, outcome, retry, httpStatus: status, venue: { code, message: '' } })
    }
  })

  it('is one of the published ones, and each of those is known', () => {
    expect([...CODES.keys()].toSorted()).toEqual(PUBLISHED.map(([code]) => code).toSorted())
  })

  it.each([...CODES])('%s says in plain words what happened and what to do', (code, meaning) => {
    const text = en[meaning.code]
    expect(text).toMatch(/^[A-Z][^!\d_{]+\.$/)
    // What happened, then what to do, unless the first part says it all.
    expect(text.includes(';') || /^The venue does not offer this call/.test(text)).toBe(true)
    expect(refusedByCode(READ, { code, message: '不行' }, 200).message).toEqual(message(meaning.code))
  })

  it.each(['-9999', '1', '200', '-1169', '', 'constructor', '__proto__'])(
    '%j proves nothing: a write with it is unknown',
    (code) => {
      const failure = refusedByCode(WRITE, { code, message: 'nobody knows' }, 400)
      expect(failure).toMatchObject({ kind: 'venueError', outcome: 'unknown', retry: 'never' })
      expect(partsOf(failure.message)).toContainEqual(message('failure.effectUnknown'))
    },
  )

  it.each([500, 502, 503, 504])('that means refused proves nothing together with HTTP %i', (status) => {
    expect(refusedByCode(WRITE, { code: '-2017', message: '' }, status).outcome).toBe('unknown')
  })

  it('does not hide a ban', () => {
    expect(refusedByCode(WRITE, { code: '-1003', message: '' }, 418).kind).toBe('banned')
  })
})

describe('an HTTP status without a code', () => {
  it.each<[number, Failure['kind'], Failure['outcome'], Failure['retry']]>([
    [400, 'venueError', 'unknown', 'never'],
    [401, 'venueError', 'unknown', 'never'],
    [403, 'venueError', 'unknown', 'never'],
    [404, 'notSupported', 'unknown', 'never'],
    [408, 'venueError', 'unknown', 'never'],
    [410, 'rateLimited', 'rejected', 'later'],
    [418, 'banned', 'rejected', 'later'],
    [429, 'rateLimited', 'rejected', 'later'],
    [500, 'venueError', 'unknown', 'soon'],
    [502, 'venueError', 'unknown', 'soon'],
    [503, 'venueError', 'unknown', 'soon'],
    [504, 'timeout', 'unknown', 'soon'],
  ])('%i means %s, and a write with it is %s', (status, kind, outcome, retry) => {
    expect(refusedByStatus(WRITE, status)).toMatchObject({
      kind,
      outcome,
      retry,
      httpStatus: status,
      timestamp: 1767225600000,
    })
  })
})

describe('an exchange without an answer', () => {
  it.each<['network' | 'tls' | 'redirect' | 'timeout' | 'tooLarge' | 'aborted', Failure['kind'], Failure['retry']]>([
    ['network', 'network', 'soon'],
    ['tls', 'tls', 'never'],
    ['redirect', 'redirect', 'never'],
    ['timeout', 'timeout', 'later'],
    ['tooLarge', 'unexpectedReply', 'later'],
    ['aborted', 'closed', 'never'],
  ])('for %s is %s: unknown once a byte may have been sent, not sent before', (cause, kind, retry) => {
    const failed = { kind: 'failed', cause, code: 'ECONNRESET', status: null } as const
    expect(transportFailure(WRITE, { ...failed, sentAt: 1 })).toMatchObject({ kind, retry, outcome: 'unknown' })
    const before = transportFailure(WRITE, { ...failed, sentAt: null })
    expect(before).toMatchObject({ kind, retry, outcome: 'notSent' })
    expect(partsOf(before.message)).toContainEqual(message('failure.nothingSent'))
  })

  it('does not matter for a read', () => {
    expect(
      inEnglish(
        transportFailure(READ, { kind: 'failed', cause: 'network', code: null, sentAt: 1, status: null }).message,
      ),
    ).not.toContain('took effect')
  })
})

describe("a venue's words", () => {
  it('are kept short and free of invisible characters', () => {
    const { venue } = refusedByCode(
      READ,
      { code: '-1121', message: `\u202Eevil\u0000\u200B\uD800${'x'.repeat(10_000)}` },
      200,
    )
    expect(venue?.message).toMatch(/^�evil���x+…$/)
    expect(venue?.message.length).toBeLessThan(210)
  })

  it('never become part of our own sentence', () => {
    expect(inEnglish(refusedByCode(READ, { code: 'send money', message: 'send money' }, 200).message)).not.toContain(
      'money',
    )
  })

  it.each(['Key+1/x', 'a.b*c', 'ключ'])('lose %j in any spelling', (secret) => {
    const percent = Buffer.from(secret).toString('hex').replace(/../g, '%$&')
    const spellings = [
      ...[secret, secret.toUpperCase(), encodeURIComponent(secret), percent, percent.toUpperCase()],
      ...(['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(secret).toString(encoding)),
    ]
    for (const spelling of spellings) {
      const clean = withoutSecrets({ code: '1', message: `<${spelling}> is wrong` }, ['other', '', secret])
      expect(clean.message).toMatch(/^<\[redacted\]=*> is wrong$/)
    }
  })

  it('lose every secret that they echo, in any case', () => {
    expect(withoutSecrets({ code: 'KeY1', message: 'your key KEY1, KeY1, key1' }, ['KeY1'])).toEqual({
      code: '[redacted]',
      message: 'your key [redacted], [redacted], [redacted]',
    })
  })
})

it('of an unreadable reply to a write say that the effect is unknown', () => {
  const problem = message('expected.at', { path: 'order.orderId', problem: message('expected.missing') })
  const failure = unreadableReply(WRITE, problem, 200)
  expect(failure).toMatchObject({ kind: 'unexpectedReply', outcome: 'unknown' })
  expect(partsOf(failure.message)).toEqual([
    message('failure.venue.unreadable'),
    message('failure.effectUnknown'),
    message('failure.found', { problem }),
  ])
})

it('include the status of a page of HTML', () => {
  expect(partsOf(refusedByStatus(READ, 502, 'html').message)).toEqual([
    message('failure.venue.down'),
    message('failure.http.html', { status: '502' }),
  ])
})

/** The sentences of a message. */
function partsOf(whole: Message): unknown {
  return whole.code === 'sentences' ? whole.facts['sentences'] : [whole]
}
