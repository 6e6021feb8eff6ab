import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { message, verbatim } from '#shared/words/message.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { historyInMemory, KEPT_MS, openHistory } from '#electron/history/store.ts'
import type { History, Series, VenueHistory } from '#electron/history/store.ts'
import { BAR_INTERVALS, BAR_MS } from '#shared/domain/bar.ts'
import type { Bar, BarInterval } from '#shared/domain/bar.ts'
import { ManualClock } from '#test/support/clock.ts'

const clock = new ManualClock()
const NOW = 1_767_225_600_000
const BTC: Series = { area: 'spot', instrument: 'BTCUSDT', interval: '1day' }

let folder: string
let path: string
let opened: History[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-history-'))
  path = join(folder, 'history.sqlite')
  opened = []
})
afterEach(() => {
  for (const history of opened) history.close()
  rmSync(folder, { recursive: true })
})

function open(at = path): History {
  const history = openHistory(at, clock)
  opened.push(history)
  return history
}

function close(history: History): void {
  history.close()
  opened.splice(opened.indexOf(history), 1)
}

function bar(openTime: number, close: number): Bar {
  return { openTime, open: close, high: close * 1.01, low: close / 3, close, volume: 0.1 }
}

function barsOf(history: VenueHistory, series: Series, most = 1_000): readonly Bar[] {
  const read = history.bars(series, most)
  if (!read.ok) throw new Error(read.error.code)
  return read.value
}

function kept(history: VenueHistory, series: Series, bars: readonly Bar[]): void {
  expect(history.keep(series, bars)).toEqual({ ok: true, value: null })
}

describe('candles', () => {
  it('are read back in order, to the last bit, after the file was closed', () => {
    const first = open()
    expect(first.notice).toBeNull()
    kept(first.at('venue'), BTC, [bar(NOW, 1 / 3), bar(NOW - 86_400_000, 5e-324), bar(NOW + 86_400_000, 1e308)])
    close(first)
    const found = barsOf(open().at('venue'), BTC)
    expect(found).toEqual([bar(NOW - 86_400_000, 5e-324), bar(NOW, 1 / 3), bar(NOW + 86_400_000, 1e308)])
  })

  it('are replaced by one with the same opening time, and otherwise added', () => {
    const venue = open().at('venue')
    kept(venue, BTC, [bar(1, 10), bar(2, 20)])
    kept(venue, BTC, [bar(2, 21), bar(3, 30)])
    expect(barsOf(venue, BTC).map(({ close }) => close)).toEqual([10, 21, 30])
    expect(barsOf(venue, BTC, 2).map(({ close }) => close)).toEqual([21, 30])
  })

  it('belong to one venue, area, instrument and interval', () => {
    const history = open()
    const others: [string, Series][] = [
      ['other', BTC],
      ['venue', { ...BTC, area: 'contract' }],
      ['venue', { ...BTC, instrument: 'ETHUSDT' }],
      ['venue', { ...BTC, interval: '60min' }],
    ]
    kept(history.at('venue'), BTC, [bar(1, 1)])
    others.forEach(([venue, series], index) => kept(history.at(venue), series, [bar(1, index + 2)]))
    expect(barsOf(history.at('venue'), BTC)).toEqual([bar(1, 1)])
    const found = others.map(([venue, series]) => barsOf(history.at(venue), series)[0]?.close)
    expect(found).toEqual([2, 3, 4, 5])
  })

  it('of one read are stored all together or not at all', () => {
    const venue = open().at('venue')
    const problem = venue.keep(BTC, [bar(1, 10), { ...bar(2, 20), close: NaN }])
    expect(problem).toMatchObject({ ok: false, error: { code: 'storage.history.unwritten' } })
    expect(barsOf(venue, BTC)).toEqual([])
    kept(venue, BTC, [bar(3, 30)])
  })

  it('of days are kept; old ones of hours and minutes are removed, and only at that venue', () => {
    const history = open()
    const venues = ['venue', 'other'].map((name) => history.at(name))
    const old = (interval: BarInterval): number => NOW - Math.min(KEPT_MS[interval], 400 * 86_400_000)
    for (const venue of venues) {
      for (const interval of BAR_INTERVALS) {
        kept(venue, { ...BTC, interval }, [bar(old(interval) - BAR_MS[interval], 1), bar(old(interval), 2)])
      }
    }
    const [venue, other] = venues as [VenueHistory, VenueHistory]
    expect(venue.prune(NOW).ok).toBe(true)
    const count = (of: VenueHistory) => BAR_INTERVALS.map((interval) => barsOf(of, { ...BTC, interval }).length)
    expect(count(venue)).toEqual([2, 1, 1])
    expect(count(other)).toEqual([2, 2, 2])
  })
})

describe('the file', () => {
  it('is readable by its owner only', () => {
    open()
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['not a database', () => writeFileSync(path, 'this was a history once, and is none any more. '.repeat(40))],
    [
      "another program's",
      () => {
        const db = new DatabaseSync(path)
        db.exec('CREATE TABLE candle (x)')
        db.close()
      },
    ],
  ])('that is %s is set aside, reported, and started anew', (_, spoil) => {
    spoil()
    const history = open()
    const aside = `${path}.damaged-${clock.wall()}`
    expect(history.notice).toMatchObject({ code: 'storage.history.replaced', facts: { aside } })
    expect(readdirSync(folder)).toContain(`history.sqlite.damaged-${clock.wall()}`)
    kept(history.at('venue'), BTC, [bar(1, 1)])
    close(history)
    expect(open().notice).toBeNull()
  })

  it('with inconsistent pages is detected when it is opened', () => {
    const first = open()
    const bars = Array.from({ length: 2_000 }, (_, index) => bar(index, index + 1))
    kept(first.at('venue'), BTC, bars)
    close(first)
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill('x', bytes.length - 4_096))
    expect(open().notice).toMatchObject({ code: 'storage.history.replaced', facts: { why: { code: 'storage.pages' } } })
  })

  it.each([
    [
      'of a newer Plimsoll',
      () => new DatabaseSync(path).exec('PRAGMA user_version = 99'),
      message('storage.newer', { version: 99 }),
    ],
    ['of another process', () => void open(), verbatim('database is locked')],
  ])('%s is left alone and not used', (_, take, why) => {
    take()
    const history = open()
    expect(history.notice).toEqual(message('storage.history.unopened', { path, why }))
    kept(history.at('venue'), BTC, [bar(1, 1)])
    expect(barsOf(history.at('venue'), BTC)).toHaveLength(1)
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
  })

  it('that cannot be created is not used', () => {
    const history = open(join(folder, 'nowhere', 'history.sqlite'))
    expect(history.notice?.code).toBe('storage.history.unopened')
    kept(history.at('venue'), BTC, [bar(1, 1)])
  })

  it('that was closed returns an error and does not throw', () => {
    const history = historyInMemory()
    const venue = history.at('venue')
    history.close()
    expect(venue.keep(BTC, [bar(1, 1)])).toMatchObject({ ok: false })
    expect(venue.bars(BTC, 1)).toMatchObject({ ok: false })
    expect(venue.prune(1)).toMatchObject({ ok: false })
  })
})
