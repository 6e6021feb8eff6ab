/** What can stand on the workspace: parts of the other screens, each loaded when it is first shown. */
import { defineAsyncComponent, type Component } from 'vue'
import type { PanelId } from '#shared/ipc/panel.ts'
import type { ScreenName } from '#shared/ipc/place.ts'
import type { Code } from '#shared/words/message.ts'

interface PanelKind {
  readonly title: Code
  /** Where the main window shows the same, with all buttons that act on it. */
  readonly screen: ScreenName
  /** The least room in which it can be read, in columns and rows of the grid. */
  readonly least: { readonly w: number; readonly h: number }
  readonly view: Component
  readonly props?: Readonly<Record<string, unknown>>
}

/** A part of a tab of the Risk screen shows its totals and its table alone. */
const BRIEF = { isBrief: true } as const

export const PANELS = {
  positions: {
    title: 'positions.title',
    screen: 'positions',
    least: { w: 4, h: 4 },
    view: defineAsyncComponent(() => import('../overview/PositionsPanel.vue')),
  },
  orders: {
    title: 'orders.title',
    screen: 'orders',
    least: { w: 5, h: 5 },
    view: defineAsyncComponent(() => import('../orders/OrdersPanel.vue')),
  },
  attention: {
    title: 'overview.attention',
    screen: 'overview',
    least: { w: 3, h: 3 },
    view: defineAsyncComponent(() => import('../overview/AttentionPanel.vue')),
  },
  loadLine: {
    title: 'loadLine.title',
    screen: 'overview',
    least: { w: 4, h: 5 },
    view: defineAsyncComponent(() => import('../overview/LoadLinePanel.vue')),
  },
  exposure: {
    title: 'overview.exposure',
    screen: 'overview',
    least: { w: 4, h: 5 },
    view: defineAsyncComponent(() => import('../overview/ExposurePanel.vue')),
  },
  equity: {
    title: 'overview.equity',
    screen: 'overview',
    least: { w: 3, h: 4 },
    view: defineAsyncComponent(() => import('../overview/EquityPanel.vue')),
  },
  margin: {
    title: 'overview.margin',
    screen: 'overview',
    least: { w: 5, h: 3 },
    view: defineAsyncComponent(() => import('../overview/MarginPanel.vue')),
  },
  balances: {
    title: 'overview.balances',
    screen: 'overview',
    least: { w: 4, h: 4 },
    view: defineAsyncComponent(() => import('../overview/BalancesPanel.vue')),
  },
  stress: {
    title: 'stress.matrix',
    screen: 'risk',
    least: { w: 5, h: 8 },
    view: defineAsyncComponent(() => import('../risk/stress/LiveMatrixPanel.vue')),
  },
  valueAtRisk: {
    title: 'var.title',
    screen: 'risk',
    least: { w: 5, h: 9 },
    view: defineAsyncComponent(() => import('../risk/var/VarTab.vue')),
    props: BRIEF,
  },
  correlation: {
    title: 'risk.tab.correlation',
    screen: 'risk',
    least: { w: 4, h: 7 },
    view: defineAsyncComponent(() => import('../risk/correlation/CorrelationTab.vue')),
    props: BRIEF,
  },
  liquidity: {
    title: 'risk.tab.liquidity',
    screen: 'risk',
    least: { w: 6, h: 10 },
    view: defineAsyncComponent(() => import('../risk/liquidity/LiquiditySheet.vue')),
    props: BRIEF,
  },
  funding: {
    title: 'risk.tab.funding',
    screen: 'risk',
    least: { w: 6, h: 8 },
    view: defineAsyncComponent(() => import('../risk/funding/FundingTab.vue')),
    props: BRIEF,
  },
  journal: {
    title: 'journal.title',
    screen: 'journal',
    least: { w: 5, h: 5 },
    view: defineAsyncComponent(() => import('../journal/JournalView.vue')),
  },
} as const satisfies Readonly<Record<PanelId, PanelKind>>

export function panelOf(id: PanelId): PanelKind {
  return PANELS[id]
}
