import { expect, it } from 'vitest'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { fixtureSnapshot, readFailure } from '#test/support/snapshot.ts'
import { asIdentified } from '#shared/words/instrument-words.ts'
import { questionsOf } from '../../../../renderer/src/orders/questions.ts'

const intents = fixtureSnapshot().parts.desk.data!.intents
const [unknown] = intents
const legs = (change: Partial<Encoded<IntentReport>['legs'][number]>) => [
  { ...unknown!, legs: unknown!.legs.map((leg) => ({ ...leg, ...change })) },
]

it('asks about every request with an unknown outcome, with the available evidence', () => {
  const [question, ...others] = questionsOf(intents, asIdentified)
  expect(others).toEqual([])
  expect(question).toMatchObject({
    title: 'Close 900 ct long E-SOL-USDT at market',
    progress: { word: 'unknown' },
    venue: null,
  })
  expect(question?.evidence[0]).toBe('our id plm-5e1d-1')
  expect(question?.todo).toContain('does not send this again')
})

it('says what to look at when no read can decide it, depending on the action', () => {
  const [question] = questionsOf(legs({ state: 'needsHuman', orderId: '77' }), asIdentified)
  expect(question?.todo).toContain('Compare the position')
  expect(question?.evidence).toContain('order 77')
})

it('lets a person dismiss what only a person can judge, and asks no more', () => {
  const at = (state: 'unknown' | 'needsHuman', seenAt: number | null) =>
    questionsOf(
      legs({ state }).map((intent) => ({ ...intent, state, seenAt })),
      asIdentified,
    )
  expect(at('unknown', null)).toMatchObject([{ seenId: null }])
  expect(at('needsHuman', null)).toMatchObject([{ seenId: unknown!.intentId }])
  expect(at('needsHuman', 5)).toEqual([])
})

it('keeps the venue’s own words apart from ours', () => {
  const failure = {
    ...readFailure('contract.order', 'Refused.'),
    venue: { code: '-1', message: 'busy <b>' },
    httpStatus: 504,
  }
  const [question] = questionsOf(legs({ failure }), asIdentified)
  expect(question?.venue).toBe('-1: busy <b>')
  expect(question?.evidence).toEqual(expect.arrayContaining(['HTTP 504', 'Refused.']))
})

it('explains the failure of a request once', () => {
  const failure = readFailure('contract.order', 'Refused.')
  const evidence = (detail: Message) => questionsOf(legs({ failure, detail }), asIdentified)[0]?.evidence
  expect(evidence(message('leg.mayHaveHappened', { why: 'Refused.' }))).not.toContain('Refused.')
  expect(evidence(message('leg.untold'))).toContain('Refused.')
})
