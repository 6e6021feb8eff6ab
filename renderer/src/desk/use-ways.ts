/**
 * The ways back to a margin rate. They are requested once the target stops changing; the previous answer stays until
 * the next one arrives.
 */
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import type { Denial } from '#shared/desk/plan.ts'
import { useSession } from '../app/session.ts'
import { useClock } from '../kit/use-clock.ts'
import type { Ranked } from './rescue-view.ts'

/** The ways are requested after the slider or the field has not changed for this long. */
const STILL_MS = 250

interface SeenWays {
  /** `percent`: the target margin rate, as typed. */
  readonly question: { readonly unitId: string; readonly percent: string }
  readonly answer: Ranked
  /** When the ways were requested, in the window's monotonic ms and in wall clock ms. The ways are at most this old. */
  readonly askedAt: number
  readonly askedWall: number
}

/** `question` returns null while there is nothing to ask for. */
export function useWays(question: () => SeenWays['question'] | null) {
  const session = useSession()
  const clock = useClock()
  const seen = shallowRef<SeenWays | null>(null)
  const denial = shallowRef<Denial | null>(null)
  /** Why the newest request got no answer. The ways shown before it stay. */
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
    // The trader changed the question meanwhile. Only the answer to the newest question counts.
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
      // Ways of one unit do not apply to another unit.
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
