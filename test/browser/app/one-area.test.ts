/** What the window shows for a venue without Spot, and for one without contracts. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { Component } from 'vue'
import type { Area } from '#shared/domain/instrument.ts'
import { oneAreaSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import FlattenChoice from '../../../renderer/src/desk/FlattenChoice.vue'
import OverviewView from '../../../renderer/src/overview/OverviewView.vue'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import FundingTab from '../../../renderer/src/risk/funding/FundingTab.vue'
import StressTab from '../../../renderer/src/risk/stress/StressTab.vue'
import { show } from '../kit/chart/window.ts'
import { openWindow, painted, type Bench } from '../support/window.ts'

async function opened(screen: Component, area: Area, props: Record<string, unknown> = {}): Promise<Bench> {
  const bench = await openWindow(screen, oneAreaSnapshot(area), { props })
  await painted()
  return bench
}
const textOf = ({ root }: Bench): string => root.textContent.replace(/\s+/g, ' ')

/** Expects that nothing is shown as unread or old. */
function expectNothingUnread(bench: Bench): void {
  expect(bench.root.querySelectorAll('.hatched, .is-stale, .is-unknown')).toHaveLength(0)
  expect(textOf(bench)).not.toMatch(/not read yet|Waiting for the first read|Not known:/)
}

describe('a venue without Spot', () => {
  it('has no panel of balances, and nothing that waits for one', async () => {
    const bench = await opened(OverviewView, 'contract')
    await expect.poll(() => bench.root.querySelectorAll('canvas').length).toBe(3)
    expect(bench.root.querySelector('.balances')).toBeNull()
    expect(textOf(bench)).toContain('Margin')
    expectNothingUnread(bench)
    expect(textOf(bench)).not.toMatch(/Balances: /)
  })

  it.each([
    ['1104px', '690px'],
    ['1744px', '970px'],
  ] as const)('leaves no gap in the overview at %s × %s', async (width, height) => {
    await page.viewport(width === '1104px' ? 1280 : 1920, 1080)
    const { wrapper, close } = show(OverviewView, { snapshot: oneAreaSnapshot('contract'), size: [width, height] })
    onTestFinished(close)
    await painted()
    const box = wrapper.element as HTMLElement
    const panels = [...box.querySelectorAll(':scope > .panel')].map((each) => each.getBoundingClientRect())
    const covered = panels.reduce((sum, each) => sum + each.width * each.height, 0)
    expect(covered / (box.clientWidth * box.clientHeight)).toBeGreaterThan(0.98)
    await page.viewport(1280, 800)
  })

  it('offers no choice about Spot in a flatten', async () => {
    const model = { modelValue: { kind: 'flatten', spot: 'keep' } }
    expect(textOf(await opened(FlattenChoice, 'contract', model))).not.toContain('Spot')
    expect(textOf(await opened(FlattenChoice, 'spot', model))).toContain('Spot')
  })

  it('has a strip that vouches for its figures', async () => {
    const bench = await opened(App, 'contract')
    await expect.poll(() => bench.root.querySelector('.strip')?.textContent ?? '').toContain('0.8 s old')
    const strip = bench.find('.strip')
    expect(strip.querySelectorAll('.hatched, .stale, .is-stale, .is-unknown')).toHaveLength(0)
    expect(strip.textContent).not.toContain('Spot balances')
  })

  it('shows its orders as completely read', async () => expectNothingUnread(await opened(OrdersView, 'contract')))
})

describe('a venue without contracts', () => {
  it.each([
    ['the overview', OverviewView],
    ['the positions', PositionsView],
    ['funding', FundingTab],
    ['stress', StressTab],
  ])('says so in %s, and waits for nothing', async (_name, screen) => {
    const bench = await opened(screen, 'spot')
    await expect.poll(() => textOf(bench)).toContain('This venue has no contracts.')
    expectNothingUnread(bench)
    expect(textOf(bench)).not.toMatch(/No position|No margin accounts|Distance to liquidation/)
  })

  it('has a strip that vouches for its figures', async () => {
    const bench = await opened(App, 'spot')
    await expect.poll(() => bench.root.querySelector('.strip')?.textContent ?? '').toContain('NO CONTRACTS')
    expect(bench.find('.strip').querySelectorAll('.hatched, .stale, .is-stale, .is-unknown')).toHaveLength(0)
  })

  it('shows its orders as completely read', async () => expectNothingUnread(await opened(OrdersView, 'spot')))
})
