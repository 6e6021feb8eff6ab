/**
 * The reports of the intents of a run, of any account. They are asked for every second until every intent has ended.
 */
import { onScopeDispose, shallowRef } from 'vue'
import type { FollowedIntent } from '#shared/ipc/contract.ts'
import { answered, useSession } from '../app/session.ts'
import { goesOn } from '../desk/intent-words.ts'
import { useClock } from '../kit/use-clock.ts'

export const REPORTS_EVERY_MS = 1_000

export function useRunReports(planIds: readonly string[]) {
  const session = useSession()
  const clock = useClock()
  const reports = shallowRef<ReadonlyMap<string, FollowedIntent['report']>>(new Map())
  /** When the newest answer was asked for, in the window's monotonic ms; null: none came yet. */
  const asOf = shallowRef<number | null>(null)
  let isGone = false
  let stopTimer = (): void => {}

  async function ask(): Promise<void> {
    const askedAt = clock.mono()
    const answer = await answered(session.fanOut.getIntents({ intentIds: planIds }))
    if (isGone) return
    if (!('kind' in answer)) {
      asOf.value = askedAt
      // A disconnected account sends no more reports. Its report of an intent that has ended stays true and is kept;
      // one of an intent that was still running is dropped.
      const ended = [...reports.value].filter(([, report]) => !goesOn(report.state))
      reports.value = new Map([...ended, ...answer.map(({ report }) => [report.intentId, report] as const)])
    }
    const isOver = planIds.every((id) => {
      const report = reports.value.get(id)
      return report !== undefined && !goesOn(report.state)
    })
    if (!isOver) stopTimer = clock.after(REPORTS_EVERY_MS, () => void ask())
  }

  if (planIds.length > 0) void ask()
  onScopeDispose(() => {
    isGone = true
    stopTimer()
  })

  return { reports, asOf }
}
