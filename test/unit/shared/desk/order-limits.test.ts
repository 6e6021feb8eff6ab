import { expect, it } from 'vitest'
import { guardLimits, loosened, orderLimits, USUAL_LIMITS } from '#shared/desk/order-limits.ts'

const of = (change: object): unknown => ({ ...USUAL_LIMITS, ...change })

it('are enforced as they are written', () => {
  const { notional, priceBand, ordersPerMinute } = guardLimits(USUAL_LIMITS)
  expect([notional.toFixed(), priceBand.toFixed(), ordersPerMinute]).toEqual(['100000', '0.05', 120])
})

it.each([
  ['a value of zero', { value: '0' }],
  ['no limit', { value: null }],
  ['a sign', { value: '-5' }],
  ['an exponent', { percent: '1e1' }],
  ['more than the whole price', { percent: '100.1' }],
  ['no order at all', { perMinute: 0 }],
  ['half an order', { perMinute: 1.5 }],
  ['more than are ever sent', { perMinute: 1_001 }],
  ['a count as text', { perMinute: '5' }],
  ['another member', { quantity: '1' }],
])('take no %s', (_what, change) => {
  expect(orderLimits.safeParse(of(change)).success).toBe(false)
})

it('are kept without needless zeros, so that the same limits are written alike', () => {
  expect(orderLimits.parse(of({ value: '007.50', percent: '2.0' }))).toEqual(of({ value: '7.5', percent: '2' }))
})

it.each([
  [{}, []],
  [{ value: '99999.99', percent: '4', perMinute: 1 }, []],
  [{ value: '100000.01' }, ['value']],
  [{ percent: '10', perMinute: 1 }, ['percent']],
  [{ value: '1', percent: '5.01', perMinute: 121 }, ['percent', 'perMinute']],
])('are loosened by each that allows more: %j', (change, names) => {
  expect(loosened(orderLimits.parse(of(change)), USUAL_LIMITS)).toEqual(names)
})
