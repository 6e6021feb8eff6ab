import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { largeAccount } from '#test/support/snapshot.ts'
import JournalView from '../../../renderer/src/journal/JournalView.vue'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import OverviewView from '../../../renderer/src/overview/OverviewView.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import CorrelationTab from '../../../renderer/src/risk/correlation/CorrelationTab.vue'
import FundingTab from '../../../renderer/src/risk/funding/FundingTab.vue'
import LiquidityTab from '../../../renderer/src/risk/liquidity/LiquidityTab.vue'
import StressTab from '../../../renderer/src/risk/stress/StressTab.vue'
import VarTab from '../../../renderer/src/risk/var/VarTab.vue'
import { openWindow, painted } from '../support/window.ts'

const POSITIONS = 1_000
/** The most elements that a screen may draw. The options of a select are not drawn. */
const MOST_ELEMENTS = 1_500

const SCREENS = {
  ...{ JournalView, OrdersView, OverviewView, PositionsView },
  ...{ CorrelationTab, FundingTab, LiquidityTab, StressTab, VarTab },
}

for (const [name, view] of Object.entries(SCREENS)) {
  it(`draws only what is visible of a large account: ${name}`, async () => {
    const { root } = await openWindow(view, largeAccount(POSITIONS))
    await painted()
    expect(root.querySelectorAll(':not(option)').length).toBeLessThanOrEqual(MOST_ELEMENTS)
  })
}

it('finds a position or an order to leave out by its text, though few are drawn', async () => {
  const { root, find } = await openWindow(StressTab, largeAccount(POSITIONS))
  await page.getByText('Leave out').click()
  await painted()
  const field = find('.without input[type=text]') as HTMLInputElement
  field.value = 'C777'
  field.dispatchEvent(new Event('input'))
  await painted()
  const titles = [...root.querySelectorAll('.without .row .title')].map(({ textContent }) => textContent)
  expect(titles).toHaveLength(2)
  for (const title of titles) expect(title).toContain('E-C777-USDT')
})
