import { expect, it } from 'vitest'
import { SMALLEST_FACTOR } from '#shared/risk/shock/market-sum.ts'
import { dayMoves } from '#shared/risk/var/day-moves.ts'

const returns = new Map([
  ['BTC', Float64Array.of(0.1, -0.2, 0)],
  ['ETH', Float64Array.of(0.21, 0.2, -0.5)],
])
const close = (...moves: number[]) => moves.map((move) => expect.closeTo(move, 12) as number)
const listed = (moves: Float64Array | null) => moves && [...moves]

it('a linear contract moves with its base, an inverse one with the value of money in its coin', () => {
  const moves = dayMoves(returns, null)
  expect(listed(moves.market({ base: 'BTC', quote: 'USDT' }))).toEqual(close(0.1, -0.2, 0))
  expect(listed(moves.market({ base: 'BTC', quote: null }))).toEqual(close(1 / 1.1 - 1, 0.25, 0))
  expect(listed(moves.market({ base: 'ETH', quote: 'BTC' }))).toEqual(close(0.1, 0.5, -0.5))
})

it("an asset's value in the yardstick changes by the moves of both", () => {
  const moves = dayMoves(returns, 'BTC')
  expect(listed(moves.worth('ETH'))).toEqual(close(0.1, 0.5, -0.5))
  expect(listed(moves.worth('USDT'))).toEqual(close(1 / 1.1 - 1, 0.25, 0))
  expect(moves.worth('BTC')).toBeNull()
  expect(dayMoves(returns, null).worth('USDT')).toBeNull()
})

it('no price falls to zero', () => {
  const moves = dayMoves(new Map([['DEAD', Float64Array.of(-1.5, 0.1)]]), null)
  expect(listed(moves.worth('DEAD'))).toEqual(close(SMALLEST_FACTOR - 1, 0.1))
})

it('a yardstick does not fall to zero, nor does an asset measured in it', () => {
  const falls = new Map([
    ['DEAD', Float64Array.of(-1.5, -1, 0.1)],
    ['ETH', Float64Array.of(0.2, -2, 0.1)],
  ])
  const least = SMALLEST_FACTOR
  const near = (...moves: number[]) => moves.map((move) => expect.closeTo(move, 6) as number)
  expect(listed(dayMoves(falls, 'DEAD').worth('ETH'))).toEqual(near(1.2 / least - 1, 0, 0))
  expect(listed(dayMoves(falls, 'DEAD').worth('USDT'))).toEqual(near(1 / least - 1, 1 / least - 1, 1 / 1.1 - 1))
  expect(listed(dayMoves(falls, 'ETH').worth('DEAD'))).toEqual(near(least / 1.2 - 1, 0, 0))
})

it('moves that need no bound are the same list, whatever their names are', () => {
  const moves = dayMoves(returns, null)
  expect(moves.worth('BTC')).toBe(returns.get('BTC'))
  expect(moves.market({ base: 'BTC', quote: 'USDC' })).toBe(moves.market({ base: 'BTC', quote: 'USDT' }))
})
