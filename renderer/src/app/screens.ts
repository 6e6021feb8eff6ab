/** The screens, in the order of the navigation and of Ctrl/Cmd+1 … n. */
export const SCREENS = [
  { name: 'overview', title: 'Overview' },
  { name: 'positions', title: 'Positions' },
  { name: 'orders', title: 'Orders' },
  { name: 'risk', title: 'Risk' },
  { name: 'journal', title: 'Journal' },
  { name: 'accounts', title: 'Accounts' },
] as const

export type ScreenName = (typeof SCREENS)[number]['name']
