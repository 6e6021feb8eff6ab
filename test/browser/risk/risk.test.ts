import { message } from '#shared/words/message.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BAR_MS } from '#shared/domain/bar.ts'
import { figure, none } from '#shared/risk/number/figure.ts'
import type { StatisticsReport } from '#shared/risk/statistics-report.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import CorrelationTab from '../../../renderer/src/risk/correlation/CorrelationTab.vue'
import RiskView from '../../../renderer/src/risk/RiskView.vue'
import VarTab from '../../../renderer/src/risk/var/VarTab.vue'
import { show, type Shown } from '../kit/chart/window.ts'
import { openWindow, painted } from '../support/window.ts'

let shown: Shown | null = null
const KEPT = 'plimsoll.riskTab'
afterEach(() => {
  shown?.close()
  shown = null
})

const BOX = ['1088px', '650px'] as const
const statistics = (): StatisticsReport => {
  const { data } = fixtureSnapshot().parts.statistics
  if (data === null) throw new Error('expected a fixture with statistics')
  return data
}
const withStatistics = (data: StatisticsReport | null) => withPart(fixtureSnapshot(), 'statistics', { data })
const tab = (name: string) => page.getByRole('tab', { name })
/** The text as it is read: blocks separated by spaces, and the narrow space before a percent sign as a normal one. */
const words = (element: Element | null): string =>
  element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : ''

function showTab(view: typeof VarTab, data: StatisticsReport | null = statistics()): Shown {
  shown = show(view, { snapshot: withStatistics(data), size: BOX })
  return shown
}

describe('the risk screen', () => {
  it('opens with Ctrl+4, with arrow keys to move through its tabs', async () => {
    const { root } = await openWindow(App, fixtureSnapshot())
    await userEvent.keyboard('{Control>}4{/Control}')
    await expect.poll(() => root.querySelector('[role=tab]')).not.toBeNull()
    expect([...root.querySelectorAll('[role=tab]')].map(words)).toEqual([
      'Stress',
      'VaR',
      'Correlation',
      'Liquidity',
      'Funding',
    ])
    await userEvent.click(tab('Stress'))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(tab('Correlation')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(tab('VaR')).toHaveFocus()
    await expect.poll(() => words(root.querySelector('.headline'))).toContain('Worst day')
  })

  it('remembers the last tab', async () => {
    await openWindow(RiskView, fixtureSnapshot())
    await userEvent.click(tab('Correlation'))
    await expect.poll(() => localStorage.getItem(KEPT)).toBe('correlation')
  })

  it.each([
    ['correlation', 'Correlation'],
    ['nonsense', 'Stress'],
  ])('starts with the tab that is stored as %s', async (kept, name) => {
    localStorage.setItem(KEPT, kept)
    await openWindow(RiskView, fixtureSnapshot())
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
  })
})

describe('the VaR tab', () => {
  it('gives VaR with its interval, its ES and the worst day, and says what it leaves out', () => {
    const head = words(showTab(VarTab).wrapper.find('.headline').element)
    expect(head).toMatch(/VaR 95.%, 1 day [\d,]+ USDT [\d.]+.% of equity [\d,]+ to [\d,]+/)
    expect(head).toMatch(/VaR 99.%, 1 day .* ≥ [\d,]+, upper bound unknown ES 99/)
    expect(head).toMatch(/Worst day −[\d,]+ USDT/)
    expect(head).toContain('299 days, ')
    expect(head).toContain('Not, or not fully, in VaR: WEN: No price.')
    expect(head).not.toContain('Watch:')
  })

  it('shows the age of its figures, and hatches them when they are too old', () => {
    const head = showTab(VarTab).wrapper.find('.headline')
    expect(words(head.element)).toMatch(/ how\? 42 s$/)
    expect(head.find('dl').classes()).not.toContain('hatched')
    shown?.close()
    const late = withPart(fixtureSnapshot(), 'statistics', { expectEveryMs: 1_000 })
    shown = show(VarTab, { snapshot: late, size: BOX })
    expect(shown.wrapper.find('.headline dl').classes()).toContain('hatched')
  })

  it('warns when more than a fifth of exposure is substituted', () => {
    const { history, ...rest } = statistics()
    const share = { ...history.share, proxied: figure(0.34) }
    const { wrapper } = showTab(VarTab, { ...rest, history: { ...history, share } })
    expect(wrapper.find('.warning').text()).toMatch(/34\.0.% of gross exposure .*\(AVAX, DOT\)/)
  })

  it('warns when most of the account is not included, and says what its shares refer to', async () => {
    const { history, ...rest } = statistics()
    const known = {
      ...history,
      share: { ...history.share, uncovered: figure(0.99) },
      uncovered: [{ asset: 'ALT', value: 99_600, reason: message('figure.noHistory') }],
    }
    const { wrapper } = showTab(VarTab, { ...rest, history: known })
    expect(wrapper.find('.warning').text()).toMatch(/99\.0.% of gross exposure is not in VaR\. .*ALT \(\+99,600 USDT/)
    expect(wrapper.find('.headline dl').text()).toContain('of equity, covered part only')
    await expect.poll(() => words(wrapper.element)).toContain('USDT of ES of what is covered')
  })

  it('warns of a position that cannot be valued, and of an implausible price move', () => {
    const { history, ...rest } = statistics()
    const known = {
      ...history,
      share: { ...history.share, uncovered: none(message('figure.noMark')) },
      uncovered: [{ asset: 'E-ALT-USDT', value: null, reason: message('figure.noMark') }],
      suspects: [{ asset: 'ALT', day: Date.UTC(2025, 5, 1), move: -0.999 }],
    }
    const warnings = showTab(VarTab, { ...rest, history: known })
      .wrapper.findAll('.warning')
      .map((each) => each.text())
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toBe('Watch: Not, or not fully, in VaR: E-ALT-USDT: No mark price.')
    expect(warnings[1]).toMatch(/ALT −99\.9.% on 2025-06-01: taken as a market move\.$/)
    shown?.close()
    expect(
      showTab(CorrelationTab, { ...rest, history: known })
        .wrapper.find('.warning')
        .text(),
    ).toContain('ALT −99.9')
  })

  it.each([
    ['VaR', VarTab],
    ['Correlation', CorrelationTab],
  ])('warns that the days of %s ended long ago', (_, view) => {
    const { history, ...rest } = statistics()
    const old = { ...history, to: history.to! - 200 * BAR_MS['1day'] }
    const warning = showTab(view, { ...rest, history: old })
      .wrapper.find('.warning')
      .text()
    expect(warning).toContain('ended 200 days ago: VaR, betas and correlations are as old as that.')
    shown?.close()
    expect(showTab(view).wrapper.find('.head .warning').exists()).toBe(false)
  })

  it('says what it waits for instead of drawing empty axes', () => {
    expect(showTab(VarTab, null).wrapper.text()).toBe('Waiting for daily candles: 0 of 12 assets.')
    shown?.close()
    const report = statistics()
    const { wrapper } = showTab(VarTab, {
      ...report,
      var: { ...report.var, reason: message('figure.tooFew.days', { needed: 100, count: 42 }) },
    })
    expect(wrapper.text()).toBe('Waiting for daily candles: 11 of 12 assets. Needs 100 days; there are 42.')
    expect(wrapper.find('canvas').exists()).toBe(false)
  })

  it('draws the days and the components at the chosen confidence', async () => {
    const { wrapper } = showTab(VarTab)
    await expect.poll(() => wrapper.findAll('canvas').length).toBe(2)
    const findings = (): string => words(wrapper.element)
    expect(findings()).toMatch(
      /Loss above [\d,]+ USDT on 15 of 299 days; [\d,]+ on average on those\. The worst: −[\d,]+\./,
    )
    expect(findings()).toMatch(/BTC contributes [\d.]+ % to the [\d,]+ USDT of ES\. ETH reduces ES by [\d,]+\./)
    await userEvent.click(page.getByText('99\u202f%', { exact: true }))
    await expect.poll(findings).toMatch(/ on 3 of 299 days/)
  })

  it('includes VaR, marginal and incremental parts in the table of the components', async () => {
    const { wrapper } = showTab(VarTab)
    const panel = page.getByRole('region', { name: 'Expected shortfall by asset' })
    await panel.getByRole('button', { name: 'Table' }).click()
    const heads = wrapper.findAll('.components thead th').map((each) => each.text())
    expect(heads.slice(4)).toEqual(['VaR component', 'Marginal VaR, per 1', 'Incremental VaR'])
    let copied = ''
    document.addEventListener('copy', (event) => (copied = event.clipboardData?.getData('text/plain') ?? ''), {
      once: true,
    })
    await panel.getByRole('button', { name: 'Copy table' }).click()
    expect(copied.split('\n')[0]?.split('\t')).toEqual(expect.arrayContaining(['VaR component', 'Marginal VaR, per 1']))
    await expect.element(panel.getByRole('status').filter({ hasText: /^Copied \d+ rows/ })).toBeVisible()
    await panel.getByRole('button', { name: 'Incremental' }).click()
    await expect.poll(() => words(document.querySelector('.explained'))).toContain('VaR without this asset')
  })

  it('compares all methods, with a reason where one does not apply', () => {
    const rows = showTab(VarTab).wrapper.findAll('.methods tbody tr')
    expect(rows).toHaveLength(6)
    expect(rows[4]?.text()).toMatch(/^Cornish–Fisher.*Not applicable/)
    expect(rows[5]?.text()).toContain('Historical, with liquidation')
  })

  it('marks every exception on the strip of days, and lists them in the table', async () => {
    const { wrapper } = showTab(VarTab)
    const [first] = statistics().var.backtests
    const strip = wrapper.find('.backtests li svg')
    expect(strip.findAll('path')).toHaveLength(first!.exceptions.length)
    expect(strip.findAll('line.day')).toHaveLength(first!.days)
    expect(words(wrapper.find('.backtests').element)).toContain('Fails its backtest: Historical 95 %.')
    expect(wrapper.find('.backtests').text()).toContain('number rejected (p < 0.01)')
    expect(wrapper.find('.backtests').text()).toContain('number not rejected (p 0.52)')
    await page.getByRole('region', { name: 'Backtest', exact: true }).getByRole('button', { name: 'Table' }).click()
    expect(wrapper.findAll('.backtests tbody tr')).toHaveLength(4)
  })
})

describe('“how is this computed?”', () => {
  it('opens by keyboard with formula, source, inputs and their ages, and returns the focus', async () => {
    showTab(VarTab)
    const button = page.getByRole('button', { name: 'VaR 95\u202f%, 1 day' })
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => words(document.querySelector('.explained'))).toContain('Hyndman & Fan 1996')
    const said = words(document.querySelector('.explained'))
    expect(said).toContain('quantile(x, 1 − confidence)')
    // The age of the newest day, not of the account that was read seconds ago.
    expect(said).toMatch(/Daily returns 299 days, .* 12 h 04 min/)
    expect(said).toMatch(/Without history .* 42 s/)
    expect(said).toMatch(/Gross exposure .* USDT 1\.4 s/)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('.explained')).toBeNull()
    await expect.element(button).toHaveFocus()
  })
})

describe('the correlation tab', () => {
  it('draws the matrix with its window and overlap, and what was done to it', async () => {
    const { wrapper } = showTab(CorrelationTab)
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
    expect(wrapper.find('.basis').text()).toMatch(
      /^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d · pairs share 41 to 299 days · 1 asset without history · repaired: /,
    )
    expect(wrapper.find('.legend').text()).toContain('too few days')
    await page.getByRole('region', { name: 'Correlation', exact: true }).getByRole('button', { name: 'Table' }).click()
    expect(
      wrapper
        .findAll('tbody tr')
        .find((row) => row.text().startsWith('DOT'))
        ?.text(),
    ).toContain('? (41)')
  })

  it('places the hatch for missing values exactly under the cells', async () => {
    const { wrapper } = showTab(CorrelationTab)
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
    const box = wrapper.find('.box').element.getBoundingClientRect()
    const under = wrapper.find('.under').element.getBoundingClientRect()
    expect([under.left - box.left, box.right - under.right, under.top - box.top, box.bottom - under.bottom]).toEqual([
      52, 12, 22, 4,
    ])
  })

  it('lists beta and volatility, and marks a default as such', () => {
    const rows = showTab(CorrelationTab).wrapper.findAll('tbody tr')
    expect(rows.find((row) => row.text().startsWith('DOT'))?.text()).toContain('default')
    expect(rows.find((row) => row.text().startsWith('ETH'))?.text()).toMatch(/1\.21 ± 0\.04/)
  })

  it('gives the reason when there is no matrix, and keeps the betas', () => {
    const report = statistics()
    const correlation = {
      ...report.correlation,
      assets: [],
      matrix: [],
      overlap: [],
      reason: message('figure.needsTwoAssets', { days: 60 }),
    }
    const { wrapper } = showTab(CorrelationTab, { ...report, correlation })
    expect(wrapper.text()).toContain('Needs two assets with 60 days that move.')
    expect(wrapper.findAll('tbody tr').length).toBeGreaterThan(5)
  })
})

describe('the size of the window', () => {
  it.each([
    [1280, 800, '1088px', '650px'],
    [1920, 1080, '1728px', '930px'],
  ])('%d × %d needs no horizontal scrolling', async (width, height, ...size) => {
    await page.viewport(width, height)
    for (const view of [VarTab, CorrelationTab]) {
      shown = show(view, { snapshot: fixtureSnapshot(), size })
      await painted()
      const root = shown.wrapper.element as HTMLElement
      for (const element of [root, ...root.querySelectorAll('.scroll')]) {
        // A canvas has a whole number of pixels; its box may not.
        expect(element.scrollWidth, element.className).toBeLessThanOrEqual(element.clientWidth + 1)
      }
      shown.close()
    }
  })
})

describe('under the content security policy of the window', () => {
  // This test is last, because the policy stays with the page.
  it('uses no inline style, not even for popups', async () => {
    const refused: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => {
      // The development server writes style elements; the built window has style sheets.
      if (!event.sourceFile.includes('/@vite/client')) refused.push(`${event.violatedDirective} ${event.sourceFile}`)
    })
    const policy = document.createElement('meta')
    policy.httpEquiv = 'Content-Security-Policy'
    policy.content = "style-src 'self'"
    document.head.append(policy)
    const { wrapper } = showTab(CorrelationTab)
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
    await userEvent.click(page.getByRole('button', { name: 'repaired' }))
    await expect.poll(() => words(document.querySelector('.explained'))).toContain('Higham 2002')
    shown?.close()
    showTab(VarTab)
    await painted()
    expect(refused).toEqual([])
  })
})
