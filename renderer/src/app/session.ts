/** The window's conversation with main: takes in snapshots, sends intents. The only caller of the bridge. */
import { inject, type InjectionKey } from 'vue'
import type { Action, SpotPolicy } from '#shared/desk/action.ts'
import type { TradingMode } from '#shared/desk/guard.ts'
import type { OrderLimits } from '#shared/desk/order-limits.ts'
import type { PreviewAnswer } from '#shared/desk/report.ts'
import type { RescueAnswer } from '#shared/desk/rescue.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Result } from '#shared/domain/result.ts'
import type { SnapshotPush } from '#shared/snapshot/snapshot.ts'
import type { Bridge } from '#shared/ipc/contract.ts'
import type { Place } from '#shared/ipc/place.ts'
import { failureMessage, message } from '#shared/words/message.ts'
import { changedSettings, type SettingsChange } from '#shared/ipc/settings.ts'
import { setPrivacy } from '../kit/privacy.ts'
import type { SaveText } from '../kit/save-text.ts'
import { createSubmit } from './submit.ts'
import { useArmStore } from './stores/arm.ts'
import { useDeskStore } from './stores/desk.ts'
import { useDrillStore } from './stores/drill.ts'
import { useEntryStore } from './stores/entry.ts'
import { useSettingsStore } from './stores/settings.ts'
import { usePortfolioStore } from './stores/portfolio.ts'
import { useWhatIfStore } from './stores/what-if.ts'

export interface Session {
  /** Subscribes first, then asks for the whole snapshot, so that nothing is missed. Resolves at the first answer. */
  readonly start: () => Promise<void>
  readonly stop: () => void
  /**
   * Asks main to do `action`, once: while the same action is pending or unanswered, no second intent is made. `planId`:
   * the plan that the trader looked at, to be carried out as shown. Returns the intent's id; null when no account is
   * open. The outcome is in the snapshot.
   */
  readonly submit: (action: Action, planId?: string) => Promise<string | null>
  /** Asks for one-click closes, or gives them up. Main asks the trader; the arm store has how long it granted them. */
  readonly setArmed: (isOn: boolean) => Promise<void>
  /** Asks main for the plan of an action; the venue gets only reads. */
  readonly preview: (action: Action) => Promise<Encoded<PreviewAnswer> | Unanswered>
  /** Asks main for the cheapest ways to bring a margin unit back to a rate, percent as decimal text; reads only. */
  readonly rescue: (unitId: string, targetPercent: string) => Promise<Encoded<RescueAnswer> | Unanswered>
  /** Proves the way out by reads and test orders, one drill at a time. Progress: its store; the card: the snapshot. */
  readonly drill: () => Promise<void>
  /** Sets which orders that add risk may go out. Resolves to why it was not set; null: it was. */
  readonly setMode: (mode: TradingMode) => Promise<Message | null>
  /** Sets their limits. Resolves to why they were not set; null: they were. */
  readonly setLimits: (limits: OrderLimits) => Promise<Message | null>
  /** Sets what every flatten does with Spot holdings. Resolves to why it was not set; null: it was. */
  readonly setSpotPolicy: (spotPolicy: SpotPolicy) => Promise<Message | null>
  /** Records that a person has checked what the intent could not settle by itself. Resolves to why that was not kept; null: it was. */
  readonly markSeen: (intentId: string) => Promise<Message | null>
  /** Records that a person has seen these events. Resolves to why that was not kept; null: it was. */
  readonly markEventSeen: (ids: readonly string[]) => Promise<Message | null>
  /** The window applies the change at once; main keeps it and applies it too. */
  readonly changeSettings: (change: SettingsChange) => Promise<void>
  /** Calls `show` for each place that main asks for. */
  readonly onPlace: (show: (place: Place) => void) => () => void
  /** Panels in windows of their own, and from there to the main window. */
  readonly panels: Pick<Bridge, 'openPanel' | 'showPlace'>
  /** What the application's menu does. */
  readonly menu: Pick<Bridge, 'runMenuItem'>
  /** The trader's own scenarios: they are about markets, so all accounts share them. */
  readonly scenarios: Pick<Bridge, 'listScenarios' | 'saveScenario' | 'forgetScenario'>
  /** Has main save `text` where the trader chooses. Resolves with what to show; null: not saved, nothing to show. */
  readonly saveText: SaveText
  readonly locking: Pick<Bridge, 'getLock' | 'lock' | 'unlock' | 'changeLock' | 'openWayOut'>
  /** The ways out of several accounts at once: read plans, have them carried out, follow them. */
  readonly fanOut: Pick<Bridge, 'previewWay' | 'submitWays' | 'getIntents'>
  /** For the accounts screen. */
  readonly accounts: Pick<
    Bridge,
    | 'listVenues'
    | 'getDataFolder'
    | 'openDataFolder'
    | 'startDemo'
    | 'listAccounts'
    | 'addAccount'
    | 'readProfile'
    | 'changeAccount'
    | 'exportProfile'
    | 'openAccount'
    | 'disconnectAccount'
    | 'probeAccount'
    | 'forgetAccount'
    | 'addReadingKey'
    | 'removeReadingKey'
    | 'cancelProbe'
  >
}

/** Why a question got no answer. */
interface Unanswered {
  readonly kind: 'failed'
  readonly message: Message
}

/** The first push of a run: it carries every part there is. */
const FIRST = 1

/** Needs an active Pinia. `newId`: a fresh id for an intent that main has not given one yet. */
export function createSession({
  bridge,
  clock,
  newId,
}: {
  readonly bridge: Bridge
  readonly clock: Clock
  readonly newId: () => string
}): Session {
  const portfolio = usePortfolioStore()
  const desk = useDeskStore()
  const arm = useArmStore()
  const drills = useDrillStore()
  const entry = useEntryStore()
  const whatIf = useWhatIfStore()
  const { takeSettings, fetchSettings, changeSettings } = settingsOf(bridge)
  let stopListening = (): void => {}
  let fetching = false

  function show(): void {
    const before = portfolio.header
    portfolio.show()
    const { header } = portfolio
    if (before && header && before.runId !== header.runId) {
      desk.clear()
      drills.clear()
      whatIf.backToLive()
      arm.grant(0, clock.mono())
    }
    const reports = portfolio.parts.desk?.data?.intents
    if (reports) desk.settle(new Set(reports.map(({ intentId }) => intentId)))
  }

  function onPush(push: SnapshotPush): void {
    const newest = portfolio.newest()
    const follows = newest !== null && push.runId === newest.runId && push.seq <= newest.seq + 1
    // A push carries only what changed since the one before: after a gap, ask for everything. No push follows until
    // that is here, so an unanswered request is repeated.
    const isTaken = (follows || push.seq === FIRST) && portfolio.take(push, clock.mono())
    if (isTaken) clock.after(0, show)
    if (!isTaken || !follows) void fetchAll()
  }

  async function fetchAll(): Promise<void> {
    if (fetching) return
    fetching = true
    const answer = await bridge.getPortfolio().catch(() => null)
    fetching = false
    if (answer?.ok && portfolio.take(answer.value, clock.mono())) show()
  }

  async function setArmed(isOn: boolean): Promise<void> {
    const { header } = portfolio
    if (!isOn) arm.grant(0, clock.mono())
    const answer = await askOfRun((runId) => bridge.arm({ runId, isOn }))
    // A grant for another account does not apply to this one.
    if ('forMs' in answer && portfolio.header?.runId === header?.runId) arm.grant(answer.forMs, clock.mono())
  }

  async function drill(): Promise<void> {
    if (drills.startedAt !== null) return
    const runId = portfolio.header?.runId
    drills.start(clock.mono())
    const answer = await askOfRun((of) => bridge.drill({ runId: of }))
    // Another account is open by now: the result is not about it.
    if (portfolio.header?.runId !== runId) return
    drills.end(answer.kind === 'card' ? null : answer.message)
  }

  async function markSeen(intentId: string): Promise<Message | null> {
    const why = await tellRun((runId) => bridge.markSeen({ runId, intentId }))
    if (why === null) desk.dismiss(intentId)
    return why
  }

  /** Asks about the account on screen; without an answer the result says why. */
  async function askOfRun<Value>(ask: (runId: string) => Promise<Result<Value, Failure>>): Promise<Value | Unanswered> {
    const runId = portfolio.header?.runId
    if (runId === undefined) return { kind: 'failed', message: message('app.noAccount') }
    return answered(ask(runId))
  }

  /** Resolves to why main did not do it for the account on screen; null: it did. */
  async function tellRun(tell: (runId: string) => Promise<Result<null, Failure>>): Promise<Message | null> {
    const runId = portfolio.header?.runId
    return runId === undefined ? message('app.noAccount') : await whyNot(tell(runId))
  }

  return {
    async start() {
      const stops = [
        bridge.onPortfolioChanged((text) => {
          const push = JSON.parse(text) as SnapshotPush
          // With a large account, reading the text, putting it together and drawing it take a third of a frame each.
          clock.after(0, () => onPush(push))
        }),
        bridge.onSettingsChanged(takeSettings),
        bridge.onProbeChanged(entry.setSteps),
      ]
      stopListening = () => stops.forEach((stop) => stop())
      await Promise.all([fetchSettings(), fetchAll()])
    },
    stop: () => stopListening(),
    submit: createSubmit(bridge, newId),
    setArmed,
    preview: (action) => askOfRun((runId) => bridge.preview({ runId, action })),
    rescue: (unitId, targetPercent) => askOfRun((runId) => bridge.rescue({ runId, unitId, targetPercent })),
    drill,
    setMode: (mode) => tellRun((runId) => bridge.setMode({ runId, mode })),
    setLimits: (limits) => tellRun((runId) => bridge.setLimits({ runId, limits })),
    setSpotPolicy: (spotPolicy) => tellRun((runId) => bridge.setSpotPolicy({ runId, spotPolicy })),
    markSeen,
    markEventSeen: (ids) => tellRun((runId) => bridge.markEventSeen({ runId, ids })),
    changeSettings,
    onPlace: (show) => bridge.onPlaceAsked(show),
    async saveText(what, text) {
      const answer = await bridge.saveText({ what, text }).catch(() => null)
      if (answer === null) return message('app.noAnswer')
      if (!answer.ok) return answer.error.message
      return answer.value === null ? null : message('main.save.done', { file: answer.value })
    },
    panels: bridge,
    menu: bridge,
    scenarios: bridge,
    fanOut: bridge,
    accounts: bridge,
    locking: bridge,
  }
}

/** Main's answer, or why there is none. */
export async function answered<Value>(asked: Promise<Result<Value, Failure>>): Promise<Value | Unanswered> {
  const answer = await asked.catch(() => null)
  return answer?.ok ? answer.value : { kind: 'failed', message: reasonOf(answer) }
}

/** Why main did not do it, or is not known to have done it; null: it did. */
export async function whyNot(asked: Promise<Result<unknown, Failure>>): Promise<Message | null> {
  const answer = await asked.catch(() => null)
  return answer?.ok ? null : reasonOf(answer)
}

const reasonOf = (answer: { readonly error: Failure } | null): Message =>
  answer ? failureMessage(answer.error) : message('app.noAnswer')

/** Main keeps the settings; the window applies them at once. */
function settingsOf(bridge: Bridge) {
  const settings = useSettingsStore()
  let changes = 0

  async function fetchSettings(): Promise<void> {
    // Main may report that figures are hidden: paint none before it has answered.
    setPrivacy('percentages')
    const answer = await bridge.getSettings().catch(() => null)
    if (answer?.ok) settings.take(answer.value)
    else setPrivacy(settings.view.privacy)
  }

  async function changeSettings(change: SettingsChange): Promise<void> {
    changes += 1
    const nth = changes
    settings.take({ ...changedSettings(settings.view, change), notice: null })
    const answer = await bridge.changeSettings(change).catch(() => null)
    // A later change was made meanwhile, and its answer includes this one.
    if (nth !== changes) return
    if (answer?.ok) settings.take(answer.value)
    else settings.take({ ...settings.view, notice: message('app.settingsNotKept') })
  }

  return { takeSettings: settings.take, fetchSettings, changeSettings }
}

export const SESSION: InjectionKey<Session> = Symbol('session')

/** The session of this window; provided by the composition root. */
export function useSession(): Session {
  const session = inject(SESSION)
  if (!session) throw new Error('no session was provided to this component')
  return session
}
