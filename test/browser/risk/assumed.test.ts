import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import LiquidityTab from '../../../renderer/src/risk/liquidity/LiquidityTab.vue'
import StressTab from '../../../renderer/src/risk/stress/StressTab.vue'
import { openWindow, type Bench } from '../support/window.ts'
import { wordsOf } from './words.ts'

let bench: Bench
const frame = () => bench.root.querySelector('.frame.on')
const outcome = (): string => wordsOf(bench.find('.outcome'))
const scenario = (name: string): string => {
  const rows = [...bench.root.querySelectorAll('.scenarios tbody tr')].map(wordsOf)
  const found = rows.find((row) => row.startsWith(name))
  if (found === undefined) throw new Error(`expected a scenario ${name} among ${rows.join(' | ')}`)
  return found
}

/** Nothing on this screen may send an order. */
const expectNothingSent = (): void => expect(bench.submitted).toEqual([])

describe('a venue that is down for one more day', () => {
  const box = page.getByRole('checkbox', { name: 'Venue down: one more day' })
  beforeEach(async () => {
    bench = await openWindow(StressTab, fixtureSnapshot())
  })

  it('extends every scenario at its own pace, including the chosen one, and "back to live" undoes it', async () => {
    expect(scenario('FTX')).toMatch(/^FTX −25\.4 % /)
    await box.click()
    expect(frame()).toBeNull()
    // (1 - 0.2538)^(5/4) - 1, and for a hypothetical day 0.8^2 - 1.
    expect(scenario('FTX')).toMatch(/^FTX −30\.6 % /)
    expect(scenario('All −20 %')).toMatch(/^All −20 % −36\.0 % /)

    await page.getByRole('button', { name: 'All −20 %', exact: true }).click()
    expect(wordsOf(frame())).toContain('SIMULATION All −20 %; one more day with the venue down')
    const longer = outcome()
    // The moves stay those of the scenario: choosing it does not extend them twice.
    expect((bench.find('[aria-label="Move of BTC, percent"]') as HTMLInputElement).value).toBe('-20')
    expect(wordsOf(bench.find('.try'))).toContain('P&L, +1 day')
    await box.click()
    expect(outcome()).not.toBe(longer)
    await box.click()
    expect(outcome()).toBe(longer)

    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{Escape}')
    expect(frame()).toBeNull()
    expect(scenario('FTX')).toMatch(/^FTX −25\.4 % /)
    expectNothingSent()
  })

  it('gives its formula', async () => {
    await page.getByRole('button', { name: 'one more day' }).click()
    await expect
      .poll(() => wordsOf(document.querySelector('.explained') ?? document.body))
      .toContain('close: (1 + x)^((n + 1) / n) − 1')
    expect(wordsOf(document.querySelector('.explained'))).toContain('LUNA and UST 8 days — Celsius and 3AC 11 days')
  })
})

describe('a funding spike', () => {
  it('is listed among the scenarios: prices stay, equity and margin rates fall by the payment', async () => {
    bench = await openWindow(StressTab, fixtureSnapshot())
    const row = scenario('Funding spike')
    expect(row).toMatch(/^Funding spike 0\.0 % −[\d,]+ −[\d,]+ [\d,]+ /)
    await page.getByRole('button', { name: 'Funding spike' }).click()
    expect(wordsOf(frame())).toContain('SIMULATION Funding spike')
    expect(outcome()).toMatch(/Equity USDT 92,658 \d\d,\d{3} −[\d,]+/)
    const title = bench.find('.scenarios tr.chosen .pick').title
    expect(title).toContain('3 payments of 0.75 %, assumed')
    expectNothingSent()
  })
})

describe('a stressed market', () => {
  const box = page.getByRole('checkbox', { name: 'Stressed market: a quarter of the books' })
  beforeEach(async () => {
    bench = await openWindow(LiquidityTab, fixtureSnapshot())
  })
  const totals = (): string => wordsOf(bench.find('[aria-label="Totals"]'))
  const cost = (): number => Number(/cost to close ([\d,.]+) USDT/.exec(totals())?.[1]?.replaceAll(',', ''))

  it('shows the exit costs then, beside the current ones, in the frame of simulations', async () => {
    const now = cost()
    await box.click()
    expect(wordsOf(frame())).toContain('SIMULATION Assumed for a stressed market: a quarter of every level is left')
    expect(cost()).toBeGreaterThan(now)
    expect(totals()).toContain(`now ${now.toFixed(2)}`)
    expect(totals()).not.toContain('history is too short')
    expect(wordsOf(bench.find('.costs .finding'))).toMatch(/^In a stressed market closing everything costs/)
    const eth = [...bench.root.querySelectorAll('tr.row')].map(wordsOf).find((row) => row.includes('E-ETH-USDT'))
    // Four times the share, because a quarter of the order book is left.
    expect(eth).toMatch(/10 bps: 1.5× 25 bps: 29 % 50 bps: 8 %/)
    bench.find('.costs .toggle').click()
    await expect.poll(() => wordsOf(bench.find('.costs caption'))).toContain('in a stressed market (simulation)')

    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{Escape}')
    expect(frame()).toBeNull()
    expect(cost()).toBe(now)
    expectNothingSent()
  })

  it('names the assets whose volatility is multiplied by an assumption', async () => {
    const snapshot = fixtureSnapshot()
    const { data } = snapshot.parts.liquidity
    if (data === null) throw new Error('expected a fixture with a liquidity report')
    const rows = data.rows.map((row) => ({ ...row, stressed: { ...row.stressed, isFactorAssumed: true } }))
    await bench.send({
      ...push(snapshot, []),
      parts: { liquidity: withPart(snapshot, 'liquidity', { data: { ...data, rows } }).parts.liquidity },
    })
    await box.click()
    expect(totals()).toContain('Volatility × 3, because their history is too short: DOGE.')
  })

  it('disables the arm key, as every simulation does', async () => {
    await box.click()
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('a')
    expect(wordsOf(frame())).toContain('The arming key is off in a simulation.')
    expectNothingSent()
  })

  it('gives its assumptions, and their effect on one exit', async () => {
    await box.click()
    await page.getByRole('button', { name: 'a quarter of the books' }).click()
    await expect
      .poll(() => wordsOf(document.querySelector('.explained') ?? document.body))
      .toContain('each level of the book × 0.25')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('.explained')).toBeNull()
    expect(frame()).not.toBeNull()
    const eth = [...bench.root.querySelectorAll('tr.row')].find((row) => wordsOf(row).includes('E-ETH-USDT'))
    eth?.querySelector('button')?.click()
    await page.getByRole('button', { name: 'Beyond the book' }).click()
    await expect
      .poll(() => wordsOf(document.querySelector('.explained') ?? document.body))
      .toMatch(/Volatility times, its wildest 30 days over all 1\.65 — Left of each level, assumed 25 % —/)
  })
})
