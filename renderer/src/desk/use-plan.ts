/**
 * The plan of what is wanted while the sheet shows it. The plan is requested at once and again every few seconds. It is
 * not replaced during a hold, so that what runs is what the trader saw.
 */
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import type { Denial, Plan } from '#shared/desk/plan.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import type { Session } from '../app/session.ts'
import { useClock } from '../kit/use-clock.ts'

/** How long a plan is shown before it is requested again. */
export const REFRESH_MS = 5_000
/** Main forgets a plan after 60 s and would refuse a hold that ends later. The margin is 5 s. */
export const PLAN_LASTS_MS = 55_000
export const HOLD_TO_RUN_MS = 700
/** How often the plan is requested while it waits for earlier requests to settle. */
const WAIT_LOOK_MS = 500
/** How often to check whether a hold has ended. */
const HELD_LOOK_MS = 500
/** The plan is requested after this long a pause in typing. */
const TYPING_MS = 250

export interface SeenPlan {
  readonly planId: string
  readonly plan: Encoded<Plan>
  /** When the plan was requested, in the window's monotonic ms. The plan is at most this old. */
  readonly askedAt: number
}

/** Whether the denial ends by itself, once earlier requests have settled. */
export function isWait(denial: Denial | null): boolean {
  return denial?.code === 'STILL_SETTLING'
}

/**
 * `wanted` returns what is to be planned, null while there is nothing. While `isHeld` is true, the plan must not change.
 * `preview` asks for the plan of it.
 */
export function usePlan<Wanted>(
  wanted: () => Wanted | null,
  isHeld: () => boolean,
  preview: (wanted: Wanted) => ReturnType<Session['preview']>,
  everyMs = REFRESH_MS,
) {
  const clock = useClock()
  const seen = shallowRef<SeenPlan | null>(null)
  const denial = shallowRef<Denial | null>(null)
  /** Why the newest request for a plan got no answer. The plan shown before it stays. */
  const lost = shallowRef<Message | null>(null)
  let question = 0
  let stopTimer = (): void => {}

  function later(ms: number, task: () => void): void {
    stopTimer()
    stopTimer = clock.after(ms, task)
  }

  async function ask(): Promise<void> {
    const asked = wanted()
    stopTimer()
    if (asked === null) return
    if (isHeld()) return later(HELD_LOOK_MS, () => void ask())
    const own = ++question
    const askedAt = clock.mono()
    const answer = await preview(asked)
    // A newer request replaces this one.
    if (own !== question) return
    if (isHeld()) return later(HELD_LOOK_MS, () => void ask())
    lost.value = answer.kind === 'failed' ? answer.message : null
    if (answer.kind !== 'failed') denial.value = answer.kind === 'denied' ? answer.denial : null
    if (answer.kind === 'plan') seen.value = { planId: answer.planId, plan: answer.plan, askedAt }
    if (answer.kind === 'denied') seen.value = null
    later(isWait(denial.value) ? WAIT_LOOK_MS : everyMs, () => void ask())
  }

  function forget(): void {
    question++
    stopTimer()
    seen.value = null
    denial.value = null
    lost.value = null
  }

  watch(
    () => JSON.stringify(wanted()),
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
