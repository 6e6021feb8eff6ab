/**
 * The plan of an action while it is looked at: asked for at once, asked for again every few seconds, and left alone while
 * it is being held, so that what runs is what was seen.
 */
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import type { Action } from '#shared/desk/action.ts'
import type { Denial, Plan } from '#shared/desk/plan.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { useSession } from '../app/session.ts'
import { useClock } from '../kit/use-clock.ts'

/** How long an answer is shown before the next one is asked for. */
export const REFRESH_MS = 5_000
/** How often to ask again while the plan waits for something to settle. */
const WAIT_LOOK_MS = 500
/** How often to look whether a hold has ended. */
const HELD_LOOK_MS = 500
/** A pause in typing before a plan is asked for. */
const TYPING_MS = 250

interface SeenPlan {
  readonly planId: string
  readonly plan: Encoded<Plan>
  /** Our monotonic ms when it was asked for: it is not younger than that. */
  readonly askedAt: number
}

/** Whether the plan will come by itself once earlier requests have settled. */
export function isWait(denial: Denial | null): boolean {
  return denial?.code === 'STILL_SETTLING'
}

/** `action`: null while there is nothing to ask for; `isHeld`: the plan must not change under the trader's finger. */
export function usePlan(action: () => Action | null, isHeld: () => boolean) {
  const session = useSession()
  const clock = useClock()
  const seen = shallowRef<SeenPlan | null>(null)
  const denial = shallowRef<Denial | null>(null)
  /** Why the newest question got no answer; the plan seen before stays. */
  const lost = shallowRef<Message | null>(null)
  let question = 0
  let stopTimer = (): void => {}

  function later(ms: number, task: () => void): void {
    stopTimer()
    stopTimer = clock.after(ms, task)
  }

  async function ask(): Promise<void> {
    const asked = action()
    stopTimer()
    if (asked === null) return
    if (isHeld()) return later(HELD_LOOK_MS, () => void ask())
    const own = ++question
    const askedAt = clock.mono()
    const answer = await session.preview(asked)
    // The trader has gone on, or is holding the plan that is shown.
    if (own !== question) return
    if (isHeld()) return later(HELD_LOOK_MS, () => void ask())
    lost.value = answer.kind === 'failed' ? answer.message : null
    if (answer.kind !== 'failed') denial.value = answer.kind === 'denied' ? answer.denial : null
    if (answer.kind === 'plan') seen.value = { planId: answer.planId, plan: answer.plan, askedAt }
    if (answer.kind === 'denied') seen.value = null
    later(isWait(denial.value) ? WAIT_LOOK_MS : REFRESH_MS, () => void ask())
  }

  function forget(): void {
    question++
    stopTimer()
    seen.value = null
    denial.value = null
    lost.value = null
  }

  watch(
    () => JSON.stringify(action()),
    (_, before) => {
      forget()
      if (before === undefined) void ask()
      else later(TYPING_MS, () => void ask())
    },
    { immediate: true },
  )
  onScopeDispose(forget)

  return { seen, denial, lost, askAgain: () => void ask() }
}
