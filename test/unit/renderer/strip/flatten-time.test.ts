import { describe, expect, it } from 'vitest'
import type { HostBudget } from '#shared/domain/budget.ts'
import { inEnglish } from '#shared/words/say.ts'
import { flattenTime, type FlattenFacts } from '../../../../renderer/src/strip/flatten-time.ts'

const LIVE: FlattenFacts = {
  time: { likelyMs: 2_300, p95Ms: 4_000 },
  isKnown: true,
  isWhole: true,
  freshness: 'fresh',
  phase: 'live',
  hosts: [],
  since: 0,
  areas: new Set(['contract', 'spot']),
}
const at = (change: Partial<FlattenFacts>) => flattenTime({ ...LIVE, ...change })
const why = (change: Partial<FlattenFacts>) => inEnglish(at(change).why)
const host = (area: HostBudget['area'], state: HostBudget['state'], resumesInMs: number): HostBudget => ({
  area,
  state,
  resumesInMs,
  isAsked: false,
  weight: null,
})

describe('the time to flatten', () => {
  it('is as long as the plan takes, and is as old as the positions it rests on', () => {
    expect(at({})).toMatchObject({ text: '~2.3 s', freshness: 'fresh' })
    expect(why({})).toContain('in 95\u202f% of cases at most 4.0 s')
    expect(at({ freshness: 'delayed' })).toMatchObject({ text: '~2.3 s', freshness: 'delayed' })
    expect(at({ time: { likelyMs: 0, p95Ms: 0 } })).toMatchObject({ text: 'flat', isFlat: true })
    expect(at({ time: { likelyMs: 0, p95Ms: 0 }, isWhole: false })).toMatchObject({ text: '?', isFlat: false })
    expect(why({ isWhole: false })).toContain('only what could be read')
  })

  it.each([
    ['stale positions', { freshness: 'stale' }],
    ['positions that were never read', { freshness: 'unknown', time: null, isKnown: false }],
    ['a time that was not computed', { time: null }],
    ['no answer from the venue', { phase: 'blind' }],
    ['an account that was flat long ago', { freshness: 'stale', time: { likelyMs: 0, p95Ms: 0 } }],
  ] as const)('is unknown with %s', (_, change) => {
    expect(at(change)).toMatchObject({ text: '?', freshness: 'stale' })
  })

  it.each([
    ['ban 2 min', 'red', [host('contract', 'banned', 113_000)]],
    ['ban 12 s', 'red', [host('contract', 'banned', 13_000), host('spot', 'backingOff', 5_000)]],
    ['ban 4 s', 'red', [host('contract', 'backingOff', 60_000), host('spot', 'banned', 5_000)]],
  ] as const)('is "%s" while nothing can be sent, whatever was read', (text, tone, hosts) => {
    expect(at({ hosts, since: 1_000, freshness: 'stale' })).toMatchObject({ text, tone, freshness: 'fresh' })
    expect(at({ hosts, since: 200_000 }).text).toBe('~2.3 s')
  })

  it('says why an exit is tried in a ban known only from a file', () => {
    const hosts = [{ ...host('contract', 'banned', 113_000), exitsInMs: 0 }]
    expect(at({ hosts, since: 1_000 })).toMatchObject({ text: 'ban 2 min', why: { code: 'desk.wait.bannedBefore' } })
  })

  it('includes a pause, during which cancels and closes are still sent', () => {
    const hosts = [{ ...host('contract', 'backingOff', 60_000), exitsInMs: 2_600 }]
    const shown = at({ hosts, since: 1_000, time: { likelyMs: 60_100, p95Ms: 61_000 } })
    expect(shown).toMatchObject({ text: '~1 min 01 s', tone: 'amber', freshness: 'fresh' })
    expect(inEnglish(shown.why)).toContain('cancels and closes go out in 1.6 s, one every 0.4 s')
    expect(inEnglish(shown.why)).toContain('when the pause is over, in 59 s')
    expect(why({ hosts, since: 3_000 })).toContain('go out at once')
  })

  it('does not wait for an area without anything to do', () => {
    expect(at({ hosts: [host('spot', 'banned', 60_000)], areas: new Set(['contract']) }).text).toBe('~2.3 s')
  })
})
