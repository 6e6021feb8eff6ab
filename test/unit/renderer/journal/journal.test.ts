import { describe, expect, it } from 'vitest'
import { decimal, encode } from '#shared/domain/decimal.ts'
import type { PlanEstimate } from '#shared/desk/plan.ts'
import type { IntentReport, LegReport } from '#shared/desk/report.ts'
import { verbatim } from '#shared/words/message.ts'
import { intents, WALL } from '#test/support/snapshot.ts'
import { asIdentified } from '#shared/words/instrument-words.ts'
import { asJsonLines, asText } from '../../../../renderer/src/journal/journal-text.ts'
import {
  isRestorable,
  journalRows,
  legsOf,
  matchesJournal,
  restoreOf,
} from '../../../../renderer/src/journal/journal-rows.ts'

const [sol, , doge] = intents()
const rowsOf = (...reports: IntentReport[]) => journalRows(encode<readonly IntentReport[]>(reports), asIdentified)

const estimate: PlanEstimate = {
  requests: 1,
  likelyMs: 1_200,
  p95Ms: 2_900,
  legs: [
    {
      startsAtMs: 240,
      effect: verbatim('closes 500 contracts'),
      price: decimal('0.1187'),
      slippage: decimal('1.2'),
      fee: decimal('0.3'),
    },
  ],
  reportingCoin: 'USDT',
  slippage: decimal('1.2'),
  fee: decimal('0.3'),
  costIsPartial: false,
  margin: [],
  warnings: [],
}
const planned: IntentReport = {
  ...doge!,
  estimate,
  legs: [
    { ...doge!.legs[0]!, fillPrice: decimal('0.1207') },
    { ...doge!.legs[0]!, round: 2, state: 'verified', executed: decimal(300), fillPrice: null },
  ],
}

describe('a row', () => {
  it('for a refused action says why, how often, and that nothing was sent', () => {
    const refused: IntentReport = {
      ...{ intentId: 'no', action: doge!.action, createdAt: WALL, tookMs: 0, estimate: null, state: 'refused' },
      ...{
        note: verbatim('The position is not there.'),
        refusal: { code: 'POSITION_NOT_FOUND', times: 3 },
        seenAt: null,
        legs: [],
      },
    }
    const [row] = rowsOf(refused)
    expect(row).toMatchObject({
      ...{ requests: '—', timePlanned: '—', timeTaken: '—', cost: '—' },
      progress: { tone: 'red', word: 'refused', why: 'The position is not there. Asked 3 times.', inFlight: false },
    })
    expect(matchesJournal(row!, 'refused not there')).toBe(true)
    expect(asText([row!])).toContain('refused')
  })

  it('for a resting order that was cancelled is neither successful nor refused', () => {
    const [leg] = doge!.legs
    const [row] = rowsOf({
      ...doge!,
      state: 'failed',
      legs: [{ ...leg!, state: 'canceled', detail: verbatim('Cancelled.') }],
    })
    expect(row?.progress).toMatchObject({ tone: 'amber', word: 'cancelled', why: 'Cancelled.' })
  })

  it('shows what was planned beside what happened', () => {
    expect(rowsOf(planned)[0]).toMatchObject({
      requests: '1 → 1/2',
      rounds: 2,
      timePlanned: '~1.2 s',
      timeTaken: '1.9 s',
      cost: '1.50 USDT',
    })
  })

  it('shows no plan for what was sent at once, and no time taken while it runs', () => {
    expect(rowsOf(sol!)[0]).toMatchObject({ requests: '0/1', timePlanned: '—', timeTaken: 'running', cost: '—' })
  })

  it('says when a person looked at it, and keeps what is known', () => {
    const human = (seenAt: number | null) =>
      rowsOf({ ...sol!, state: 'needsHuman', seenAt, legs: [{ ...sol!.legs[0]!, state: 'needsHuman' }] })[0]?.progress
    expect(human(null)).toMatchObject({ tone: 'red', word: 'needs you' })
    expect(human(Date.parse('2026-01-15T12:03:11Z'))).toMatchObject({
      tone: 'reported',
      word: 'seen 12:03',
      why: expect.stringMatching(/^You looked at it 2026-01-15 12:03:11\. The venue did not answer/),
    })
  })

  it('gives the least possible cost when a part is unknown, and none when all is', () => {
    const partial = { ...estimate, costIsPartial: true }
    const zero = { ...partial, slippage: decimal(0), fee: decimal(0) }
    expect(rowsOf({ ...planned, estimate: partial })[0]?.cost).toBe('over 1.50 USDT')
    expect(rowsOf({ ...planned, estimate: zero })[0]?.cost).toBe('?')
  })

  it('says for each request its purpose and its result; a later round has no plan', () => {
    const [first, second] = legsOf(rowsOf(planned)[0]!)
    expect(first).toMatchObject({
      round: 1,
      planned: '+0.2 s · ~0.1187 · cost 1.50 USDT',
      effect: 'closes 500 contracts',
      executed: '200 of 500 ct',
      ids: 'our id plm-5e1d-1',
      shortIds: 'our id plm-5e1d-1',
    })
    // Sold 1.7 % above the plan's price, with two fifths of the planned fee for two fifths of the size.
    expect(first).toMatchObject({ fillPrice: '0.1207', fillCost: 'slippage −168.5 bps · fee ~0.12 USDT' })
    expect(second).toMatchObject({ fillPrice: '—', fillCost: '' })
    expect(second).toMatchObject({ round: 2, planned: '—', executed: '300 of 500 ct' })
  })

  it('cuts long ids in the middle: they differ at their ends', () => {
    const long = { ...planned, legs: [{ ...planned.legs[0]!, orderId: 'E495111500000000000000499819' }] }
    const [leg] = legsOf(rowsOf(long)[0]!)
    expect(leg?.ids).toContain('order E495111500000000000000499819')
    expect(leg?.shortIds).toContain('order E49511150…000499819')
  })

  it('names the planned requests only when as many were not made', () => {
    expect(rowsOf({ ...planned, legs: planned.legs.slice(0, 1) })[0]?.requests).toMatch(/^[01]\/1$/)
  })

  it('is found by its title, its reasons and its ids', () => {
    const [row] = rowsOf(doge!)
    expect(['doge close', 'plm-5e1d', 'rest cancelled', 'eth'].map((each) => matchesJournal(row!, each))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('restoring', () => {
  const canceled = (area: 'spot' | 'contract', state: LegReport['state'], intent: IntentReport['state'] = 'done') =>
    rowsOf({
      ...doge!,
      state: intent,
      legs: [{ ...doge!.legs[0]!, state, request: { kind: 'cancel', area, instrument: 'BTCUSDT', orderId: '7' } }],
    })[0]!

  it.each([
    ['spot', 'verified', 'done', true],
    ['spot', 'verified', 'partial', true],
    ['spot', 'verified', 'running', true],
    ['spot', 'acknowledged', 'running', true],
    ['spot', 'alreadyGone', 'done', false],
    ['spot', 'unknown', 'unknown', true],
    ['spot', 'rejected', 'failed', false],
    ['contract', 'verified', 'done', false],
  ] as const)('%s cancel, %s, intent %s: %s', (area, state, intent, can) => {
    expect(isRestorable(canceled(area, state, intent))).toBe(can)
  })

  it('is not offered twice: the intent that did it shows its state', () => {
    const again: IntentReport = { ...sol!, action: { kind: 'restore', intentId: doge!.intentId } }
    const rows = rowsOf(again, doge!)
    expect(restoreOf(doge!.intentId, rows)?.key).toBe(again.intentId)
    expect(restoreOf(again.intentId, rows)).toBeNull()
    expect(restoreOf(doge!.intentId, rowsOf({ ...again, state: 'failed' }, doge!))).toBeNull()
  })
})

describe('copying', () => {
  const venue = { code: '1001', message: 'no such order' }
  const failed: IntentReport = {
    ...planned,
    legs: planned.legs.map((leg) => ({
      ...leg,
      failure: {
        kind: 'rejected',
        operation: 'contract.placeOrder',
        outcome: 'rejected',
        retry: 'never',
        message: verbatim('Refused.'),
        venue,
        httpStatus: 400,
        timestamp: null,
      },
    })),
  }

  it('as JSON lines gives one intent per line, exactly as reported', () => {
    const reports = encode<readonly IntentReport[]>([failed, sol!])
    const lines = asJsonLines(reports).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(JSON.stringify(reports)))
  })

  it('as text gives time, action and result, and whose words they are', () => {
    const [head, facts, leg] = asText(rowsOf(failed)).split('\n')
    expect(head).toMatch(new RegExp(`^${new Date(WALL - 480_000).toISOString()} {2}Close .*DOGE.*: partial`))
    expect(facts).toBe('  requests 1 → 1/2, rounds 2, time ~1.2 s planned, 1.9 s taken, cost 1.50 USDT planned')
    expect(leg).toContain('[the venue: 1001: no such order] (our id plm-5e1d-1, planned +0.2 s')
  })
})
