/** What can stand on the workspace: parts of the other screens, each loaded when it is first shown. */
import { defineAsyncComponent, type Component } from 'vue'
import type { PanelId } from '#shared/ipc/panel.ts'
import type { ScreenName } from '#shared/ipc/place.ts'
import type { Code } from '#shared/words/message.ts'

/** A part of a tab of the Risk screen shows its totals and its table alone. */
const BRIEF = { isBrief: true } as const

/**
 * `screen`: where the main window shows the same, with all buttons that act on it. `w` and `h`: the least room in which it
 * can be read, in columns and rows of the grid.
 */
function panel<const Title extends Code>(
  title: Title,
  screen: ScreenName,
  [w, h]: readonly [number, number],
  load: () => Promise<{ readonly default: Component }>,
  props?: Readonly<Record<string, unknown>>,
) {
  return { title, screen, least: { w, h }, view: defineAsyncComponent(load), props }
}

export const PANELS = {
  positions: panel('app.screen.positions', 'positions', [4, 4], () => import('../overview/PositionsPanel.vue')),
  orders: panel('orders.title', 'orders', [5, 5], () => import('../orders/OrdersPanel.vue')),
  attention: panel('overview.attention', 'overview', [3, 3], () => import('../overview/AttentionPanel.vue')),
  loadLine: panel('how.loadLine.title', 'overview', [4, 5], () => import('../overview/LoadLinePanel.vue')),
  exposure: panel('strip.exposure', 'overview', [4, 5], () => import('../overview/ExposurePanel.vue')),
  equity: panel('overview.equity', 'overview', [3, 4], () => import('../overview/EquityPanel.vue')),
  margin: panel('strip.margin', 'overview', [5, 3], () => import('../overview/MarginPanel.vue')),
  balances: panel('overview.balances', 'overview', [4, 4], () => import('../overview/BalancesPanel.vue')),
  stress: panel('stress.matrix', 'risk', [5, 8], () => import('../risk/stress/LiveMatrixPanel.vue')),
  valueAtRisk: panel('var.title', 'risk', [5, 9], () => import('../risk/var/VarTab.vue'), BRIEF),
  correlation: panel(
    'risk.tab.correlation',
    'risk',
    [4, 7],
    () => import('../risk/correlation/CorrelationTab.vue'),
    BRIEF,
  ),
  liquidity: panel('risk.tab.liquidity', 'risk', [6, 10], () => import('../risk/liquidity/LiquiditySheet.vue'), BRIEF),
  funding: panel('risk.tab.funding', 'risk', [6, 8], () => import('../risk/funding/FundingTab.vue'), BRIEF),
  journal: panel('app.screen.journal', 'journal', [5, 5], () => import('../journal/JournalView.vue')),
} satisfies Readonly<Record<PanelId, ReturnType<typeof panel>>>

export function panelOf(id: PanelId): ReturnType<typeof panel> {
  return PANELS[id]
}
