/**
 * Refused actions stay in the trader's journal, in later runs too. A refusal that only repeats an earlier one is not
 * added.
 */
import { describe, expect, it } from 'vitest'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import { MOST_REFUSED, withRefusal, type Refused } from '#electron/desk/state/refused.ts'
import { CANCEL_ALL, CLOSE, deskBench } from '#test/support/desk-bench.ts'
import type { Life } from '#test/support/desk-run.ts'
import { verbatim } from '#shared/words/message.ts'

const bench = deskBench()
const NOT_HELD: Action = closeAtMarket('E-NOT-HELD:cross:long')

const denials = (life: Life) =>
  life.desk.report().intents.map(({ intentId, state, refusal }) => [intentId, state, refusal?.code, refusal?.times])

describe('a refusal', () => {
  it('is listed among the accepted intents, newest first, with its reason, also in the next run', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    await bench.submit(life, 'close', CLOSE)
    await bench.clock.advance(2_000)
    await bench.submit(life, 'nothing', CANCEL_ALL)
    const expected = [
      ['nothing', 'refused', 'NOTHING_TO_CANCEL', 1],
      ['close', 'done', undefined, undefined],
    ]
    expect(denials(life)).toEqual(expected)
    expect(life.reports.at(-1)?.intents[0]).toMatchObject({ state: 'refused', legs: [], action: CANCEL_ALL })
    expect(life.desk.report().intents[0]?.note).not.toBeNull()
    life.kill()
    expect(denials(await bench.open(venue))).toEqual(expected)
  })

  it('of the same action is counted, not listed again', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    for (const id of ['one', 'two', 'three']) await bench.submit(life, id, CANCEL_ALL)
    await bench.submit(life, 'other', NOT_HELD)
    const expected = [
      ['other', 'refused', 'POSITION_NOT_FOUND', 1],
      ['three', 'refused', 'NOTHING_TO_CANCEL', 3],
    ]
    expect(denials(life)).toEqual(expected)
    life.kill()
    expect(denials(await bench.open(venue))).toEqual(expected)
  })

  it('of a second click while the first is in progress is not listed, and keeps its answer', async () => {
    const venue = bench.small()
    const life = await bench.open(venue)
    const first = life.desk.submit('first', CLOSE)
    const second = life.desk.submit('second', CLOSE)
    await bench.clock.advance(2_000)
    expect(await first).toMatchObject({ kind: 'accepted' })
    expect(await second).toMatchObject({ kind: 'denied', denial: { code: 'IN_FLIGHT' } })
    expect(denials(life).map(([id]) => id)).toEqual(['first'])
    life.kill()
    const later = await bench.open(venue)
    expect(denials(later).map(([id]) => id)).toEqual(['first'])
    expect(await bench.submit(later, 'second', CLOSE)).toMatchObject({ kind: 'denied', denial: { code: 'IN_FLIGHT' } })
  })
})

describe('of a thousand refusals', () => {
  it('the newest are kept, without repetitions', () => {
    let refused: readonly Refused[] = []
    for (let at = 1; at <= 1_000; at++) {
      const code = at % 2 === 0 ? 'IN_FLIGHT' : at % 3 === 0 ? 'READ_FAILED' : 'POSITION_FROZEN'
      refused = withRefusal(refused, {
        id: `refused ${at}`,
        action: CLOSE,
        denial: { code, message: verbatim('No.') },
        at,
      })
    }
    expect(refused).toHaveLength(MOST_REFUSED)
    expect(refused.at(-1)?.id).toBe('refused 999')
    expect(refused.every(({ denial }) => denial.code !== 'IN_FLIGHT')).toBe(true)
  })
})

it('a repetition replaces only the refusal right before it', () => {
  const refuse = (all: readonly Refused[], action: Action, code: 'READ_FAILED' | 'POSITION_FROZEN') =>
    withRefusal(all, { id: `${all.length}`, action, denial: { code, message: verbatim('No.') }, at: 0 })
  const first = refuse(refuse(refuse([], CANCEL_ALL, 'READ_FAILED'), CLOSE, 'READ_FAILED'), NOT_HELD, 'READ_FAILED')
  const timesAfter = (action: Action, code: 'READ_FAILED' | 'POSITION_FROZEN') =>
    refuse(first, action, code).map(({ times }) => times)
  expect(timesAfter(NOT_HELD, 'READ_FAILED')).toEqual([1, 1, 2])
  expect(timesAfter(NOT_HELD, 'POSITION_FROZEN')).toEqual([1, 1, 1, 1])
  expect(timesAfter(CLOSE, 'READ_FAILED')).toEqual([1, 1, 1, 1])
})
