import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeIn } from '#test/support/take-in.ts'
import { page, userEvent } from 'vitest/browser'
import type { DecimalText, Encoded } from '#shared/domain/decimal.ts'
import type { MarginUnit } from '#shared/risk/report.ts'
import {
  emptySnapshot,
  fixtureSnapshot,
  manyPositions,
  push,
  troubledSnapshot,
  withPart,
} from '#test/support/snapshot.ts'
import OverviewView from '../../../renderer/src/overview/OverviewView.vue'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { useRescue } from '../../../renderer/src/desk/use-rescue.ts'
import { painted } from '../support/window.ts'
import { show, type Shown } from '../kit/chart/window.ts'

let shown: Shown | null = null
afterEach(() => {
  shown?.close()
  shown = null
})

// High enough for every panel in a place of its own.
beforeEach(() => page.viewport(1280, 1000))

function showOverview(snapshot = fixtureSnapshot(), size: readonly [string, string] = ['1104px', '870px']): Shown {
  shown = show(OverviewView, { snapshot, size })
  return shown
}
const panel = (name: string) => page.getByRole('region', { name, exact: true })

describe('the overview', () => {
  it.each([
    [640, 400, '572px', '245px', 3],
    [900, 600, '832px', '432px', 2],
    [1024, 700, '956px', '532px', 2],
    [1280, 800, '1088px', '669px', 3],
    [1440, 1000, '1248px', '869px', 3],
    [1600, 800, '1408px', '669px', 3],
    [1920, 1080, '1728px', '949px', 3],
    [3840, 2160, '3648px', '2029px', 3],
  ])('fits %d × %d, and shows whole rows', async (width, height, boxWidth, boxHeight, charts) => {
    await page.viewport(width, height)
    const { wrapper } = showOverview(fixtureSnapshot(), [boxWidth, boxHeight])
    await expect.poll(() => wrapper.findAll('canvas').length).toBe(charts)
    const box = wrapper.element as HTMLElement
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
    for (const table of wrapper.findAll('.scroll, .scroller').map((each) => each.element)) {
      expect(table.scrollWidth, table.textContent.slice(0, 60)).toBeLessThanOrEqual(table.clientWidth)
    }
    // Enlarged to 200 %, panels stand under one another.
    if (width > 840) expect(box.offsetHeight).toBe(parseInt(boxHeight))
    const list = wrapper.find('.positions .scroller').element
    const [row] = list.querySelectorAll<HTMLElement>('tr.row')
    const head = list.querySelector('thead')!.clientHeight
    expect((list.clientHeight - head) % row!.offsetHeight).toBe(0)
    expect(list.clientHeight - head).toBeGreaterThanOrEqual(3 * row!.offsetHeight)
  })

  it('keeps its panels where they are while positions come and go, and follows their number at the next visit', async () => {
    await page.viewport(3840, 2160)
    const size = ['3648px', '2029px'] as const
    const top = (): number => shown!.wrapper.find('.load').element.getBoundingClientRect().top
    const { close } = showOverview(manyPositions(2), size)
    const before = top()
    takeIn(push(manyPositions(12), ['positions', 'risk']), 0)
    await expect.poll(() => shown!.wrapper.find('.positions table').attributes('aria-rowcount')).toBe('13')
    expect(top()).toBe(before)
    close()
    showOverview(manyPositions(12), size)
    await expect.poll(top).toBeGreaterThan(before + 200)
  })

  it('shows in a low window one of several panels in a place, chosen by mouse or keyboard and found again', async () => {
    await page.viewport(1024, 700)
    const size = ['956px', '532px'] as const
    const { wrapper, close } = showOverview(fixtureSnapshot(), size)
    expect(wrapper.findAll('section h2').map((each) => each.text())).toEqual([
      'Positions (7)',
      'Needs attention (8)',
      'Load line',
      'Exposure',
    ])
    await page.getByRole('radio', { name: 'Equity' }).click({ force: true })
    await expect.element(panel('Equity, this run')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(panel('Spot balances')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Balances' })).toHaveFocus()
    close()
    showOverview(fixtureSnapshot(), size)
    await expect.element(panel('Spot balances')).toBeVisible()
  })

  it.each([
    [1280, 800, '1088px', '669px'],
    [1920, 1080, '1728px', '949px'],
  ])('fits the margin of a large account into %d × %d', async (width, height, boxWidth, boxHeight) => {
    await page.viewport(width, height)
    const snapshot = fixtureSnapshot()
    const long = (unit: Encoded<MarginUnit>) => ({
      ...{ ...unit, equity: '1234567.89' as DecimalText, requirement: '98765.43' as DecimalText },
      ...{ id: unit.id.replace('LINK', '1000PEPE'), marginRate: 1.2729, venueMarginRate: 1.2872 },
    })
    const data = { ...snapshot.parts.risk.data!, margin: snapshot.parts.risk.data!.margin.map(long) }
    const { wrapper } = showOverview(withPart(snapshot, 'risk', { data }), [boxWidth, boxHeight])
    await expect.poll(() => wrapper.findAll('.margin tr.row').length).toBeGreaterThan(3)
    const { element } = wrapper.find('.margin .scroller')
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
    // And no figure is cut.
    const text = document.createRange()
    const cut = wrapper.findAll('.margin td.end > *').filter(({ element: figure }) => {
      text.selectNodeContents(figure)
      const [its, cell] = [text.getBoundingClientRect(), figure.closest('td')!.getBoundingClientRect()]
      return its.left < cell.left || its.right > cell.right
    })
    expect(cut.map((figure) => figure.text())).toEqual([])
  })

  it('starts with the positions, nearest to liquidation first, each with its cover and its way out', async () => {
    const { wrapper } = showOverview()
    expect(wrapper.findAll('h2').map((each) => each.text())[0]).toBe('Positions (7)')
    await expect.poll(() => wrapper.findAll('.positions tr.row').length).toBeGreaterThan(3)
    const [worst] = wrapper.findAll('.positions tr.row')
    expect(worst?.find('.contract').text()).toContain('E-LINK-USDT')
    expect(worst?.find('.cover').text()).toMatch(/none|%/)
    expect(worst?.find('[data-action=close]').attributes('aria-label')).toBe(
      'Close long E-LINK-USDT isolated at market',
    )
  })

  it('ranks what needs attention and links to where it can be handled', async () => {
    const { wrapper, router } = showOverview()
    expect(wrapper.find('.attention li').text()).toMatch(
      /^Act: E-LINK-USDT long is liquidated if its price alone falls/,
    )
    await page.getByRole('link', { name: 'Positions' }).first().click()
    await expect.poll(() => router.currentRoute.value.name).toBe('positions')
  })

  it('offers the possible actions there, and sends nothing by itself', async () => {
    showOverview()
    const [near] = fixtureSnapshot().parts.positions.data!.filter(({ contract }) => contract === 'E-LINK-USDT')
    await page.getByRole('button', { name: 'Rescue…' }).first().click()
    expect(useRescue().view?.unitId).toBe(`isolated:${near!.key}`)
    await page.getByRole('button', { name: 'Stop…' }).first().click()
    expect(usePlanSheet().view).toMatchObject({
      kind: 'plan',
      action: { kind: 'protect', positionKey: near!.key, purpose: 'stopLoss', trigger: { kind: 'price', price: '' } },
    })
  })

  it('says that nothing needs attention only after everything was read', () => {
    const { wrapper } = showOverview(emptySnapshot())
    expect(wrapper.find('.attention').text()).toContain('Not everything was read yet.')
    expect(wrapper.find('.attention').text()).not.toContain('Nothing needs attention')
    expect(wrapper.find('canvas').exists()).toBe(false)
  })

  it('shows a margin unit’s figures beside the venue’s and says whether they agree', async () => {
    const { wrapper } = showOverview()
    await painted()
    const row = wrapper.findAll('.margin tr.row').find((each) => each.text().startsWith('USDT cross'))
    expect(row?.find('[aria-label="matches the venue’s"]').exists()).toBe(true)
    expect(row?.find('svg.bullet').attributes('aria-label')).toMatch(/of equity is required to avoid liquidation$/)
  })

  it('shows beside a margin rate what its age may hide, and nothing when that is unknown', async () => {
    const { wrapper, close } = showOverview()
    await painted()
    const row = wrapper.findAll('.margin tr.row').find((each) => each.text().startsWith('USDT cross'))
    expect(row?.find('.hidden-band').text()).toMatch(/^±\u202f\d+\.\d\d$/)
    close()
    const without = showOverview(withPart(fixtureSnapshot(), 'statistics', { data: null, readAt: null }))
    expect(without.wrapper.find('.hidden-band').exists()).toBe(false)
  })

  it('shows the reason and the age of what could not be read', () => {
    const { wrapper } = showOverview(troubledSnapshot())
    expect(wrapper.find('.attention').text()).toMatch(/Open orders: 20 s old/)
    expect(wrapper.find('.balances').text()).toContain('Waiting for the first read')
  })

  it('hatches figures of a failed read instead of showing them as good', () => {
    const failure = troubledSnapshot().parts.orders.failure
    const { wrapper } = showOverview(withPart(fixtureSnapshot(), 'risk', { failure }))
    expect(wrapper.find('.load .body').classes()).toContain('is-stale')
  })

  it('explains a value by the prices behind it', async () => {
    const { wrapper } = showOverview()
    await painted()
    const row = wrapper.findAll('.balances tr.row').find((each) => each.text().startsWith('BTC'))
    expect(row?.find('td.asset [title]').attributes('title')).toMatch(/by BTCUSDT$/)
    expect(panel('Spot balances')).toBeDefined()
  })

  it('draws only the visible ones of a thousand coins, and each of them when scrolled to', async () => {
    const account = fixtureSnapshot()
    const [first] = account.parts.balances.data!
    const coins = Array.from({ length: 1_000 }, (_, index) => ({ ...first!, asset: `COIN${index}` }))
    const { wrapper } = showOverview(withPart(account, 'balances', { data: coins }))
    const drawn = (): string[] => wrapper.findAll('.balances td.asset').map((each) => each.text())
    await expect.poll(() => drawn()[0]).toBe('COIN0')
    expect(drawn().length).toBeLessThan(50)
    const scroller = wrapper.find('.balances .scroller').element
    expect(scroller.scrollHeight).toBeGreaterThan(1_000 * 20)
    scroller.scrollTop = scroller.scrollHeight
    await expect.poll(() => drawn().at(-1)).toBe('COIN999')
    expect(wrapper.find('.balances tr[aria-rowindex="1001"]').text()).toContain('COIN999')
  })
})

it('counts the assets that no bar shows once: when the chart knows its room', async () => {
  const counts = new Set<string>()
  const watch = new MutationObserver(() => {
    const count = /\d+ more in table/.exec(document.body.textContent)?.[0]
    if (count !== undefined) counts.add(count)
  })
  watch.observe(document.body, { childList: true, characterData: true, subtree: true })
  const { wrapper } = showOverview()
  await expect.poll(() => wrapper.findAll('canvas').length).toBe(3)
  watch.disconnect()
  expect([...counts]).toHaveLength(1)
})
