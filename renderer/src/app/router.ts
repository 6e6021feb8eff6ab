import { createMemoryHistory, createRouter, type Router } from 'vue-router'

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

/** In memory: the window has no address bar, and a reload starts at the overview. */
export function createAppRouter(): Router {
  return createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/', name: 'overview', component: () => import('../overview/OverviewView.vue') },
      { path: '/positions', name: 'positions', component: () => import('../positions/PositionsView.vue') },
      { path: '/orders', name: 'orders', component: () => import('../orders/OrdersView.vue') },
      { path: '/risk', name: 'risk', component: () => import('../risk/RiskView.vue') },
      { path: '/journal', name: 'journal', component: () => import('../journal/JournalView.vue') },
      { path: '/accounts', name: 'accounts', component: () => import('../accounts/AccountsView.vue') },
    ],
  })
}
