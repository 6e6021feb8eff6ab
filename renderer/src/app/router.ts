import { createMemoryHistory, createRouter, type Router } from 'vue-router'

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
      { path: '/workspace', name: 'workspace', component: () => import('../workspace/WorkspaceView.vue') },
      { path: '/accounts', name: 'accounts', component: () => import('../accounts/AccountsView.vue') },
    ],
  })
}
