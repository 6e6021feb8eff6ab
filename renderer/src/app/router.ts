import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { SCREENS, type Place } from '#shared/ipc/place.ts'

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

/**
 * The router of a window of one panel. That window has no screens: a link to a screen shows it in the main window
 * instead.
 */
export function createPanelRouter(showInMain: (place: Place) => unknown): Router {
  const nothing = { render: () => null }
  const screens = SCREENS.map((name) => ({ path: `/${name}`, name, component: nothing }))
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: nothing }, ...screens],
  })
  router.beforeEach(({ name }) => {
    const screen = SCREENS.find((each) => each === name)
    if (screen === undefined) return true
    showInMain({ kind: 'screen', screen })
    return false
  })
  return router
}
