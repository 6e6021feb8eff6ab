import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { encode } from '#shared/domain/decimal.ts'
import { flattenPlan, runningPlan } from '#test/support/fixture/plan.ts'
import { runWords, timeWords } from '../../../../renderer/src/desk/run-rows.ts'

const PLAN = flattenPlan(2)
const running = encode(runningPlan(PLAN, 'id', (index) => (index === 5 ? 'unknown' : 'verified')))

const rowsOf = (intent: typeof running) => {
  const { legs, rowOf } = runWords(intent, {})
  return legs.map(rowOf)
}

describe('a running intent', () => {
  it('shows what was planned beside what happened', () => {
    const row = rowsOf(running).find(({ what }) => what.startsWith('Close 800 ct short E-ETH'))
    expect(row).toMatchObject({
      planned: 'trades at about 3,501.2 (9 bps from the mark)',
      known: '800 of 800 ct; why verified',
      progress: { tone: 'ok', word: 'verified' },
    })
  })

  it('shows first what needs attention, and the rest in the order of the plan', () => {
    expect(runWords(running, {}).legs.map(([index]) => index)).toEqual([5, 0, 1, 2, 3, 4, 6, 7, 8])
  })

  it('says of an order that a chase cancelled that it was moved, without an alarm', () => {
    const [first] = running.legs.filter(({ request }) => request.kind === 'close')
    const legs = [
      { ...first!, state: 'verified' as const },
      { ...first!, state: 'partial' as const },
      { ...first!, state: 'working' as const, round: 2 },
    ]
    const words = (action: Action) => rowsOf({ ...running, action, legs }).map(({ progress }) => progress.word)
    const close = closeAtMarket('E-ETH-USDT:isolated:short')
    expect(words({ ...close, tactic: { kind: 'chase', stopPercent: '1' } })).toEqual(['verified', 'moved', 'working'])
    expect(words(close)).toEqual(['partial', 'verified', 'working'])
  })

  it('shows no plan for what a later round found to do', () => {
    const last = rowsOf(running).at(-1)
    expect([last?.round, last?.planned]).toEqual([2, ''])
  })

  it('shows the time taken beside the planned time', () => {
    expect(timeWords(running)).toBe('planned ~3.4 s (95 % within 6.0 s)')
    const done = encode(runningPlan(PLAN, 'id', () => 'verified', 'done'))
    expect(timeWords(done)).toBe('took 3.2 s, planned ~3.4 s (95 % within 6.0 s)')
    expect(timeWords({ ...done, estimate: null })).toBe('took 3.2 s')
  })
})
