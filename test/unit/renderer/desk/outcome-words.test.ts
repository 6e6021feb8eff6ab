import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { LegRequest, LegState } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { encode, type Encoded } from '#shared/domain/decimal.ts'
import { decimal } from '#test/support/amounts.ts'
import { verbatim } from '#shared/words/message.ts'
import { flattenPlan, runningPlan } from '#test/support/fixture/plan.ts'
import { intentProgress } from '../../../../renderer/src/desk/intent-words.ts'

type Report = Encoded<IntentReport>
type StateOf = (kind: LegRequest['kind'], nth: number) => LegState

const FLATTEN: Action = { kind: 'flatten', spot: 'keep' }

/** An ended flatten of `cancels` orders and six positions, each leg in the state that `stateOf` gives. */
function ended(stateOf: StateOf, state: IntentReport['state'] = 'done', action = FLATTEN, cancels = 22): Report {
  const plan = flattenPlan(cancels, action)
  const counts = new Map<string, number>()
  const states = plan.legs.map(({ kind }) => {
    const nth = counts.get(kind) ?? 0
    counts.set(kind, nth + 1)
    return stateOf(kind, nth)
  })
  return encode({ ...runningPlan(plan, 'id', (index) => states[index] ?? 'verified', state), seenAt: null })
}

const why = (report: Report): string => intentProgress(report).why

describe('a successful intent', () => {
  it('reports the whole, and that it was seen flat', () => {
    expect(why(ended(() => 'verified'))).toBe('22 orders cancelled, 6 positions closed; seen flat.')
  })

  it('reports separately what was already gone', () => {
    const report = ended((kind, nth) => (kind === 'cancel' && nth < 2 ? 'alreadyGone' : 'verified'))
    expect(why(report)).toBe('20 orders cancelled, 2 already gone, 6 positions closed; seen flat.')
    expect(why(ended((kind) => (kind === 'cancel' ? 'alreadyGone' : 'verified'), 'done', FLATTEN, 1))).toBe(
      '1 order already gone, 6 positions closed; seen flat.',
    )
  })

  it('of a restore says which orders rest again, and which filled at once', () => {
    const plan = flattenPlan(4, { kind: 'restore', intentId: 'x' })
    const legs = plan.legs.slice(0, 4).map((_, nth): LegRequest => ({
      ...{ kind: 'place', area: 'spot', instrument: 'BTCUSDT', standsFor: `${nth}`, side: 'buy' },
      ...{ price: decimal(1), quantity: decimal(2), clientOrderId: `own ${nth}` },
    }))
    const report = (filled: number) =>
      encode(runningPlan({ ...plan, legs }, 'id', (index) => (index < filled ? 'verified' : 'working'), 'done'))
    expect(why(report(0))).toBe('4 orders waiting at the price.')
    expect(why(report(1))).toBe('1 order filled, 3 waiting at the price.')
  })

  it('counts a position once, however many orders closed it', () => {
    const report = ended(() => 'verified')
    const [close] = report.legs.filter(({ request }) => request.kind === 'close')
    if (!close) throw new Error('expected a close')
    expect(why({ ...report, legs: [...report.legs, close] })).toContain('6 positions closed')
  })

  it('never says flat for an action other than a flatten', () => {
    expect(why(ended(() => 'verified', 'done', { kind: 'closeSide', side: 'long' }))).toBe(
      '22 orders cancelled, 6 positions closed.',
    )
  })

  it('reports contracts of one position, closed or not, and the number of reduced positions', () => {
    const report = ended(() => 'verified', 'done', closeAtMarket('E-ETH-USDT:isolated:short'), 1)
    expect(why({ ...report, legs: report.legs.slice(0, 2) })).toBe('1 order cancelled, 800 ct closed.')
    const closes = [{ positionKey: 'a', volume: '1' }]
    expect(why(ended(() => 'verified', 'done', { kind: 'reduce', closes }))).toContain('6 positions reduced')
  })

  it('leaves the report to the leg when there is only one', () => {
    const report = ended(() => 'verified', 'done', FLATTEN, 1)
    expect(why({ ...report, legs: report.legs.slice(0, 1) })).toBe('why verified')
  })
})

describe('an intent that failed', () => {
  it('says how far it got, then what stopped it', () => {
    const report = ended((kind, nth) => (kind === 'close' && nth === 0 ? 'rejected' : 'verified'), 'partial')
    expect(why(report)).toBe('22 orders cancelled, 5 of 6 positions closed. why rejected')
  })

  it('says first what a person has to look at', () => {
    const report = ended((kind, nth) => (kind === 'cancel' && nth === 0 ? 'needsHuman' : 'verified'), 'needsHuman')
    expect(why(report)).toBe('why needsHuman 21 of 22 orders cancelled, 6 positions closed.')
  })

  it('counts as closed what a later round closed the rest of', () => {
    const report = ended((kind, nth) => (kind === 'close' && nth === 0 ? 'partial' : 'verified'), 'partial')
    const [close] = report.legs.filter(({ state }) => state === 'partial')
    if (!close) throw new Error('expected a close')
    expect(why(report)).toBe('22 orders cancelled, 5 of 6 positions closed. why partial')
    const legs = [...report.legs, { ...close, state: 'verified' as const, round: 2 }]
    expect(why({ ...report, legs })).toBe('22 orders cancelled, 6 positions closed. why partial')
    expect(intentProgress({ ...report, state: 'done', legs })).toMatchObject({ tone: 'ok' })
  })

  it('does not count as closed what only rests', () => {
    const report = ended((kind, nth) => (kind === 'close' && nth < 2 ? 'working' : 'verified'))
    expect(why(report)).toContain('4 positions closed, 2 waiting at the price')
  })

  it('claims nothing when nothing was done', () => {
    expect(why(ended((kind) => (kind === 'cancel' ? 'rejected' : 'skipped'), 'failed'))).toBe('why rejected')
  })

  it('says that flat was not seen, and what was done', () => {
    const note = 'The last look at the account failed.'
    expect(intentProgress({ ...ended(() => 'verified', 'partial'), note: verbatim(note) })).toMatchObject({
      tone: 'amber',
      why: `${note} 22 orders cancelled, 6 positions closed.`,
    })
  })

  it('says nothing of the whole while it is running', () => {
    const report = ended((kind, nth) => (kind === 'close' && nth === 0 ? 'acknowledged' : 'verified'), 'running')
    expect(why(report)).toBe('why acknowledged')
  })
})
