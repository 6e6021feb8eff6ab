/** The report on a request with unknown effect: it never says that the request did not arrive once an answer came. */
import { describe, expect, it } from 'vitest'
import { PLANNED } from '#electron/desk/log/entry.ts'
import { answerTo, waiting } from '#electron/desk/verify/evidence.ts'
import type { Finding } from '#electron/desk/verify/evidence.ts'
import { judgeCancel } from '#electron/desk/verify/look-cancel.ts'
import { localFailure, wasAnswered, type Failure } from '#shared/domain/failure.ts'
import { en } from '#shared/words/en/index.ts'
import { verbatim } from '#shared/words/message.ts'
import { ModelVenue } from '#test/support/model-venue.ts'
import { ManualClock } from '#test/support/clock.ts'

const lost: Failure = { ...localFailure('timeout', 'contract.placeOrder', verbatim('late')), outcome: 'unknown' }
const answers: readonly [string, Failure][] = [
  ['a 500', { ...lost, kind: 'venueError', httpStatus: 500 }],
  ['a code of doubt', { ...lost, kind: 'venueError', venue: { code: '-1000', message: '' }, httpStatus: 200 }],
  ['a reply that cannot be read', { ...lost, kind: 'unexpectedReply', httpStatus: 200 }],
  ['a batch reply that does not name it', { ...lost, kind: 'unexpectedReply' }],
]
const ABSENT = /did not (reach|arrive)|no answer|was lost/i
const detailOf = (found: Finding) => (found.kind === 'undecided' ? null : found.change.detail?.code)

it.each(['leg.mayCome.error', 'leg.unlisted.error', 'leg.cancel.noEffect'] as const)(
  '%s does not say that nothing arrived',
  (code) => expect(en[code]).not.toMatch(ABSENT),
)

describe('a request with an unknown effect', () => {
  it.each(answers)('after %s is reported as answered', (_, failure) => {
    expect(wasAnswered(failure)).toBe(true)
    expect(answerTo(failure)).toBe('error')
    expect(detailOf(waiting({ ...PLANNED, failure }))).toBe('leg.mayCome.error')
  })

  it('without an answer is reported so, once', () => {
    expect(detailOf(waiting({ ...PLANNED, failure: lost }))).toBe('leg.mayCome.noAnswer')
    expect(waiting({ ...PLANNED, failure: lost, isAwaited: true })).toEqual({ kind: 'undecided' })
  })

  it('that cancels an order that stays open is reported by its effect alone', () => {
    const found = judgeCancel(new ModelVenue(new ManualClock()).rest(), 'nothing', true)
    expect(detailOf(found)).toBe('leg.cancel.noEffect')
  })
})
