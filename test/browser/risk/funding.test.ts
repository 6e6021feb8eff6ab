import { message } from '#shared/words/message.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { emptySnapshot, fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import FundingTab from '../../../renderer/src/risk/funding/FundingTab.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'
import { wordsOf } from './words.ts'

const SNAPSHOT = fixtureSnapshot()
function riskOf({ parts }: Snapshot) {
  const { data } = parts.risk
  if (data === null) throw new Error('expected a fixture with a risk report')
  return data
}

function rowsOf(bench: Bench): readonly string[] {
  return [...bench.root.querySelectorAll('tr.row')].map(wordsOf)
}

/** The fixture with one position whose funding is unknown. */
function partly(): Snapshot {
  const risk = riskOf(SNAPSHOT)
  const { funding } = risk
  const [gone, ...positions] = funding.positions
  if (!gone) throw new Error('expected a fixture with funding')
  const assets = funding.assets.map((each) =>
    gone.contract.includes(`-${each.asset}-`) ? { ...each, dailyValue: null } : each,
  )
  const changed = { ...funding, positions, assets, unknown: [gone.key] }
  return withPart(SNAPSHOT, 'risk', { data: { ...risk, funding: changed } })
}

it('gives the cost of funding per day, as a share of equity and per year, with the assumptions', async () => {
  const bench = await openWindow(FundingTab, SNAPSHOT)
  const totals = wordsOf(bench.find('[aria-label="Totals"]'))
  expect(totals).toMatch(/Funding a day −[\d.]+ USDT all positions/)
  expect(totals).toMatch(/Daily, % of equity −0\.\d{3} %/)
  expect(totals).toMatch(/Annualised −[\d,]+ USDT/)
  expect(totals).toContain('Interval assumed: 8 h; the venue does not state it. The newest rate is projected')
})

it('lists every position, costliest first, with its next payment in its own coin', async () => {
  const bench = await openWindow(FundingTab, SNAPSHOT)
  const rows = rowsOf(bench)
  expect(rows).toHaveLength(7)
  expect(rows[0]).toMatch(/^E-BTC-USDT cross LONG \+0\.0100 % −2\.50 USDT −7\.49 −11\.0 %/)
  expect(rows.find((row) => row.startsWith('E-BTC-USD '))).toMatch(/−0\.0000\d\d BTC/)
  expect(rows.at(-1)).toMatch(/SHORT .*\+12\.59/)
})

it('shows what was paid or received so far, in total and for each position', async () => {
  const risk = riskOf(SNAPSHOT)
  const bench = await openWindow(FundingTab, SNAPSHOT)
  expect(wordsOf(bench.find('[aria-label="Totals"]'))).toMatch(
    /Accrued [−+][\d.,]+ USDT since each position was opened/,
  )
  const { positions } = SNAPSHOT.parts
  const [btc] = positions.data!.filter(({ contract }) => contract === 'E-BTC-USDT')
  const paid = Number(btc!.fundingFees).toFixed(2).replace('-', '−')
  expect(rowsOf(bench)[0]).toContain(`${paid} USDT`)

  const unread = { ...risk, funding: { ...risk.funding, accrued: null } }
  const without = await openWindow(FundingTab, withPart(SNAPSHOT, 'risk', { data: unread }))
  expect(wordsOf(without.find('[aria-label="Totals"]'))).toMatch(/Accrued \? USDT/)
})

it('names what is unknown, and shows no figure for it', async () => {
  const bench = await openWindow(FundingTab, partly())
  const totals = wordsOf(bench.find('[aria-label="Totals"]'))
  expect(totals).toContain('No rate, mark or price is known for long E-BTC-USDT cross: the figures leave it out.')
  expect(totals).toContain('6 of 7 positions')
  expect(rowsOf(bench).find((row) => row.startsWith('E-BTC-USDT'))).toMatch(/^E-BTC-USDT cross LONG \? \? \? \?/)
  expect(wordsOf(bench.find('.finding'))).toContain('Not known: BTC.')
})

it('is unknown, not zero, when no position has a rate', async () => {
  const risk = riskOf(SNAPSHOT)
  const { positions, assets } = risk.funding
  const funding = {
    ...risk.funding,
    positions: [],
    assets: assets.map((each) => ({ ...each, dailyValue: null })),
    unknown: positions.map(({ key }) => key),
    dailyShare: { value: null, reason: message('figure.noFundingRate') },
  }
  const bench = await openWindow(FundingTab, withPart(SNAPSHOT, 'risk', { data: { ...risk, funding } }))
  expect(wordsOf(bench.find('[aria-label="Totals"]'))).toMatch(/Funding a day \? USDT 0 of 7 positions/)
  expect(wordsOf(bench.root)).toMatch(/No funding is known\. Not known: /)
})

it('shows the net of each asset as a chart, as a table, and explained', async () => {
  const bench = await openWindow(FundingTab, SNAPSHOT)
  await expect.poll(() => bench.root.querySelector('canvas')).not.toBeNull()
  expect(bench.find('[role="img"]').getAttribute('aria-label')).toMatch(
    /BTC costs most, −10\.19 USDT a day\. ETH earns most/,
  )
  bench.find('.chart .toggle').click()
  await painted()
  expect(wordsOf(bench.find('.chart table'))).toContain('BTC −10.19')
  await userEvent.click(page.getByRole('button', { name: 'Funding a day' }))
  expect(wordsOf(page.getByRole('dialog').element())).toContain('Between payments, assumed 8 h')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Annualised' }))
  expect(wordsOf(page.getByRole('dialog').element())).toContain('Σ funding a day × 365')
})

it('shows the age of its oldest rate, not of the prices beside it', async () => {
  const { data } = SNAPSHOT.parts.quotes
  if (data === null) throw new Error('expected a fixture with quotes')
  const old = data.map((quote) =>
    quote.instrument === 'E-BTC-USDT' ? { ...quote, indexAt: SNAPSHOT.mono - 23 * 3_600_000 } : quote,
  )
  const bench = await openWindow(FundingTab, withPart(SNAPSHOT, 'quotes', { data: old }))
  const totals = bench.find('[aria-label="Totals"]')
  expect(totals.querySelector('dl')?.className).toContain('is-stale')
  expect(wordsOf(totals)).toContain('23 h')
  expect(bench.find('.chart .body').className).toContain('is-stale')
  const fresh = await openWindow(FundingTab, SNAPSHOT)
  expect(fresh.find('[aria-label="Totals"] dl').className).toContain('is-fresh')
})

it('says what it waits for before anything was read, and when there is no position', async () => {
  const waiting = await openWindow(FundingTab, emptySnapshot())
  expect(wordsOf(waiting.root)).toBe('Waiting for the first read from the venue.')
  const risk = riskOf(SNAPSHOT)
  const funding = { ...risk.funding, positions: [], assets: [], unknown: [] }
  const bench = await openWindow(FundingTab, withPart(SNAPSHOT, 'risk', { data: { ...risk, funding } }))
  expect(wordsOf(bench.root)).toContain('No open positions.')
})

it('says once that there is nothing to pay, only when positions were read', async () => {
  const risk = riskOf(SNAPSHOT)
  const funding = { ...risk.funding, positions: [], assets: [], unknown: [] }
  const flat = withPart(SNAPSHOT, 'risk', { data: { ...risk, funding } })
  const bench = await openWindow(FundingTab, withPart(flat, 'positions', { data: [] }))
  expect(wordsOf(bench.root)).toBe('No open positions. There is no funding to pay or to receive.')
  const blind = await openWindow(FundingTab, withPart(flat, 'positions', { data: null, readAt: null }))
  expect(wordsOf(blind.root)).not.toContain('There is no funding')
})
