import { computed, type ComputedRef } from 'vue'
import { gravityOf, type Gravity } from '#shared/events/event.ts'
import { usePortfolioStore } from '../stores/portfolio.ts'
import { useDeskStore } from '../stores/desk.ts'
import { eventWords } from './event-words.ts'
import { titlesOf } from './instrument-words.ts'
import { actionTitle, intentProgress, pendingProgress, refusalProgress, type Progress } from './intent-words.ts'

export interface LogEntry {
  readonly id: string
  readonly title: string
  readonly progress: Progress
  /** Wall clock ms of main; null for what main has not reported. */
  readonly at: number | null
  /** What each request came to, for intents of several. */
  readonly legs: readonly string[]
}

/** How an event stands in the log, by how grave it is. */
const MARKS: Readonly<Record<Gravity, Omit<Progress, 'why'>>> = {
  act: { tone: 'red', word: 'happened', inFlight: false },
  mind: { tone: 'amber', word: 'happened', inFlight: false },
  note: { tone: 'said', word: 'happened', inFlight: false },
}

function newestFirst<T extends { readonly at: number }>(entries: readonly T[]): readonly T[] {
  return entries.toSorted((a, b) => b.at - a.at)
}

/** Everything asked for and all that happened, newest first: what main has not reported yet, then the desk's report. */
export function useLog(): ComputedRef<readonly LogEntry[]> {
  const portfolio = usePortfolioStore()
  const desk = useDeskStore()
  return computed(() => {
    const titleOf = titlesOf(portfolio.parts.instruments?.data ?? [])
    const local = { at: null, legs: [] }
    const pending = [...desk.pending.values()].map((intent) => ({
      ...local,
      id: intent.intentId,
      title: intent.title,
      progress: pendingProgress(intent),
    }))
    const refused = desk.refusals.map((refusal) => ({
      ...local,
      id: refusal.intentId,
      title: refusal.title,
      progress: refusalProgress(refusal),
    }))
    const happened = (portfolio.parts.events?.data ?? []).map((event) => {
      const { title, detail, readings } = eventWords(event, titleOf)
      const why = [readings, detail].filter(Boolean).join('. ')
      return { id: event.id, title, progress: { ...MARKS[gravityOf(event.facts)], why }, at: event.at, legs: [] }
    })
    const reported = (portfolio.parts.desk?.data?.intents ?? []).map((intent) => ({
      id: intent.intentId,
      title: actionTitle(intent.action, titleOf),
      progress: intentProgress(intent),
      at: intent.createdAt,
      legs: intent.legs.map(({ state, detail }) => `${state}: ${detail}`),
    }))
    return [...pending, ...refused, ...newestFirst([...reported, ...happened])]
  })
}
