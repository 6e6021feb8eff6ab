/** What happens when the disk refuses a row: nothing is sent that is not written, and nothing that happened is lost. */
import { describe, expect, it } from 'vitest'
import type { LegRequest } from '#shared/desk/plan.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { CANCEL_ALL } from '#test/support/desk-bench.ts'
import { memoryLog } from '#test/support/memory-log.ts'

const CANCEL: LegRequest = { kind: 'cancel', area: 'contract', instrument: 'X', orderId: '1' }

function begun() {
  const made = memoryLog(new ManualClock())
  const intent = made.begin('a', CANCEL_ALL, [CANCEL])
  return { ...made, intent, leg: intent.legs[0]! }
}

describe('on a full disk', () => {
  it.each(['commit', 'commitLeg', 'extend'] as const)('%s fails and changes nothing', (how) => {
    const { log, disk, intent, leg, changes } = begun()
    const before = log.state()
    const count = changes.length
    disk.isFull = true
    const taken = {
      commit: () => log.commit('a', { kind: 'extended', legs: [CANCEL], orders: [] }),
      commitLeg: () => log.commitLeg(leg, { state: 'journalled' }),
      extend: () => log.extend(intent, { legs: [CANCEL], orders: [] }),
    }[how]()
    expect(taken).toMatchObject({ ok: false, error: { code: 'notWritten', message: verbatim('The disk is full.') } })
    expect([log.state(), changes.length]).toEqual([before, count])
  })

  it('what has happened is still known', () => {
    const { log, disk, leg } = begun()
    log.noteLeg(leg, { state: 'journalled' })
    disk.isFull = true
    log.noteLeg(leg, { state: 'acknowledged' })
    log.note('a', { kind: 'looked', look: 'unseen', note: null })
    expect([log.leg(leg).record.state, log.state().intents[0]?.look]).toEqual(['acknowledged', 'unseen'])
  })
})

describe('an entry that cannot follow', () => {
  it('is refused when it is to be written first, with the reason', () => {
    const { log, leg } = begun()
    expect(log.commitLeg(leg, { state: 'verified' })).toMatchObject({ error: { code: 'cannotFollow' } })
    expect(log.commitLeg({ ...leg, index: 9 }, { state: 'journalled' })).toMatchObject({ error: { code: 'noSuchLeg' } })
  })

  it('is our bug when it is noted, except for a leg that is no longer known', () => {
    const { log, leg } = begun()
    expect(() => log.noteLeg(leg, { state: 'verified' })).toThrow('expected what can follow')
    log.noteLeg({ ...leg, index: 9 }, { state: 'journalled' })
    log.note('nobody', { kind: 'looked', look: 'none', note: null })
    expect(log.state().intents).toHaveLength(1)
  })
})

it('a further round returns its own legs, after those before it', () => {
  const { log, intent } = begun()
  const round = log.extend(intent, { legs: [{ ...CANCEL, orderId: '2' }], orders: [] })
  expect(round.ok && round.value.map(({ index, round: number }) => [index, number])).toEqual([[1, 2]])
})

it('reports each change of a leg and a new denial, and not what its callers report', () => {
  const { log, leg, changes } = begun()
  const told = (work: () => void): number => {
    const before = changes.length
    work()
    return changes.length - before
  }
  const deny = (code: 'READ_FAILED' | 'IN_FLIGHT') => () =>
    log.note('b', { kind: 'denied', action: CANCEL_ALL, denial: { code, message: verbatim('no') } })
  expect(told(() => log.noteLeg(leg, { state: 'journalled' }))).toBe(1)
  expect(changes.at(-1)?.record.state).toBe('journalled')
  expect([told(deny('READ_FAILED')), told(deny('IN_FLIGHT'))]).toEqual([1, 0])
  expect(told(() => log.note('c', { kind: 'left', lines: [] }))).toBe(0)
})
