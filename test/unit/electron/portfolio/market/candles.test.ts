import { describe, expect, it } from 'vitest'
import { historyInMemory } from '#electron/history/store.ts'
import type { Series, VenueHistory } from '#electron/history/store.ts'
import { CandleBoard } from '#electron/portfolio/market/candles.ts'
import { BAR_MS } from '#shared/domain/bar.ts'
import { decimal } from '#shared/domain/decimal.ts'
import type { Candle } from '#shared/domain/quote.ts'

const HOUR = BAR_MS['60min']
const START = 1_767_225_600_000
const HOURS: Series = { area: 'spot', instrument: 'BTCUSDT', interval: '60min' }
const DAYS: Series = { ...HOURS, interval: '1day' }

function candle(openTime: number, close: number | string = 1): Candle {
  const price = decimal(close)
  return { openTime, open: price, high: price, low: price, close: price, volume: decimal(2) }
}

/** Hourly candles number `from` up to, but excluding, `to`. */
const hours = (from: number, to: number): Candle[] =>
  Array.from({ length: to - from }, (_, index) => candle(START + (from + index) * HOUR, from + index + 1))

function boardOn(history: VenueHistory = historyInMemory().at('venue')) {
  const troubles: (string | null)[] = []
  return { history, troubles, board: new CandleBoard(history, (trouble) => troubles.push(trouble?.code ?? null)) }
}

const closes = (board: CandleBoard, series = HOURS): number[] => board.bars(series).map(({ close }) => close)

describe('a board of candles', () => {
  it('accepts closed candles only: one that closes right now is closed, one that closes a moment later is not', () => {
    const { board } = boardOn()
    const end = START + 3 * HOUR
    expect(board.take(HOURS, hours(0, 4), end)).toBe(true)
    expect(closes(board)).toEqual([1, 2, 3])
    expect(board.take(HOURS, hours(3, 4), end + HOUR - 1)).toBe(false)
    expect(closes(board)).toEqual([1, 2, 3])
  })

  it('replaces by opening time, fills gaps in place, and says whether anything changed', () => {
    const { board } = boardOn()
    const now = START + 100 * HOUR
    board.take(HOURS, [...hours(0, 2), ...hours(4, 6)], now)
    expect(board.take(HOURS, hours(0, 2), now)).toBe(false)
    expect(board.take(HOURS, [candle(START + HOUR, 7), ...hours(2, 4)], now)).toBe(true)
    expect(closes(board)).toEqual([1, 7, 3, 4, 5, 6])
  })

  it('leaves out a price outside the range of float64', () => {
    const { board } = boardOn()
    board.take(HOURS, [candle(START, '1e400'), candle(START + HOUR)], START + 9 * HOUR)
    expect(closes(board)).toEqual([1])
  })

  it('continues with what an earlier run stored', () => {
    const { history, board } = boardOn()
    board.take(HOURS, hours(0, 5), START + 5 * HOUR)
    const later = boardOn(history).board
    expect(closes(later)).toEqual([])
    later.load(HOURS)
    expect(closes(later)).toEqual([1, 2, 3, 4, 5])
    later.take(HOURS, hours(7, 9), START + 9 * HOUR)
    expect(closes(later)).toEqual([1, 2, 3, 4, 5, 8, 9])
    later.retain(new Set())
    expect(closes(later)).toEqual([])
    later.load(HOURS)
    expect(closes(later)).toHaveLength(7)
  })

  it('requests all that a venue has the first time, then what is new and the newest candle again', () => {
    const { history, board } = boardOn()
    const now = START + 10 * HOUR
    expect(board.wanted(HOURS, now)).toBe(300)
    board.take(HOURS, hours(0, 10), now)
    // The tenth hour has just closed: that candle, and the one that is forming.
    expect(board.wanted(HOURS, now)).toBe(2)
    expect(board.wanted(HOURS, now + 3 * HOUR)).toBe(5)
    expect(board.wanted(HOURS, now + 999 * HOUR)).toBe(300)
    const later = boardOn(history).board
    later.load(HOURS)
    expect(later.wanted(HOURS, now)).toBe(300)
  })

  it('remembers that the newest read failed until one succeeds', () => {
    const { board } = boardOn()
    board.fail(DAYS)
    expect([board.isFailing(DAYS), board.isFailing(HOURS)]).toEqual([true, false])
    board.take(DAYS, [], START)
    expect(board.isFailing(DAYS)).toBe(false)
  })

  it('keeps in memory only as many candles as the figures need', () => {
    const { board, history } = boardOn()
    board.take(HOURS, hours(0, 300), START + 300 * HOUR)
    board.take(HOURS, hours(300, 600), START + 600 * HOUR)
    board.take(HOURS, hours(600, 900), START + 900 * HOUR)
    expect(closes(board)).toHaveLength(720)
    expect(closes(board).at(-1)).toBe(900)
    const kept = history.bars(HOURS, 10_000)
    expect(kept.ok && kept.value).toHaveLength(900)
  })

  it('works without a history that fails, and reports its failure and recovery', () => {
    const opened = historyInMemory()
    const { board, troubles } = boardOn(opened.at('venue'))
    board.take(HOURS, hours(0, 1), START + HOUR)
    expect(troubles).toEqual([null, null])
    opened.close()
    board.take(HOURS, hours(0, 2), START + 2 * HOUR)
    board.prune(START)
    expect(closes(board)).toEqual([1, 2])
    expect(troubles.slice(2)).toEqual(['storage.history.unwritten', 'storage.history.unpruned'])
  })
})
