/** The plan sheet in a window of its own, for one test. */
import type { Action } from '#shared/desk/action.ts'
import type { PreviewAnswer } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { closePlan, flattenPlan, shown } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import PlanSheet from '../../../renderer/src/desk/PlanSheet.vue'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

export const FLATTEN: Action = { kind: 'flatten', spot: 'keep' }

/** The plan that main would show for an action of the fixture account. `nth` numbers its plan id. */
export const planned = (action: Action, nth: number): Encoded<PreviewAnswer> =>
  shown(action.kind === 'flatten' ? flattenPlan(22, action) : closePlan(action), nth)

export interface Sheet extends Bench {
  readonly dialog: () => HTMLElement
  readonly text: () => string
  readonly run: () => HTMLElement
}

/** Opens the plan sheet of `action`. */
export async function openSheet(
  action: Action = FLATTEN,
  options: BenchOptions = {},
  snapshot = fixtureSnapshot(),
): Promise<Sheet> {
  const bench = await openWindow(PlanSheet, snapshot, { plan: planned, ...options })
  usePlanSheet().open(action)
  await painted()
  const dialog = (): HTMLElement => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]')
    if (!found) throw new Error('expected the sheet')
    return found
  }
  return {
    ...bench,
    dialog,
    text: () => dialog().textContent.replace(/\s+/g, ' '),
    run: () => {
      const found = dialog().querySelector<HTMLElement>('[data-hold]')
      if (!found) throw new Error('expected the button that runs the plan')
      return found
    },
  }
}

/** Starts a hold. */
export function press(button: HTMLElement): void {
  button.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))
}
