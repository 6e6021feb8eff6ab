/** The screens, in the order of the navigation and of Ctrl/Cmd+1 … n. */
export const SCREENS = ['overview', 'positions', 'orders', 'risk', 'journal', 'accounts'] as const

export type ScreenName = (typeof SCREENS)[number]
