import { describe, expect, it } from 'vitest'
import { Audit, NEVER_ARRIVED } from '#test/soak/audit.ts'
import type { ClientAnswer, Write } from '#test/soak/audit.ts'
import type { Evidence, Findings } from '#test/soak/venue.ts'

const ANSWERED_OK: ClientAnswer = { outcome: 'ok', kind: null, orderId: '31' }
const answered = (
  outcome: 'rejected' | 'unknown' | 'notSent',
  kind: ClientAnswer['kind'] = 'network',
): ClientAnswer => ({
  outcome,
  kind,
  orderId: null,
})
const write = (telling: ClientAnswer, more: Partial<Write> = {}): Write => ({
  what: 'order',
  calledOff: false,
  signatures: ['a'],
  answer: telling,
  ...more,
})
const NOTHING: Evidence['orders'] = []
const MADE: Evidence['orders'] = [{ orderId: '31', canceled: false }]
const GONE: Evidence['orders'] = [{ orderId: '31', canceled: true }]

function judged(writes: readonly Write[], arrivals: Evidence['arrivals'], orders: Evidence['orders']): Audit {
  const audit = new Audit()
  audit.judge({ clientOrderId: 'soak-1', writes }, { arrivals, orders })
  return audit
}

describe('the judge of the soak accepts', () => {
  it.each<[string, Write[], Evidence['arrivals'], Evidence['orders']]>([
    ['an order that was made and told so', [write(ANSWERED_OK)], [['none']], MADE],
    ['an order the venue turned down', [write(answered('rejected', 'rejected'))], [['none']], NOTHING],
    ['an order that was not sent', [write(answered('notSent'))], [[]], NOTHING],
    ['a lost answer to an order that was made', [write(answered('unknown'))], [['reset after read']], MADE],
    ['a lost answer to one that was not', [write(answered('unknown'))], [['reset before read']], NOTHING],
    ['an answer that came too late', [write(answered('unknown', 'timeout'))], [['none']], MADE],
    ['one called off before it was there', [write(answered('unknown', 'closed'), { calledOff: true })], [[]], NOTHING],
    ['a stamp made anew', [write(ANSWERED_OK, { signatures: ['a', 'b'] })], [[], ['none']], MADE],
    [
      'an order and its cancel',
      [write(ANSWERED_OK), write(ANSWERED_OK, { what: 'cancel', signatures: ['b'] })],
      [['none'], ['none']],
      GONE,
    ],
    [
      'a cancel that was lost and not executed',
      [write(ANSWERED_OK), write(answered('unknown'), { what: 'cancel', signatures: ['b'] })],
      [['none'], ['500, not executed']],
      MADE,
    ],
  ])('%s', (_what, writes, arrivals, orders) => {
    expect(judged(writes, arrivals, orders).violations).toEqual([])
  })
})

describe('the judge of the soak finds', () => {
  it.each<[string, string, Write[], Evidence['arrivals'], Evidence['orders']]>([
    ['the same bytes twice', 'order: arrived more than once', [write(ANSWERED_OK)], [['none', 'none']], MADE],
    [
      'two signatures of one order',
      'order: arrived more than once',
      [write(ANSWERED_OK, { signatures: ['a', 'b'] })],
      [['reset before read'], ['none']],
      MADE,
    ],
    [
      'two orders under one id',
      'the exchange made more than one order of it',
      [write(ANSWERED_OK)],
      [['none']],
      [...MADE, { orderId: '32', canceled: false }],
    ],
    [
      'an order that was sent after all',
      'order: arrived, though the client was told it was not sent',
      [write(answered('notSent'))],
      [['reset before read']],
      NOTHING,
    ],
    [
      'one that never came',
      'order: never arrived, though the client was told it was sent',
      [write(answered('unknown'))],
      [[]],
      NOTHING,
    ],
    [
      'a refusal of what was done',
      'order: executed, though the client was told it was rejected',
      [write(answered('rejected'))],
      [['504, executed']],
      MADE,
    ],
    [
      'a success that is none',
      'order: not executed, though the client was told it was',
      [write(ANSWERED_OK)],
      [['none']],
      NOTHING,
    ],
    [
      'another order than was told',
      'order: made under another id than the client has',
      [write({ ...ANSWERED_OK, orderId: '30' })],
      [['none']],
      MADE,
    ],
    [
      'doubt about a plain answer',
      'order: reported as something else than its answer proves',
      [write(answered('unknown'))],
      [['none']],
      MADE,
    ],
    [
      'a lost answer taken for a refusal',
      'order: reported as something else than its answer proves',
      [write(answered('rejected'))],
      [['504, not executed']],
      NOTHING,
    ],
    [
      'a cancel that did not happen',
      'cancel: not executed, though the client was told it was',
      [write(ANSWERED_OK), write(ANSWERED_OK, { what: 'cancel', signatures: ['b'] })],
      [['none'], ['none']],
      MADE,
    ],
    [
      'a cancel that happened',
      'cancel: executed, though the client was told it was rejected',
      [write(ANSWERED_OK), write(answered('rejected'), { what: 'cancel', signatures: ['b'] })],
      [['none'], ['none']],
      GONE,
    ],
  ])('%s', (_what, rule, writes, arrivals, orders) => {
    expect(judged(writes, arrivals, orders).violations.map((violation) => violation.rule)).toContain(rule)
  })

  const SUM: Findings['sum'] = { witnessed: 1, inLedger: 1, unasked: 0, redirected: 0, heapBytes: 0 }

  it.each<[string, Partial<Findings['sum']>]>([
    ['something arrived that no order was asked about', { unasked: 1 }],
    ['the arrivals judged are not those the witness saw', { witnessed: 2, inLedger: 2 }],
    ['the ledger of the simulator is not what the witness saw', { inLedger: 0 }],
    ['a redirect was followed', { redirected: 1 }],
  ])('in a whole run: %s', (rule, odd) => {
    const audit = judged([write(ANSWERED_OK)], [['none']], MADE)
    audit.close({ ...SUM, ...odd })
    expect(audit.violations.map((violation) => violation.rule)).toEqual([rule])
  })

  it('a run in which nothing was sent', () => {
    const audit = judged([write(answered('notSent'), { signatures: [] })], [], NOTHING)
    audit.close({ ...SUM, witnessed: 0, inLedger: 0 })
    expect(audit.violations.map((violation) => violation.rule)).toEqual([
      'hardly anything was sent: this proves nothing',
    ])
  })

  it("memory that grows after the venue's lists are full", () => {
    const audit = new Audit()
    audit.measure({ client: 10e6, venue: 10e6 })
    audit.orders = 100_000
    audit.measure({ client: 20e6, venue: 80e6 })
    audit.measure({ client: 80e6, venue: 20e6 })
    expect(audit.violations).toEqual([])
    audit.measure({ client: 90e6, venue: 20e6 })
    expect(audit.violations).toHaveLength(1)
  })
})

it('the judge of the soak counts faults and outcomes, orders and cancels separately', () => {
  const audit = judged(
    [write(ANSWERED_OK), write(answered('notSent'), { what: 'cancel', signatures: [] })],
    [['none']],
    MADE,
  )
  expect({ orders: audit.orders, cancels: audit.cancels }).toEqual({ orders: 1, cancels: 1 })
  expect(audit.rows.get('none')).toEqual({ met: 1, executed: 1, ok: 1, rejected: 0, unknown: 0, notSent: 0 })
  expect(audit.rows.get(NEVER_ARRIVED)).toEqual({ met: 1, executed: 0, ok: 0, rejected: 0, unknown: 0, notSent: 1 })
})
