import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import type { Position } from '#shared/domain/account.ts'
import { QuoteBoard } from '../../../../electron/portfolio/quote-board.ts'

const ticker = (last: string) => ({ last: decimal(last), bid: null, ask: null })
const held = (contract: string, mark: string): Position =>
  ({ contract, markPrice: decimal(mark) }) satisfies Partial<Position> as unknown as Position
describe('the quote board', () => {
  it('takes the age of a held contract from its mark, not from a newer ticker', () => {
    const board = new QuoteBoard()
    board.applyMarks([held('E-BTC-USDT', '100')], 50)
    board.applyTicker('contract', 'E-BTC-USDT', ticker('101'), 90)
    expect(board.list()[0]).toMatchObject({ readAt: 50, mark: decimal('100'), last: decimal('101') })
  })

  it('prefers the mark that came with the position to an older one of the index endpoint', () => {
    const board = new QuoteBoard()
    board.applyMarks([held('E-BTC-USDT', '100')], 50)
    board.applyIndex('E-BTC-USDT', { mark: decimal('90'), index: decimal('91'), fundingRate: null }, 40)
    expect(board.list()[0]).toMatchObject({ mark: decimal('100'), index: decimal('91'), readAt: 50 })
  })

  it('takes no mark from a row kept from an earlier read: the mark of the index read is newer', () => {
    const board = new QuoteBoard()
    board.applyMarks([held('E-BTC-USDT', '100')], 50)
    board.applyMarks([{ ...held('E-BTC-USDT', '100'), keptFrom: 50 }], 80)
    board.applyIndex('E-BTC-USDT', { mark: decimal('90'), index: decimal('91'), fundingRate: null }, 90)
    expect(board.list()[0]).toMatchObject({ mark: decimal('90'), readAt: 90 })
  })

  it('takes the age of a held contract without a mark from its ticker, however new the answer without a mark is', () => {
    const board = new QuoteBoard()
    board.applyMarks([{ ...held('E-BTC-USDT', '100'), markPrice: null }], 50)
    board.applyTicker('contract', 'E-BTC-USDT', ticker('101'), 60)
    board.applyIndex('E-BTC-USDT', { mark: null, index: null, fundingRate: null }, 90)
    expect(board.list()[0]).toMatchObject({ readAt: 60, mark: null, last: decimal('101') })
  })

  it('takes the age of a contract that is not held from its ticker, however old the index is', () => {
    const board = new QuoteBoard()
    board.applyIndex('E-BTC-USDT', { mark: decimal('90'), index: null, fundingRate: null }, 10)
    expect(board.list()).toEqual([])
    board.applyTicker('contract', 'E-BTC-USDT', ticker('101'), 90)
    expect(board.list()[0]).toMatchObject({ readAt: 90, mark: decimal('90') })
  })

  it("gives the age of a held contract's funding rate and last trade, whatever the mark's age", () => {
    const board = new QuoteBoard()
    const hour = 3_600_000
    board.applyTicker('contract', 'E-BTC-USDT', ticker('101'), 5)
    board.applyIndex('E-BTC-USDT', { mark: null, index: decimal('91'), fundingRate: decimal('0.003') }, 10)
    for (const readAt of [0, 6 * hour, 12 * hour]) board.applyMarks([held('E-BTC-USDT', '100')], readAt)
    expect(board.list()).toMatchObject([{ readAt: 12 * hour, lastAt: 5, indexAt: 10 }])
  })

  it('keeps only the price that dates each row over a sleep', () => {
    const board = new QuoteBoard()
    board.applyMarks([held('E-BTC-USDT', '100')], 50)
    board.applyTicker('contract', 'E-BTC-USDT', ticker('101'), 60)
    board.applyIndex('E-BTC-USDT', { mark: null, index: decimal('91'), fundingRate: decimal('0.003') }, 70)
    board.applyTicker('spot', 'BTCUSDT', ticker('2'), 70)
    board.wake(80)
    const nothing = { index: null, fundingRate: null, indexAt: null }
    const rows = [
      { ...nothing, mark: decimal('100'), readAt: 50, last: null, bid: null, ask: null, lastAt: null },
      { ...nothing, mark: null, readAt: 70, last: decimal('2'), lastAt: 70 },
    ]
    expect(board.list()).toMatchObject(rows)
    // Requested before the sleep, answered after it.
    board.applyTicker('contract', 'E-BTC-USDT', ticker('102'), 79)
    board.applyIndex('E-BTC-USDT', { mark: null, index: decimal('92'), fundingRate: decimal('0.003') }, 79)
    expect(board.list()).toMatchObject(rows)
    board.applyTicker('contract', 'E-BTC-USDT', ticker('103'), 80)
    board.applyIndex('E-BTC-USDT', { mark: null, index: decimal('93'), fundingRate: decimal('0.003') }, 81)
    expect(board.list()[0]).toMatchObject({ readAt: 50, last: decimal('103'), lastAt: 80, indexAt: 81 })
  })

  it('is as old as its oldest row, and forgets instruments that are not needed', () => {
    const board = new QuoteBoard()
    board.applyTicker('spot', 'OLDUSDT', ticker('1'), 10)
    board.applyTicker('spot', 'BTCUSDT', ticker('2'), 70)
    expect(board.readAt()).toBe(10)
    board.retain(new Set(['spot:BTCUSDT']))
    expect(board.readAt()).toBe(70)
  })

  it('returns the same object until something changes, and then shows the change at once', () => {
    const board = new QuoteBoard()
    board.applyTicker('contract', 'E-BTC-USDT', ticker('101'), 10)
    const before = board.list()
    board.retain(new Set(['contract:E-BTC-USDT']))
    expect(board.list()).toBe(before)
    const index = { mark: decimal('90'), index: decimal('91'), fundingRate: null }
    const changes = [
      () => board.applyTicker('contract', 'E-BTC-USDT', ticker('102'), 20),
      () => board.applyIndex('E-BTC-USDT', index, 30),
      () => board.applyMarks([held('E-BTC-USDT', '92')], 40),
      () => board.applyMarks([], 50),
      () => board.wake(60),
      () => board.retain(new Set()),
    ]
    const seen = changes.map((change) => {
      change()
      return board.list().map(({ last, mark, index, readAt }) => [last, mark, index, readAt].map(String).join(' '))
    })
    expect(seen).toEqual([
      ['102 null null 20'],
      ['102 90 91 20'],
      ['102 92 91 40'],
      ['102 92 91 20'],
      ['102 null null 20'],
      [],
    ])
  })
})
