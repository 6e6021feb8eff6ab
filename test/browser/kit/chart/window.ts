import { mount, type VueWrapper } from '@vue/test-utils'
import { takeIn } from '#test/support/take-in.ts'
import { createPinia, setActivePinia } from 'pinia'
import type { Component } from 'vue'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { Clock } from '#shared/domain/clock.ts'
import '../../../../renderer/src/app/styles/tokens.css'
import '../../../../renderer/src/app/styles/base.css'
import { createAppRouter } from '../../../../renderer/src/app/router.ts'
import { SESSION, type Session } from '../../../../renderer/src/app/session.ts'
import { usePortfolioStore } from '../../../../renderer/src/app/stores/portfolio.ts'
import { useTickerStore } from '../../../../renderer/src/app/stores/ticker.ts'
import { useFreshnessOf } from '../../../../renderer/src/app/use-freshness.ts'
import { AGE_OF } from '../../../../renderer/src/kit/use-age-of.ts'
import { SAVE_TEXT } from '../../../../renderer/src/kit/save-text.ts'
import { CLOCK } from '../../../../renderer/src/kit/use-clock.ts'

/** The window's monotonic time in these tests, at which the snapshot arrives. */
const NOW = 5_000

/** A clock that the test sets. Tasks run when the clock moves past them. */
class SteppedClock implements Clock {
  #now = NOW
  #tasks: { at: number; task: () => void }[] = []

  mono = (): number => this.#now
  wall = (): number => this.#now
  after = (ms: number, task: () => void): (() => void) => {
    const entry = { at: this.#now + ms, task }
    this.#tasks.push(entry)
    return () => (this.#tasks = this.#tasks.filter((other) => other !== entry))
  }

  step(ms: number): void {
    this.#now += ms
    for (;;) {
      const due = this.#tasks.find(({ at }) => at <= this.#now)
      if (!due) return
      this.#tasks = this.#tasks.filter((other) => other !== due)
      due.task()
    }
  }
}

export interface Shown {
  readonly wrapper: VueWrapper
  /** The box that the component has to fit into. */
  readonly box: HTMLElement
  readonly clock: SteppedClock
  readonly portfolio: ReturnType<typeof usePortfolioStore>
  readonly router: ReturnType<typeof createAppRouter>
  readonly close: () => void
}

/** Shows a component as the window would: with stores fed from `snapshot`, in a box of the given size. */
export function show(
  component: Component,
  {
    props = {},
    snapshot = null,
    session = {} as Session,
    size = ['1000px', '500px'],
  }: {
    props?: Record<string, unknown>
    snapshot?: Snapshot | null
    /** A test without a session sends nothing to main. */
    session?: Session
    size?: readonly [width: string, height: string]
  } = {},
): Shown {
  const pinia = createPinia()
  setActivePinia(pinia)
  const clock = new SteppedClock()
  const router = createAppRouter()
  const portfolio = usePortfolioStore()
  useTickerStore().set(NOW)
  if (snapshot !== null) takeIn(snapshot, NOW)
  const box = document.createElement('div')
  Object.assign(box.style, { width: size[0], height: size[1] })
  document.body.append(box)
  const wrapper = mount(component, {
    attachTo: box,
    props,
    global: {
      plugins: [pinia, router],
      provide: {
        ...{ [CLOCK as symbol]: clock, [AGE_OF as symbol]: useFreshnessOf(), [SESSION as symbol]: session },
        [SAVE_TEXT as symbol]: async () => null,
      },
    },
  })
  // Test utils mount into their own element. As in the window, its content is stretched to fill it.
  const inner = wrapper.element.parentElement
  if (inner) Object.assign(inner.style, { display: 'grid', height: '100%', grid: 'minmax(0, 1fr) / minmax(0, 1fr)' })
  return {
    wrapper,
    box,
    clock,
    portfolio,
    router,
    close: () => {
      wrapper.unmount()
      box.remove()
    },
  }
}
