import { expect, it } from 'vitest'
import { labelPx } from '../../../../../renderer/src/risk/load-line/stagger.ts'

it('gives a wide character almost twice the room', () => {
  const room = (words: string): number => labelPx(words) - labelPx('')
  expect(room('多头强平')).toBeGreaterThan(1.7 * room('long'))
  expect(room('XRP 空头')).toBeCloseTo(room('XRP ') + room('空头'), 6)
})
