/** What is said of a request whose effect is not known: never that it did not arrive once an answer came. */
import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/log/entry.ts'
import { answerWords, waiting } from '#electron/desk/verify/evidence.ts'
import { judgeCancel } from '#electron/desk/verify/look-cancel.ts'
import { localFailure, wasAnswered, type Failure } from '#shared/domain/failure.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { ManualClock } from '#test/support/clock.ts'

const lost: Failure = { ...localFailure('timeout', 'contract.placeOrder', 'late'), outcome: 'unknown' }
const answers: readonly [string, Failure][] = [
  ['a 500', { ...lost, kind: 'venueError', httpStatus: 500 }],
  ['a code of doubt', { ...lost, kind: 'venueError', venue: { code: '-1000', message: '' }, httpStatus: 200 }],
  ['a reply that can not be read', { ...lost, kind: 'unexpectedReply', httpStatus: 200 }],
  ['a batch reply that does not name it', { ...lost, kind: 'unexpectedReply' }],
]
const ABSENT = /did not (reach|arrive)|no answer|was lost/i

describe('a request whose effect is not known', () => {
  it.each(answers)('after %s is told as answered', (_, failure) => {
    expect(wasAnswered(failure)).toBe(true)
    expect(answerWords(failure)).not.toMatch(ABSENT)
    const found = waiting({ ...PLANNED, failure })
    expect(found.kind === 'known' && found.change.detail).not.toMatch(ABSENT)
  })

  it('without an answer is told so, once', () => {
    const found = waiting({ ...PLANNED, failure: lost })
    const detail = found.kind === 'known' ? (found.change.detail ?? '') : ''
    expect(detail).toContain('No answer came')
    expect(waiting({ ...PLANNED, failure: lost, isAwaited: true })).toEqual({ kind: 'undecided' })
  })

  it('of a cancel whose order stays open is told by its effect alone', () => {
    const found = judgeCancel(new ModelVenue(new ManualClock()).rest(), 'nothing', true)
    expect(found.kind === 'standing' && found.change.detail).toContain('took no effect')
    expect(JSON.stringify(found)).not.toMatch(ABSENT)
  })
})
