import { expect, it } from 'vitest'
import { lookChoices } from '../../../../renderer/src/kit/use-look.ts'

it('rows are offered from the smallest to the tallest', () => {
  expect(lookChoices('density').map(({ value }) => value)).toEqual(['high', 'medium', 'low'])
})
