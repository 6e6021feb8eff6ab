import { computed, type ComputedRef } from 'vue'
import { areasOf } from '#shared/desk/action.ts'
import { isInProgress } from '#shared/desk/plan.ts'
import { type IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Area } from '#shared/domain/instrument.ts'
import { gravityOf, type Gravity } from '#shared/events/event.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useDeskStore } from '../app/stores/desk.ts'
import { eventWords } from './event-words.ts'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { say, t } from '../kit/say.ts'
import { actionTitle } from '#shared/desk/action-title.ts'
import { intentProgress, pendingProgress, refusalProgress, type Progress } from '../desk/intent-words.ts'

export interface LogEntry {
  readonly id: string
  readonly title: string
  readonly progress: Progress
  /** Wall clock ms of main; null for what main has not reported. */
  readonly at: number | null
  readonly requests: number
  /** The areas where it waits for the venue or was refused: a pause or a ban there concerns it. */
  readonly waitsIn: readonly Area[]
}

/** The tone of an event in the log, by its gravity. */
const TONES: Readonly<Record<Gravity, Progress['tone']>> = { act: 'red', mind: 'amber', note: 'reported' }

function newestFirst<T extends { readonly at: number }>(entries: readonly T[]): readonly T[] {
  return entries.toSorted((a, b) => b.at - a.at)
}

/** All requests and events, newest first; those that main has not reported yet come before the rest. */
export function useLog(): ComputedRef<readonly LogEntry[]> {
  const portfolio = usePortfolioStore()
  const desk = useDeskStore()
  return computed(() => {
    const titleOf = titlesOf(portfolio.parts.instruments?.data ?? [])
    const unreported = { at: null, requests: 0 }
    const pending = [...desk.pending.values()].map((intent) => ({
      ...unreported,
      id: intent.intentId,
      title: say(actionTitle(intent.action, titleOf)),
      progress: pendingProgress(intent),
      waitsIn: areasOf(intent.action),
    }))
    const intents = portfolio.parts.desk?.data?.intents ?? []
    const reportedIds = new Set(intents.map(({ intentId }) => intentId))
    const unreportedRefusals = desk.refusals.filter(({ intentId }) => !reportedIds.has(intentId))
    const refused = unreportedRefusals.map((refusal) => ({
      ...unreported,
      id: refusal.intentId,
      title: say(actionTitle(refusal.action, titleOf)),
      progress: refusalProgress(refusal),
      waitsIn: [],
    }))
    const happened = (portfolio.parts.events?.data ?? []).map((event) => {
      const { title, detail, readings } = eventWords(event, titleOf)
      const why = detail === '' ? readings : t('journal.readThenWhy', { readings, why: detail })
      const tone = TONES[gravityOf(event.facts)]
      const progress = { tone, word: t('journal.eventHappened'), inFlight: false, why }
      return { id: event.id, title, progress, at: event.at, requests: 0, waitsIn: [] }
    })
    const reported = intents.map((intent) => ({
      id: intent.intentId,
      title: say(actionTitle(intent.action, titleOf)),
      progress: intentProgress(intent),
      at: intent.createdAt,
      requests: intent.legs.length,
      waitsIn: waitsIn(intent),
    }))
    return [...pending, ...refused, ...newestFirst([...reported, ...happened])]
  })
}

/** Refused because the venue had banned us or asked for a pause. */
const TURNED_AWAY: ReadonlySet<string> = new Set(['banned', 'rateLimited'])

function waitsIn({ state, refusal, action, legs }: Encoded<IntentReport>): readonly Area[] {
  if (refusal?.code === 'READ_FAILED' || (legs.length === 0 && state === 'running')) return areasOf(action)
  return legs
    .filter((leg) => isInProgress(leg.state) || (leg.failure !== null && TURNED_AWAY.has(leg.failure.kind)))
    .map(({ request }) => request.area)
}
