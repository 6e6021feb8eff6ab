/**
 * A window for one test: real components, stores and session in real Chromium. The test controls the bridge, the time
 * and the ids.
 */
import { createPinia, setActivePinia } from 'pinia'
import { createApp, nextTick, type Component, type ComponentPublicInstance } from 'vue'
import { onTestFinished } from 'vitest'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { patchOf } from '#shared/domain/patch.ts'
import type { StepProgress } from '#shared/domain/probe.ts'
import type { PartName, Snapshot, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import type { MenuItem } from '#shared/ipc/menu-items.ts'
import type { Place } from '#shared/ipc/place.ts'
import type { Bridge, CommandResult } from '#shared/ipc/contract.ts'
import type { PreviewAnswer, SubmitAnswer } from '#shared/desk/report.ts'
import type { Action } from '#shared/desk/action.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { verbatim } from '#shared/words/message.ts'
import { changedSettings, USUAL_SETTINGS, type SettingsChange, type SettingsView } from '#shared/ipc/settings.ts'
import { ManualClock } from '#test/support/clock.ts'
import { useFiguresOf } from '../../../renderer/src/app/figures-of.ts'
import { POP_OUT } from '../../../renderer/src/app/pop-out.ts'
import { createAppRouter, createPanelRouter } from '../../../renderer/src/app/router.ts'
import { createSession, SESSION, type Session } from '../../../renderer/src/app/session.ts'
import { useArmStore } from '../../../renderer/src/app/stores/arm.ts'
import { usePortfolioStore } from '../../../renderer/src/app/stores/portfolio.ts'
import { useTickerStore } from '../../../renderer/src/app/stores/ticker.ts'
import { useFreshnessOf } from '../../../renderer/src/app/use-freshness.ts'
import { FIGURES_OF } from '../../../renderer/src/kit/flash.ts'
import { AGE_OF } from '../../../renderer/src/kit/use-age-of.ts'
import { SAVE_TEXT } from '../../../renderer/src/kit/save-text.ts'
import { OWNER } from '../../../renderer/src/kit/kept-text.ts'
import { CLOCK } from '../../../renderer/src/kit/use-clock.ts'
import '../../../renderer/src/app/styles/tokens.css'
import '../../../renderer/src/app/styles/base.css'

/** A submit to main. With `planId`, it runs the plan shown under that id; without, it is a one-click action. */
interface Submitted {
  readonly runId: string
  readonly intentId: string
  readonly action: Action
  readonly planId?: string
}

export interface Bench {
  readonly root: HTMLElement
  readonly submitted: readonly Submitted[]
  /** Every action for which a plan was requested, in order. */
  readonly previewed: readonly Action[]
  /** What main has kept of the settings. */
  readonly settings: () => SettingsView
  /** Advances the time, with ages and timers. */
  readonly advance: (ms: number) => Promise<void>
  readonly send: (message: SnapshotPush) => Promise<void>
  /** Main tells of settings that were changed outside of this window. */
  readonly tellSettings: (change: SettingsChange) => Promise<void>
  /** Main tells how the steps of a probe stand. */
  readonly tellProbe: (steps: readonly StepProgress[]) => Promise<void>
  /** Places that this window asked to be shown in the main window. */
  readonly shownInMain: readonly Place[]
  /** What this window asked of the application's menu. */
  readonly menuItems: readonly MenuItem[]
  /** Requests a place from the window, as main does. */
  readonly askPlace: (place: Place) => Promise<void>
  readonly arm: () => Promise<void>
  /** How often each component is drawn again during `act`, by name. */
  readonly redrawn: (act: () => Promise<void>) => Promise<ReadonlyMap<string, number>>
  /** The only element that matches. Fails when there is none. */
  readonly find: (selector: string) => HTMLElement
}

type PlanAnswer = Encoded<PreviewAnswer> | 'lost'

export interface BenchOptions {
  /** Owner of the arranged tables; by default the account, in this window alone. */
  readonly tableOwner?: string
  /** Settings from before. */
  readonly settings?: SettingsChange
  readonly props?: Record<string, unknown>
  /** The window shows one panel alone. */
  readonly isPopOut?: boolean
  /** Main's answer to a panel that is to have its own window, or to lead to the main window. By default it does that. */
  readonly panels?: Partial<Session['panels']>
  /** Main's answer to a submit. "lost" means no answer. Accepted by default. */
  readonly answer?: SubmitAnswer | 'lost' | Promise<SubmitAnswer>
  /** Main's answer to the nth preview (from 0). "lost" means no answer. By default there is nothing to do. */
  readonly plan?: (action: Action, nth: number) => PlanAnswer | Promise<PlanAnswer>
  /** Main's answers about accounts. By default it refuses everything except the list. */
  readonly accounts?: Partial<Session['accounts']>
  /** Main's answers about the app lock. By default the lock is off, and other calls are refused. */
  readonly locking?: Partial<Session['locking']>
  /** Main's answers about several accounts at once. By default it has no plan and knows no intent. */
  readonly fanOut?: Partial<Session['fanOut']>
  /** Main's answers to desk calls that move no money. Refused by default. */
  readonly desk?: Partial<
    Pick<
      Bridge,
      | 'rescue'
      | 'drill'
      | 'setMode'
      | 'setLimits'
      | 'setSpotPolicy'
      | 'markSeen'
      | 'markEventSeen'
      | 'saveText'
      | 'getSettings'
      | 'changeSettings'
      | keyof Session['scenarios']
    >
  >
}

/** The message with what has changed of a part in place of the part, where the window has it: that keeps the same rows. */
function asMainSends(message: SnapshotPush): SnapshotPush {
  const { header, parts } = usePortfolioStore()
  if (header?.runId !== message.runId) return message
  const sent = Object.entries(message.parts).map(([name, part]) => {
    const known = parts[name as PartName]
    if (!('data' in part) || part.data === null || known?.data == null) return [name, part]
    const { data, ...rest } = part
    return [name, { ...rest, change: { from: known.version, patch: patchOf(known.data, data) } }]
  })
  return { ...message, parts: Object.fromEntries(sent) as SnapshotPush['parts'] }
}

/** As long as main grants. */
const ARMED_FOR_MS = 15 * 60_000

const NOTHING_TO_DO: Encoded<PreviewAnswer> = {
  kind: 'denied',
  denial: { code: 'NOTHING_TO_DO', message: verbatim('There is nothing to do.') },
}

// ManualClock settles promises with Node's setImmediate.
if (!('setImmediate' in globalThis))
  Object.assign(globalThis, { setImmediate: (task: () => void) => setTimeout(task, 0) })

export async function openWindow(view: Component, snapshot: Snapshot, options: BenchOptions = {}): Promise<Bench> {
  const pinia = createPinia()
  setActivePinia(pinia)
  const clock = new ManualClock()
  const submitted: Submitted[] = []
  const previewed: Action[] = []
  const proposed = new Map<string, Action>()
  const previews = new Map<string, Action>()
  let listener: (text: string) => void = () => {}
  const usual = { ...USUAL_SETTINGS, system: 'en', notice: null } as const
  let settings: SettingsView = changedSettings(usual, options.settings ?? {})
  let tellSettings: (settings: SettingsView) => void = () => {}
  let askPlace: (place: Place) => void = () => {}
  let tellProbe: (steps: readonly StepProgress[]) => void = () => {}
  const shownInMain: Place[] = []
  const menuItems: MenuItem[] = []
  const refuse = () => Promise.resolve(err(localFailure('notSupported', 'account', verbatim('not in this test'))))
  const bridge: Bridge = {
    getPortfolio: () => Promise.resolve(ok(snapshot)),
    propose: async ({ action }) => {
      const planId = crypto.randomUUID()
      proposed.set(planId, action)
      return ok({ planId })
    },
    submit: async ({ runId, planId }) => {
      const [oneClick, shown] = [proposed.get(planId), previews.get(planId)]
      const action = oneClick ?? shown
      if (action === undefined) throw new Error(`expected ${planId} to be known`)
      submitted.push({ runId, intentId: planId, action, ...(oneClick === undefined && { planId }) })
      const answer = await options.answer
      if (answer === 'lost') throw new Error('main is gone')
      return ok(answer ?? { kind: 'accepted', intentId: planId })
    },
    arm: async ({ isOn }) => ok({ forMs: isOn ? ARMED_FOR_MS : 0 }),
    preview: async ({ action }): Promise<CommandResult<'preview'>> => {
      const asked = options.plan?.(action, previewed.length) ?? NOTHING_TO_DO
      previewed.push(action)
      const answer = await asked
      if (answer === 'lost') throw new Error('main is gone')
      if (answer.kind === 'plan') previews.set(answer.planId, action)
      return ok(answer)
    },
    onPortfolioChanged: (given) => {
      listener = given
      return () => {}
    },
    onSettingsChanged: (given) => {
      tellSettings = given
      return () => {}
    },
    onPlaceAsked: (given) => {
      askPlace = given
      return () => {}
    },
    onProbeChanged: (given) => {
      tellProbe = given
      return () => {}
    },
    rescue: refuse,
    drill: refuse,
    setMode: refuse,
    setLimits: refuse,
    setSpotPolicy: refuse,
    saveText: refuse,
    markSeen: refuse,
    markEventSeen: refuse,
    getLock: () => Promise.resolve(ok({ isLocked: false, settings: null, waysOut: true, fault: null })),
    ...{ lock: refuse, unlock: refuse, changeLock: refuse, openWayOut: refuse },
    ...{ previewWay: refuse, submitWays: refuse, getIntents: () => Promise.resolve(ok([])) },
    listScenarios: () => Promise.resolve(ok([])),
    saveScenario: refuse,
    forgetScenario: refuse,
    getSettings: () => Promise.resolve(ok(settings)),
    changeSettings: async (change) => ok((settings = changedSettings(settings, change))),
    listVenues: () => Promise.resolve(ok([])),
    getDataFolder: () => Promise.resolve(ok('/home/trader/.config/Plimsoll')),
    openDataFolder: () => Promise.resolve(ok(null)),
    startDemo: refuse,
    listAccounts: () => Promise.resolve(ok([])),
    addAccount: refuse,
    readProfile: refuse,
    exportProfile: refuse,
    openAccount: refuse,
    probeAccount: refuse,
    disconnectAccount: refuse,
    forgetAccount: refuse,
    ...{ addReadingKey: refuse, removeReadingKey: refuse, cancelProbe: refuse, changeAccount: refuse },
    openPanel: () => Promise.resolve(ok(null)),
    runMenuItem: async ({ item }) => (menuItems.push(item), ok(null)),
    showPlace: async ({ place }) => (shownInMain.push(place), ok(null)),
    ...options.panels,
    ...options.accounts,
    ...options.locking,
    ...options.desk,
    ...options.fanOut,
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
    .use(options.isPopOut ? createPanelRouter((place) => bridge.showPlace({ place })) : createAppRouter())
  app.provide(CLOCK, clock).provide(AGE_OF, useFreshnessOf()).provide(SESSION, session)
  const redrawn = new Map<string, number>()
  app.mixin({
    updated(this: ComponentPublicInstance) {
      const { __name: name = '' } = this.$.type as { readonly __name?: string }
      redrawn.set(name, (redrawn.get(name) ?? 0) + 1)
    },
  })
  const own = crypto.randomUUID()
  const portfolio = usePortfolioStore()
  app.provide(OWNER, () => options.tableOwner ?? `${own} ${portfolio.account?.id ?? ''}`)
  app.provide(FIGURES_OF, useFiguresOf())
  if (options.isPopOut) app.provide(POP_OUT, true)
  else app.provide(SAVE_TEXT, session.saveText)
  app.mount(root)
  onTestFinished(() => {
    app.unmount()
    root.remove()
  })
  await painted()

  return {
    root,
    submitted,
    previewed,
    settings: () => settings,
    async advance(ms) {
      await clock.advance(ms)
      ticker.set(clock.mono())
      await painted()
    },
    async send(message) {
      listener(JSON.stringify(asMainSends(message)))
      await clock.advance(0)
      await painted()
    },
    async tellSettings(change) {
      tellSettings(changedSettings({ ...usual, ...settings }, change))
      await painted()
    },
    async tellProbe(steps) {
      tellProbe(steps)
      await painted()
    },
    shownInMain,
    menuItems,
    async askPlace(place) {
      askPlace(place)
      await painted()
    },
    async arm() {
      useArmStore().grant(ARMED_FOR_MS, clock.mono())
      await painted()
    },
    async redrawn(act) {
      redrawn.clear()
      await act()
      return new Map(redrawn)
    },
    find(selector) {
      const found = root.querySelector<HTMLElement>(selector)
      if (!found) throw new Error(`expected an element ${selector}`)
      return found
    },
  }
}

/** Resolves after Vue has patched, the virtual list has measured, and the frame is drawn. */
export async function painted(): Promise<void> {
  await nextTick()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await nextTick()
}
