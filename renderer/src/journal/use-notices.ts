/**
 * What the trader has not seen yet: losses of control at the venue, and the requests of this window. Screen
 * readers announce each once, and again when its state changes.
 */
import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { gravityOf } from '#shared/events/event.ts'
import { soundAlarm, useSound } from '../app/alarm.ts'
import { useDeskStore } from '../app/stores/desk.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { speaker, t } from '../kit/say.ts'
import { useClock } from '../kit/use-clock.ts'
import { useLog, type LogEntry } from './use-log.ts'

/** A verified request is dismissed by itself after this time. All others stay until the trader has seen them. */
const VERIFIED_STAYS_MS = 6_000

/** `isAimed`: whether the pointer or the focus is on the notices. Meanwhile none is dismissed by itself. */
export function useNotices(isAimed: Readonly<Ref<boolean>>) {
  const portfolio = usePortfolioStore()
  const desk = useDeskStore()
  const clock = useClock()
  const isLoud = useSound()
  const log = useLog()

  /** Ids of losses of control. */
  const events = computed(() => {
    const unseen = (portfolio.parts.events?.data ?? []).filter(
      ({ seenAt, facts }) => seenAt === null && gravityOf(facts) === 'act',
    )
    return new Set(unseen.map(({ id }) => id))
  })
  const alarms = computed(() => log.value.filter(({ id }) => events.value.has(id)))
  const mine = computed(() => log.value.filter(({ id }) => desk.mine.includes(id)))
  /** Losses of control first: the closed line shows the first one only. */
  const notices = computed(() => [...alarms.value, ...mine.value])

  const alarmSaid = useSaid(alarms, {
    stateOf: () => 'happened',
    wordsOf: ({ title, progress }) => t('journal.alarm', { title, why: progress.why }),
    onNews: () => isLoud.value && soundAlarm(),
  })
  const progressSaid = useSaid(mine, {
    stateOf: ({ progress }) => progress.word,
    wordsOf: ({ title, progress }) => t('journal.progress', { title, word: progress.word, why: progress.why }),
  })

  const leaving = new Map<string, () => void>()
  const due = new Set<string>()
  function dismiss(id: string): void {
    leaving.get(id)?.()
    leaving.delete(id)
    due.delete(id)
    desk.dismiss(id)
  }
  watch(mine, (entries) => {
    for (const { id, progress } of entries) {
      if (progress.tone !== 'ok' || leaving.has(id)) continue
      const leave = (): void => void (isAimed.value ? due.add(id) : dismiss(id))
      leaving.set(id, clock.after(VERIFIED_STAYS_MS, leave))
    }
  })
  watch(isAimed, (isStill) => !isStill && due.forEach(dismiss))
  onScopeDispose(() => leaving.forEach((cancel) => cancel()))

  return { log, events, notices, alarmSaid, progressSaid, dismiss }
}

/** What to say aloud: each entry whose state is new, once; empty when no entry is left. */
function useSaid(
  entries: Readonly<Ref<readonly LogEntry[]>>,
  {
    stateOf,
    wordsOf,
    onNews = () => {},
  }: {
    readonly stateOf: (entry: LogEntry) => string
    readonly wordsOf: (entry: LogEntry) => string
    readonly onNews?: () => void
  },
): Readonly<Ref<string>> {
  const said = shallowRef('')
  const known = new Map<string, string>()
  watch(
    entries,
    (now) => {
      const news = now.filter((entry) => known.get(entry.id) !== stateOf(entry))
      for (const entry of news) known.set(entry.id, stateOf(entry))
      if (now.length === 0) said.value = ''
      if (news.length === 0) return
      said.value = news.map(wordsOf).join(' ')
      onNews()
    },
    { immediate: true },
  )
  // What was said had amounts as they were shown then.
  watch(speaker, () => (said.value = ''))
  return said
}
