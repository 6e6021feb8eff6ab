import { expect, it } from 'vitest'
import { DepthBoard } from '#electron/portfolio/market/depth-board.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { depth } from '#test/support/desk-facts.ts'

const BOOK = depth('spot', 'BTCUSDT', [[99, 1]], [[101, 1]])
const priced = (readAt: number) => new Map([['spot:BTCUSDT', { price: decimal(readAt), readAt }]])
const markOf = (board: DepthBoard) => [...board.byInstrument().values()][0]?.mark?.readAt ?? null

it('keeps with an order book the price read nearest to it in time, not the newest', () => {
  const board = new DepthBoard()
  board.priced(priced(500))
  board.apply(BOOK, 2_000)
  expect(markOf(board)).toBe(500)
  for (const [readAt, kept] of [
    [3_000, 3_000],
    [4_500, 3_000],
    [21_000, 3_000],
  ] as const) {
    board.priced(priced(readAt))
    expect(markOf(board)).toBe(kept)
  }
  board.apply(BOOK, 22_000)
  expect(markOf(board)).toBe(21_000)
})

it('drops an order book requested before the current one, and forgets all on demand', () => {
  const board = new DepthBoard()
  board.priced(priced(100))
  board.apply(BOOK, 200)
  board.apply(BOOK, 150)
  expect(board.readAt()).toBe(200)
  board.clear()
  board.apply(BOOK, 300)
  expect(markOf(board)).toBeNull()
})
