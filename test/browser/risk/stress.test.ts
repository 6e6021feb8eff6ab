import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { emptySnapshot, fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import { painted } from '../support/window.ts'
import { bench, field, frame, open, outcomeOf, rowOf } from './stress-window.ts'
import { wordsOf } from './words.ts'

describe('the account as it is', () => {
  beforeEach(() => open())

  it('is not a simulation, and says what its figures leave out', () => {
    expect(frame()).toBeNull()
    expect(wordsOf(bench.find('.bar'))).toContain('Live account')
    expect(wordsOf(bench.find('.outcome'))).toContain('No price, so not included: WEN.')
  })

  it('shows beside each margin rate what its age may hide', () => {
    expect(outcomeOf('USDT cross')).toMatch(/^USDT cross \d+\.\d % ± \d+\.\d\d$/)
    expect(bench.find('.hidden-band').title).toContain('one standard deviation')
  })

  it('draws the load line of all prices, of one coin, and by beta with assumed betas named', async () => {
    const finding = () => wordsOf(bench.root.querySelector('.line .finding'))
    expect(finding()).toMatch(/is liquidated if all prices/)
    await page.getByText('One coin').click()
    await bench.advance(600)
    expect(finding()).toMatch(/BTC alone/)
    await page.getByRole('combobox', { name: 'The coin that moves' }).selectOptions('SOL')
    await bench.advance(600)
    expect(finding()).toMatch(/SOL alone/)
    await page.getByText('By beta').click()
    await bench.advance(600)
    expect(finding()).toMatch(/BTC (fall|rise)s .*, the rest by beta/)
    expect(wordsOf(bench.root.querySelector('.line .badge'))).toMatch(/β 1\.5 assumed: .*WEN/)
  })

  it('draws P&L instead of the margin rate, marks the move tried out, and has it as a table', async () => {
    const text = (selector: string) => wordsOf(bench.root.querySelector(`.line ${selector}`))
    await page.getByRole('radio', { name: 'P&L' }).click({ force: true })
    expect(text('h2')).toBe('P&L curve')
    expect(text('.finding')).toMatch(
      /^All prices −10\.0 %: [+−][\d,]+ USDT; \+10\.0 %: [+−][\d,]+ USDT\. Worst between/,
    )
    await expect
      .element(page.getByRole('img', { name: /^P&L curve\. All prices .* Worst between −60 % and \+60 %/ }))
      .toBeInTheDocument()
    await field('All others').fill('-20')
    await bench.advance(600)
    expect(text('.finding')).toMatch(/^All prices −20\.0 %: −[\d,]+ USDT\./)
    await page.getByRole('region', { name: 'P&L curve' }).getByRole('button', { name: 'Table' }).click()
    const rows = [...bench.root.querySelectorAll('.line tbody tr')].map(wordsOf)
    expect(rows.filter((row) => row.includes('tried out'))).toEqual([expect.stringMatching(/^−20\.0 % tried out −/)])
    expect(rows.filter((row) => row.includes('now'))).toEqual(['0.0 % now 0.00 0.00'])
  })

  it('gives the formula of each load line, and the effect of orders on the way', async () => {
    const formula = async (button: string): Promise<string> => {
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => document.querySelector('.explained .formula')).not.toBeNull()
      const said = wordsOf(document.querySelector('.explained .formula'))
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('.explained')).toBeNull()
      return said
    }
    expect(await formula('margin rate, from live prices')).toContain('every price × (1 + x), cash stays')
    await page.getByText('One coin').click()
    expect(await formula('margin rate, from live prices')).toContain('all others stay')
    await page.getByText('By beta').click()
    expect(await formula('margin rate, from live prices')).toContain('× (1 + x)^β')
    await page.getByRole('checkbox', { name: /with open orders filled/ }).click()
    await bench.advance(600)
    expect(await formula('orders filled')).toContain('a buy fills where its price at x ≤ its limit')
  })

  it('lists what is liquidated in which order, with the loss and what is left', () => {
    const [head, first] = [...bench.root.querySelectorAll('.dominoes tr')].map(wordsOf)
    expect(head).toBe('Liquidated at Lost, USDT Equity left, USDT')
    expect(first).toMatch(/^falling: E-LINK-USDT long −2\.\d % −\d+\.\d\d [\d,.]+$/)
  })

  it('gives the distance of each position to liquidation, nearest first, with its formula', async () => {
    const panel = bench.find('.distances')
    expect(wordsOf(panel.querySelector('.finding'))).toBe(
      'E-LINK-USDT long is nearest to liquidation: 0.66 daily σ away.',
    )
    expect([...panel.querySelectorAll('tbody th')].map(wordsOf)).toEqual([
      'E-LINK-USDT LONG isolated',
      'E-ETH-USDT SHORT isolated',
      'E-SOL-USDT LONG cross',
      'E-BTC-USDT LONG cross',
      'E-XRP-USDT SHORT cross',
      'E-BTC-USD LONG cross',
    ])
    expect(wordsOf(rowOf('.distances', 'E-ETH-USDT'))).toMatch(
      /isolated 3,498\.10 3,739\.00 \+6\.9 % 1\.7 2\.1 3\.8 %$/,
    )
    expect(wordsOf(panel)).toContain('No price in reach liquidates E-DOGE-USDT long.')
    const scroll = panel.querySelector('.scroll')!
    expect(scroll.scrollWidth).toBe(scroll.clientWidth)
    await page.getByRole('button', { name: 'chance: normal distribution, no drift' }).click()
    await expect.poll(() => wordsOf(document.querySelector('.explained'))).toContain('Bachelier 1900')
    expect(wordsOf(document.querySelector('.explained'))).toMatch(
      /σ and ATR of a day 299 days, 2025-03-22 to 2026-01-14 12 h 04 min /,
    )
  })

  it('has no distance in daily σ without price history, says so, and still sorts by price', async () => {
    const { statistics } = withPart(fixtureSnapshot(), 'statistics', { data: null, readAt: null }).parts
    await bench.send({ ...push(fixtureSnapshot(), []), parts: { statistics } })
    await bench.advance(1_100)
    expect(wordsOf(bench.find('.distances .finding'))).toContain(
      'is nearest by price, −2.3 %; how many daily σ is not known',
    )
    expect(wordsOf(rowOf('.distances', 'E-LINK-USDT'))).toMatch(/13\.911 −2\.3 % \? \? \?$/)
    expect(wordsOf(bench.find('.distances'))).toContain('Price history is not worked out yet.')
  })

  it('fills open orders on the way and says how many fill', async () => {
    const before = wordsOf(bench.find('.dominoes'))
    await page.getByRole('checkbox', { name: /with open orders filled/ }).click()
    await bench.advance(600)
    expect(wordsOf(bench.find('.orders'))).toMatch(/\d+ on the way down, \d+ up/)
    expect(wordsOf(bench.find('.dominoes'))).not.toBe(before)
  })

  it('gives the worst case if orders fill, with its formula', async () => {
    const panel = bench.find('.fills')
    expect(wordsOf(panel)).toMatch(/at worst [\d,]+ USDT \(\d+\.\d\d× equity\)/)
    expect(wordsOf(rowOf('.fills', 'E-BTC-USDT'))).toMatch(/^E-BTC-USDT [+−]?[\d,]+ [+−]?[\d,]+ to [+−]?[\d,]+ /)
    await page.getByRole('button', { name: 'at worst' }).click()
    await expect.poll(() => wordsOf(document.querySelector('.explained'))).toMatch(/Open orders \d+ /)
    expect(wordsOf(document.querySelector('.explained'))).toContain('Conditional orders are not in it')
  })

  it('names the liquidation rule, and what the age of a rate may hide', async () => {
    await page.getByRole('button', { name: 'USDT cross', exact: true }).click()
    await expect
      .poll(() => wordsOf(document.querySelector('.explained')))
      .toContain('Liquidation rule assumed, no price from the venue yet')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: /^±/ }).first().click()
    await expect.poll(() => wordsOf(document.querySelector('.explained'))).toContain('What its age may hide')
  })

  it('says in every cell of the matrix what is liquidated, not by color alone', () => {
    const cells = [...bench.root.querySelectorAll('.matrix td')]
    expect(cells).toHaveLength(72)
    const lost = cells.filter((each) => each.classList.contains('lost'))
    expect(lost.length).toBeGreaterThan(0)
    for (const each of lost) expect(wordsOf(each)).toMatch(/^liquidated: .+ \d+$/)
    expect(wordsOf(rowOf('.matrix', '0'))).toMatch(/^0( 2\.8){6}$/)
  })

  it('explains a figure from its label', async () => {
    await page.getByRole('button', { name: 'with liquidations' }).click()
    await expect.poll(() => wordsOf(document.querySelector('.explained'))).toContain('Positions')
    expect(wordsOf(document.querySelector('.explained'))).toMatch(/Prices \d+ 1\.1 s/)
  })

  it('explains it by keyboard, and then the focus is back at the label, each time', async () => {
    const label = page.getByRole('button', { name: 'with liquidations' })
    ;(label.element() as HTMLElement).focus()
    for (let time = 0; time < 2; time++) {
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => document.querySelector('.explained')).not.toBeNull()
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('.explained')).toBeNull()
      await expect.poll(() => document.activeElement).toBe(label.element())
    }
  })
})

describe('how it follows the account', () => {
  let seq = 1
  /** Pushes the account with that much USDT on Spot. */
  async function send(free: string): Promise<void> {
    const snapshot = fixtureSnapshot()
    const data = snapshot.parts.balances.data!.map((balance) =>
      balance.asset === 'USDT' ? { ...balance, free: toText(decimal(free)) } : balance,
    )
    seq += 1
    const { balances } = withPart(snapshot, 'balances', { data }).parts
    await bench.send({ ...push(snapshot, []), seq, parts: { balances: { ...balances, version: seq } } })
  }
  const equity = () => outcomeOf('Equity').split(' ')[2]

  beforeEach(async () => {
    seq = 1
    await open()
    await bench.advance(2_000)
  })

  it('shows new data in the next task, and then at most once a second', async () => {
    await send('21380')
    await bench.advance(0)
    expect(equity()).toBe('102,658')
    await send('31380')
    await bench.advance(900)
    expect(equity()).toBe('102,658')
    await bench.advance(200)
    expect(equity()).toBe('112,658')
  })

  it('stops while nobody looks, and has the newest data as soon as somebody does', async () => {
    let state = 'hidden'
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
    await send('21380')
    await bench.advance(5_000)
    expect(equity()).toBe('92,658')
    state = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    await bench.advance(5_000)
    Reflect.deleteProperty(document, 'visibilityState')
    expect(equity()).toBe('102,658')
  })
})

describe('unknown data', () => {
  it('is not treated as an account without orders', async () => {
    await open(withPart(fixtureSnapshot(), 'orders', { data: null, readAt: null }))
    expect(wordsOf(bench.find('.fills'))).toContain('Not all open orders were read yet')
  })

  it('includes partly read orders: nothing fills, and no order can be left out', async () => {
    const { data } = fixtureSnapshot().parts.orders
    if (data === null) throw new Error('expected a fixture with orders')
    const scopes = data.scopes.map((scope, index) => (index === 0 ? { ...scope, readAt: null } : scope))
    await open(withPart(fixtureSnapshot(), 'orders', { data: { ...data, scopes } }))
    expect(wordsOf(bench.find('.fills'))).toContain('Not all open orders were read yet')
    expect(wordsOf(bench.find('.orders'))).toContain('not all read, none filled')
    expect(wordsOf(bench.find('.outcome'))).toContain('Not all open orders were read: none are filled')
    await page.getByText('Leave out').click()
    const boxes = [...bench.root.querySelectorAll<HTMLInputElement>('.try input[type=checkbox]')]
    expect(boxes.map(({ disabled }) => disabled)).toContain(true)
    expect(wordsOf(bench.find('.try'))).toContain('Not all open orders were read: none can be left out.')
  })

  it('is explained before the first read, and nothing is drawn', async () => {
    await open(emptySnapshot())
    expect(wordsOf(bench.root)).toContain('Waiting for the first read from the venue.')
    expect(bench.root.querySelector('canvas')).toBeNull()
  })

  it('gives no band when no volatility is known', async () => {
    await open(withPart(fixtureSnapshot(), 'statistics', { data: null, readAt: null }))
    expect(bench.root.querySelector('.hidden-band')).toBeNull()
  })

  it('grows stale with the parts it rests on', async () => {
    await open()
    await bench.advance(20_000)
    expect(bench.find('.line .body').classList).toContain('is-stale')
  })
})

describe('the layout', () => {
  it.each([
    [1280, 800, '1092px', '620px'],
    [1920, 1080, '1732px', '900px'],
  ])('fits %d × %d without horizontal scrolling', async (width, height, boxWidth, boxHeight) => {
    await page.viewport(width, height)
    await open()
    Object.assign(bench.root.style, { width: boxWidth, height: boxHeight })
    await painted()
    for (const box of bench.root.querySelectorAll('.stress, .scroll, .units')) {
      expect(box.scrollWidth, box.className).toBeLessThanOrEqual(box.clientWidth)
    }
  })
})
