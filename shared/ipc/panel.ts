/** The panels of the workspace, and how the page of a window learns that it shows one of them alone. */

/** In the order in which they are offered. */
export const PANEL_IDS = [
  'positions',
  'orders',
  'attention',
  'loadLine',
  'exposure',
  'equity',
  'margin',
  'balances',
  'stress',
  'valueAtRisk',
  'correlation',
  'liquidity',
  'funding',
  'journal',
] as const
export type PanelId = (typeof PANEL_IDS)[number]

/** The most panels in windows of their own: each is a process of the system, and is told every figure. */
export const MOST_POP_OUTS = 8

/** What main adds to the address of the page, so that it shows `panel` alone. */
export const searchOf = (panel: PanelId): string => `?panel=${panel}`

/** The panel that the page with this `search` in its address shows alone; null: it is the main window. */
export function panelIn(search: string): PanelId | null {
  return PANEL_IDS.find((panel) => searchOf(panel) === search) ?? null
}
