/** Composition root of the window: the clock, the bridge, the stores and the first paint. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { wait, type Clock } from '#shared/domain/clock.ts'
import { panelIn } from '#shared/ipc/panel.ts'
import App from './App.vue'
import { readBridge } from './bridge.ts'
import { useFiguresOf } from './figures-of.ts'
import LockScreen from './LockScreen.vue'
import { POP_OUT } from './pop-out.ts'
import { createAppRouter, createPanelRouter } from './router.ts'
import { createSession, SESSION } from './session.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useTickerStore } from './stores/ticker.ts'
import './styles/fonts.css'
import { loadFonts } from './styles/load-fonts.ts'
import './styles/tokens.css'
import './styles/base.css'
import { useFreshnessOf } from './use-freshness.ts'
import { FIGURES_OF } from '../kit/flash.ts'
import { AGE_OF } from '../kit/use-age-of.ts'
import { SAVE_TEXT } from '../kit/save-text.ts'
import { OWNER } from '../kit/kept-text.ts'
import { CLOCK } from '../kit/use-clock.ts'
import PanelWindow from '../workspace/PanelWindow.vue'

/** How often ages are updated. */
const TICK_MS = 250
/** The window is drawn at the latest after this time, whatever main does. It is longer than main takes to open an account. */
const ANSWERED_WITHIN_MS = 3_000

const clock: Clock = {
  mono: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}

const bridge = readBridge()
// The page loads again whenever Plimsoll is locked or unlocked, so this never changes while it runs.
const [lock] = await Promise.all([bridge.getLock().catch(() => null), loadFonts()])
const isLocked = lock?.ok === true && lock.value.isLocked
const panel = panelIn(location.search)
const app = isLocked ? createApp(LockScreen) : panel === null ? createApp(App) : createApp(PanelWindow, { panel })
app.use(createPinia())
const session = createSession({ bridge, clock, newId: () => crypto.randomUUID() })
app.use(panel === null ? createAppRouter() : createPanelRouter((place) => bridge.showPlace({ place })))
if (panel === null) app.provide(SAVE_TEXT, session.saveText)
else app.provide(POP_OUT, true)
const ticker = useTickerStore()
const tick = (): void => ticker.set(clock.mono())

tick()
setInterval(tick, TICK_MS)
// Timers of a hidden window are throttled: before it is painted again, its ages must be right.
document.addEventListener('visibilitychange', tick)

// Before main's first answer it is not known whether an account is open: a page drawn before it would be drawn anew.
const begun = session.start()
app.provide(CLOCK, clock).provide(AGE_OF, useFreshnessOf()).provide(SESSION, session)
const portfolio = usePortfolioStore()
app.provide(OWNER, () => portfolio.account?.id ?? '').provide(FIGURES_OF, useFiguresOf())
await Promise.race([begun, wait(clock, ANSWERED_WITHIN_MS)])
app.mount('#app')
