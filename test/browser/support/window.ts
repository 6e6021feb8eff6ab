/** A window for one test: real components, stores and session in real Chromium; the bridge, time and ids in the test's hands. */
import { createPinia, setActivePinia } from 'pinia'
import { createApp, nextTick, type Component } from 'vue'
import { onTestFinished } from 'vitest'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Snapshot, SnapshotPush } from '#shared/domain/snapshot.ts'
import type { Bridge, CommandArgs } from '#shared/ipc/contract.ts'
import type { SubmitAnswer } from '#shared/desk/plan.ts'
import { ManualClock } from '#test/support/clock.ts'
import { createAppRouter } from '../../../renderer/src/router.ts'
import { createSession, SESSION, type Session } from '../../../renderer/src/session.ts'
import { useArmStore } from '../../../renderer/src/stores/arm.ts'
import { useTickerStore } from '../../../renderer/src/stores/ticker.ts'
import { CLOCK } from '../../../renderer/src/ui/use-clock.ts'
import '../../../renderer/src/styles/tokens.css'
import '../../../renderer/src/styles/base.css'

export type Submitted = CommandArgs<'desk:submit'>

export interface Bench {
  readonly root: HTMLElement
  readonly submitted: readonly Submitted[]
  /** Moves time on, ages and timers with it. */
  readonly advance: (ms: number) => Promise<void>
  readonly send: (message: SnapshotPush) => Promise<void>
  readonly arm: () => Promise<void>
  /** The only element that matches; fails when there is none. */
  readonly find: (selector: string) => HTMLElement
}

export interface BenchOptions {
  readonly props?: Record<string, unknown>
  /** What main says to a submit; "lost" is no answer at all. Accepted unless told. */
  readonly answer?: SubmitAnswer | 'lost'
  /** What main answers to anything about accounts; it refuses all but the list unless told. */
  readonly accounts?: Partial<Session['accounts']>
}

// ManualClock lets promises settle with Node's setImmediate.
if (!('setImmediate' in globalThis))
  Object.assign(globalThis, { setImmediate: (task: () => void) => setTimeout(task, 0) })

export async function openWindow(view: Component, snapshot: Snapshot, options: BenchOptions = {}): Promise<Bench> {
  const pinia = createPinia()
  setActivePinia(pinia)
  const clock = new ManualClock()
  const submitted: Submitted[] = []
  let listener: (message: SnapshotPush) => void = () => {}
  const refuse = () => Promise.resolve(err(localFailure('notSupported', 'account', 'not in this test')))
  const bridge: Bridge = {
    getPortfolio: () => Promise.resolve(ok(snapshot)),
    submit: (asked) => {
      submitted.push(asked)
      if (options.answer === 'lost') return Promise.reject(new Error('main is gone'))
      return Promise.resolve(ok(options.answer ?? { kind: 'accepted', intentId: asked.intentId }))
    },
    onPortfolioChanged: (given) => {
      listener = given
      return () => {}
    },
    startDemo: refuse,
    listAccounts: () => Promise.resolve(ok([])),
    addAccount: refuse,
    readProfile: refuse,
    exportProfile: refuse,
    openAccount: refuse,
    forgetAccount: refuse,
    ...options.accounts,
  }
  const session = createSession({ bridge, clock, newId: () => crypto.randomUUID() })
  const ticker = useTickerStore()
  ticker.set(clock.mono())
  await session.start()

  const root = document.createElement('div')
  root.style.cssText = 'position: fixed; inset: 0; height: 760px'
  document.body.append(root)
  const app = createApp(view, options.props ?? {})
    .use(pinia)
    .use(createAppRouter())
  app.provide(CLOCK, clock).provide(SESSION, session).mount(root)
  onTestFinished(() => {
    app.unmount()
    root.remove()
  })
  await painted()

  return {
    root,
    submitted,
    async advance(ms) {
      await clock.advance(ms)
      ticker.set(clock.mono())
      await painted()
    },
    async send(message) {
      listener(message)
      await painted()
    },
    async arm() {
      useArmStore().set(true, clock.mono())
      await painted()
    },
    find(selector) {
      const found = root.querySelector<HTMLElement>(selector)
      if (!found) throw new Error(`expected an element ${selector}`)
      return found
    },
  }
}

/** After Vue has patched, the virtual list has measured, and the frame is drawn. */
export async function painted(): Promise<void> {
  await nextTick()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await nextTick()
}
