import { expect, it } from 'vitest'
import type { Row } from '#electron/desk/log/entries.ts'
import { createPast, REPORTED } from '#electron/desk/log/past.ts'

const PLAN =
  '{"kind":"accepted","plan":{"action":{"kind":"flatten","spot":"keep"},"legs":[%],"estimate":null},"orders":[],"missed":null}'
const LEG = '{"kind":"cancel","area":"spot","instrument":"BTCUSDT","orderId":"7"}'
const ROW: Row = {
  seq: 1,
  at: 1,
  account: 'one',
  intent: 'first',
  leg: null,
  kind: 'accepted',
  body: PLAN.replace('%', ''),
}

/** As many intents without a leg as are reported, after rows of one before them. */
function pastOf(first: readonly Partial<Row>[]) {
  const past = createPast()
  const newer = Array.from({ length: REPORTED }, (_, index) => ({ intent: `newer ${index}` }))
  for (const [index, row] of [...first, ...newer].entries()) past.take({ ...ROW, seq: index + 1, ...row })
  return past
}

it.each<[string, number, readonly Partial<Row>[]]>([
  ['a plan', 1, [{ body: 'not JSON' }]],
  ['a plan without legs', 1, [{ body: '{"kind":"accepted"}' }]],
  ['a leg', 2, [{ body: PLAN.replace('%', LEG) }, { leg: 0, kind: 'verified', body: 'not JSON' }]],
])('%s that can not be read is told, however long ago it was written', (_, seq, rows) => {
  expect(pastOf(rows).settle()).toBe(seq)
})

it('an intent that may go on is only let go when the rows are said to be all', () => {
  const past = pastOf([{}])
  expect(past.of('one').rows).toHaveLength(REPORTED + 1)
  expect(past.settle()).toBeNull()
  expect(past.of('one').rows).toHaveLength(REPORTED)
})
