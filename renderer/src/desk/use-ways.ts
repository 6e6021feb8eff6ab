/** The ways back to a margin rate: asked for once the target stands still; the answer before stays until the next is in. */
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import type { Denial } from '#shared/desk/plan.ts'
import { useSession } from '../app/session.ts'
import { useClock } from '../kit/use-clock.ts'
import type { Ranked } from './rescue-view.ts'

/** A pause in moving the slider, or in typing, before the ways are asked for. */
const STILL_MS = 250

interface Question {
  readonly unitId: string
  /** Wanted margin rate, percent, as typed. */
  readonly percent: string
}

interface SeenWays {
  readonly question: Question
  readonly answer: Ranked
  /** When it was asked for, our monotonic ms and wall clock ms: it is not younger than that. */
  readonly askedAt: number
  readonly askedWall: number
}

/** `question`: null while there is nothing to ask for. */
export function useWays(question: () => Question | null) {
  const session = useSession()
  const clock = useClock()
  const seen = shallowRef<SeenWays | null>(null)
  const denial = shallowRef<Denial | null>(null)
  /** Why the newest question got no answer; the ways seen before stay. */
  const lost = shallowRef<Message | null>(null)
  const isAsking = shallowRef(false)
  let asked = 0
  let stopTimer = (): void => {}

  async function ask(): Promise<void> {
    const wanted = question()
    stopTimer()
    const own = ++asked
    isAsking.value = wanted !== null
    if (wanted === null) return
    const [askedAt, askedWall] = [clock.mono(), clock.wall()]
    const answer = await session.rescue(wanted.unitId, wanted.percent)
    // The trader has gone on: only the answer to the newest question counts.
    if (own !== asked) return
    isAsking.value = false
    lost.value = answer.kind === 'failed' ? answer.message : null
    if (answer.kind === 'failed') return
    denial.value = answer.kind === 'denied' ? answer.denial : null
    seen.value = answer.kind === 'ranked' ? { question: wanted, answer, askedAt, askedWall } : null
  }

  function forget(): void {
    asked++
    stopTimer()
    isAsking.value = false
    seen.value = null
    denial.value = null
    lost.value = null
  }

  watch(
    question,
    (next, before) => {
      if (next?.unitId === before?.unitId && next?.percent === before?.percent) return
      // Ways of another unit say nothing of this one.
      if (next !== null && seen.value !== null && seen.value.question.unitId !== next.unitId) forget()
      asked++
      stopTimer()
      isAsking.value = next !== null
      denial.value = null
      if (next === null) return
      if (before === undefined) void ask()
      else stopTimer = clock.after(STILL_MS, () => void ask())
    },
    { immediate: true },
  )
  onScopeDispose(forget)

  return { seen, denial, lost, isAsking, lookAgain: () => void ask() }
}
