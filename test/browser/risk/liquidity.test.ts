import { inEnglish } from '#shared/words/say.ts'
import { message } from '#shared/words/message.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { none } from '#shared/risk/number/figure.ts'
import { emptySnapshot, fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import LiquidityTab from '../../../renderer/src/risk/liquidity/LiquidityTab.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'
import { wordsOf } from './words.ts'

const SNAPSHOT = fixtureSnapshot()

function reportOf(snapshot: Snapshot) {
  const { data } = snapshot.parts.liquidity
  if (data === null) throw new Error('expected a fixture with a liquidity report')
  return data
}

/** The row of an exit, by its name. */
function rowOf(bench: Bench, name: string): HTMLElement {
  const row = [...bench.root.querySelectorAll<HTMLElement>('tr.row')].find(
    (each) => each.querySelector('.strong')?.textContent === name,
  )
  if (!row) throw new Error(`expected a row ${name}`)
  return row
}

async function openDetail(bench: Bench, name: string): Promise<HTMLElement> {
  rowOf(bench, name).querySelector('button')?.click()
  await painted()
  return bench.find('.detail')
}

it('draws only the row again that has changed, and none for a new risk report', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  expect(bench.root.querySelectorAll('tr.row').length).toBeGreaterThan(5)
  const report = reportOf(SNAPSHOT)
  const rows = report.rows.map((row, nth) => (nth === 2 ? { ...row, levelsUsed: 77 } : row))
  const { risk, ...of } = withPart(SNAPSHOT, 'liquidity', { data: { ...report, rows } }).parts
  const redrawn = await bench.redrawn(() =>
    bench.send({
      ...push(SNAPSHOT, []),
      parts: {
        liquidity: { ...of.liquidity, version: 99 },
        risk: { ...risk, version: 99, data: risk.data && { ...risk.data } },
      },
    }),
  )
  expect(redrawn.get('RowsPanel')).toBeGreaterThan(0)
  expect(redrawn.get('TableRow')).toBe(1)
  expect(wordsOf(bench.find('table'))).toContain('77 levels')
})

it('gives the value of everything if closed now, and what that leaves out', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  const totals = wordsOf(bench.find('[aria-label="Totals"]'))
  expect(totals).toContain('Frozen by the venue, in no total: E-DOGE-USDT. No cost is known for DOT, WEN:')
  expect(totals).toContain('6 of 7 positions')
  expect(totals).toMatch(/Worth if closed, at most 92,[\d,.]+ USDT/)
  expect(totals).toMatch(/Known cost to close [\d.]+ USDT/)
  expect(totals).toContain('Fee of Spot assumed: 0.10')
  expect(totals).toContain('Books and volumes of contracts are read as numbers of contracts.')
})

it('names the exits whose fee is a guess, and nothing when the rate of the account is known', async () => {
  const report = reportOf(SNAPSHOT)
  const notesWith = async (isKnown: (name: string) => boolean): Promise<string> => {
    const rows = report.rows.map((row) =>
      row.feeRate && isKnown(row.key) ? { ...row, feeRate: { ...row.feeRate, basis: 'own' as const } } : row,
    )
    const bench = await openWindow(LiquidityTab, withPart(SNAPSHOT, 'liquidity', { data: { ...report, rows } }))
    return wordsOf(bench.find('[aria-label="Totals"] .notes'))
  }
  expect(await notesWith(() => true)).not.toMatch(/Fee of/)
  expect(await notesWith((key) => key !== 'spot:ETH')).toMatch(
    /Fee of ETH assumed: 0\.10.%; the venue does not state it/,
  )
  expect(await notesWith((key) => key.startsWith('spot:'))).toContain('Contract fee: the most the venue may charge')
})

it('is certain of the value when every cost is known', async () => {
  const report = reportOf(SNAPSHOT)
  const rows = report.rows.filter(({ cost }) => cost.value !== null)
  const bench = await openWindow(LiquidityTab, withPart(SNAPSHOT, 'liquidity', { data: { ...report, rows } }))
  const totals = wordsOf(bench.find('[aria-label="Totals"]'))
  expect(totals).toContain('Worth if closed now')
  expect(totals).not.toContain('at most')
  expect(totals).not.toContain('No cost is known')
})

it('shows an exit with its share of the order book, cost, profit, time and the age of its order book', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  const row = rowOf(bench, 'E-ETH-USDT')
  const words = wordsOf(row)
  expect(words).toMatch(/BUY isolated, 1,200 ct 41,977 10 bps: 37 % 25 bps: 7 % 50 bps: 2 % 0\.5 bps 2 levels/)
  expect(words).toContain('1, no wait')
  expect(words).toMatch(/1 s$/)
  expect(wordsOf(rowOf(bench, 'E-BTC-USDT'))).toContain('50 bps: <1 %')
  const thin = rowOf(bench, 'DOGE')
  const over = thin.querySelectorAll('.bands .amber')
  expect([...over].map(wordsOf)).toEqual(['2.5×', '≤1.2×', '≤1.2×'])
})

it('gives a bound when the known order book ends within the band', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  const row = rowOf(bench, 'DOGE')
  expect(wordsOf(row)).toContain('10 bps: 2.5× 25 bps: ≤1.2×')
  expect(row.querySelectorAll<HTMLElement>('.bands li')[1]?.title).toContain(
    'the part of the book that was read ends nearer',
  )
})

it('does not say that there are no open orders before they were read', async () => {
  const { data } = SNAPSHOT.parts.orders
  if (data === null) throw new Error('expected a fixture with orders')
  const scopes = data.scopes.map((scope) => ({ ...scope, readAt: null }))
  const orders = { orders: [], scopes }
  const bench = await openWindow(LiquidityTab, withPart(SNAPSHOT, 'orders', { data: orders }))
  await userEvent.click(bench.root.querySelector('dt button')!)
  expect(wordsOf(page.getByRole('dialog').element())).toContain('Open orders not read')
})

it('breaks down a cost, with the formula and inputs of each part', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  const detail = await openDetail(bench, 'E-ETH-USDT')
  const lines = new Map(
    [...detail.querySelectorAll('dl > div')].map((line) => [
      wordsOf(line.querySelector('dt')),
      wordsOf(line.querySelector('dd')),
    ]),
  )
  const parts = ['Mark to mid', 'Spread', 'Through the book', 'Beyond the book', 'Fee']
  const sum = parts.reduce((total, part) => total + Number(lines.get(part)!.replace('−', '-')), 0)
  expect(Number(lines.get('Cost to close'))).toBeCloseTo(sum, 1)
  expect(lines.get('Share within 10 bps')).toBe('37 %')

  await userEvent.click(page.getByRole('button', { name: 'Through the book' }))
  const how = wordsOf(page.getByRole('dialog').element())
  expect(how).toContain('abs(best price − average price)')
  expect(how).toContain('Book of E-ETH-USDT, mid 3,498.105 0.9 s')
  expect(how).toContain('Fee rate, the venue’s highest')
})

it('says that a cost excludes the gap from mark to mid, which is shown as unknown', async () => {
  const report = reportOf(SNAPSHOT)
  const reason = message('figure.readApart', { apart: { ms: 19_000 } })
  const rows = report.rows.map((row) => (row.instrument === 'E-ETH-USDT' ? { ...row, markGap: none(reason) } : row))
  const bench = await openWindow(LiquidityTab, withPart(SNAPSHOT, 'liquidity', { data: { ...report, rows } }))
  const totals = wordsOf(bench.find('[aria-label="Totals"]'))
  expect(totals).toContain(
    'Mark to mid is left out for E-ETH-USDT, because mark and book were not read at the same time.',
  )
  expect(wordsOf(bench.find('.finding'))).toContain(' Without mark to mid: E-ETH-USDT')
  const titles = [...rowOf(bench, 'E-ETH-USDT').querySelectorAll<HTMLElement>('[title^="Without mark to mid"]')]
  expect(titles.map(({ title }) => title)).toEqual(Array(2).fill(`Without mark to mid: ${inEnglish(reason)}`))
  const words = wordsOf(await openDetail(bench, 'E-ETH-USDT'))
  expect(words).toContain('Mark to mid ?')
  expect(words).toContain('Cost, without mark to mid')
})

it('distinguishes the wait for the venue’s limits from the time the calls take', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  const totals = wordsOf(bench.find('[aria-label="Totals"]'))
  expect(totals).toContain('Rate-limit wait none for call times see FLATTEN')
})

it('says why there are no figures, and never shows zero instead', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  // One of the last rows, and a table draws only those in sight.
  bench.find('.scroller').scrollTop = 10_000
  await painted()
  const detail = await openDetail(bench, 'DOT')
  const words = wordsOf(rowOf(bench, 'DOT'))
  expect(words).toMatch(/ \? 0 levels \? /)
  expect(words).toContain('not read yet')
  expect(wordsOf(detail)).toContain('Its book was not read yet.')
})

it('fades the figures of an old order book, and only those', async () => {
  const report = reportOf(SNAPSHOT)
  const rows = report.rows.map((row) => (row.key === 'spot:ETH' ? { ...row, readAt: row.readAt! - 100_000 } : row))
  const aged = withPart(SNAPSHOT, 'liquidity', { data: { ...report, rows }, expectEveryMs: 20_000 })
  const bench = await openWindow(LiquidityTab, aged)
  expect(rowOf(bench, 'ETH').className).toContain('row-stale')
  expect(rowOf(bench, 'E-ETH-USDT').className).toContain('row-fresh')
})

it('has every part of every cost in a table that can be copied', async () => {
  const bench = await openWindow(LiquidityTab, SNAPSHOT)
  expect(wordsOf(bench.find('.finding'))).toMatch(/^Closing everything costs [\d.]+ USDT, most of it fee/)
  bench.find('.costs .toggle').click()
  await painted()
  const table = bench.find('.costs table')
  expect(table.querySelectorAll('tbody tr')).toHaveLength(reportOf(SNAPSHOT).rows.length)
  expect(wordsOf(table)).toContain('? Its book was not read yet.')
  expect(wordsOf(bench.find('.costs .foot'))).toContain('Copy table')
})

it('says what it waits for before anything was read, and when nothing is held', async () => {
  const waiting = await openWindow(LiquidityTab, emptySnapshot())
  expect(wordsOf(waiting.root)).toBe('Waiting for the first read from the venue.')
  const report = reportOf(SNAPSHOT)
  const bench = await openWindow(LiquidityTab, withPart(SNAPSHOT, 'liquidity', { data: { ...report, rows: [] } }))
  expect(wordsOf(bench.root)).toBe('Only cash is held. There is nothing to close and no cost.')
})
