import { expect, it } from 'vitest'
import type { Plan } from '#shared/desk/plan.ts'
import { encode } from '#shared/domain/decimal.ts'
import { flattenPlan, runningPlan, shown } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import JournalView from '../../../renderer/src/journal/JournalView.vue'
import { openWindow, painted } from '../support/window.ts'
import { openSheet } from './sheet.ts'

const TIMES = 50

/** A flatten with so many requests that they cannot all be drawn. Its last leg is a close. */
function longPlan(): Plan {
  const plan = flattenPlan()
  const { estimate } = plan
  if (estimate === null) throw new Error('expected an estimate')
  const repeated = <T>(list: readonly T[]): T[] => Array.from({ length: TIMES }, () => list).flat()
  return { ...plan, legs: repeated(plan.legs), estimate: { ...estimate, legs: repeated(estimate.legs) } }
}

/** A snapshot in which the long flatten runs as `id`, and one request in its middle is unknown. */
function running(id: string) {
  const plan = longPlan()
  const middle = plan.legs.length / 2
  const report = runningPlan(plan, id, (index) => (index === middle ? 'unknown' : 'verified'))
  const snapshot = fixtureSnapshot()
  const desk = snapshot.parts.desk.data
  if (desk === null) throw new Error('expected a desk')
  return withPart(snapshot, 'desk', { data: { ...desk, intents: encode([report]) } })
}

/** How many rows are drawn, and what the last row says once the box is scrolled to its end. */
async function drawnIn(root: ParentNode) {
  const box = root.querySelector('tr[data-index]')?.closest<HTMLElement>('.scroller')
  const table = box?.querySelector('table')
  if (!box || !table) throw new Error('expected the table of requests')
  const rows = (): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('tr[data-index]')]
  const [first] = rows()
  const drawn = rows().length
  const isAtEnd = (): boolean => rows().at(-1)?.ariaRowIndex === table.ariaRowCount
  // Rows are measured as they come into sight, which moves the end away.
  while (!isAtEnd()) {
    box.scrollTop = box.scrollHeight
    await painted()
  }
  return { drawn, of: table.ariaRowCount, first: first?.textContent ?? '', last: rows().at(-1)?.textContent ?? '' }
}

it('draws the rows in sight of a long plan, down to the last', async () => {
  const plan = longPlan()
  const { dialog } = await openSheet(undefined, { plan: (_, nth) => shown(plan, nth) })
  const more = [...dialog().querySelectorAll('button')].find((each) => each.textContent.includes('Show all'))
  more?.click()
  await painted()
  const { drawn, of, last } = await drawnIn(dialog())
  expect(of).toBe(String(plan.legs.length + 1))
  expect(drawn).toBeLessThan(60)
  expect(last).toContain('trades at about 3,501.2')
})

it('draws the rows in sight of a long run, first what needs attention', async () => {
  const { dialog } = await openSheet(undefined, {}, running('run'))
  usePlanSheet().follow('run')
  await painted()
  const { drawn, first, last } = await drawnIn(dialog())
  expect(drawn).toBeLessThan(60)
  expect(first).toContain('unknown')
  expect(last).toContain('planned')
  // The box scrolls, and the sheet around it does not.
  expect(dialog().scrollHeight).toBe(dialog().clientHeight)
})

it('draws the rows in sight of a long intent in the journal', async () => {
  const { root, find } = await openWindow(JournalView, running('run'))
  find('tr[tabindex="0"] [aria-expanded]').click()
  await painted()
  const { drawn, first, last } = await drawnIn(root)
  expect(drawn).toBeLessThan(60)
  expect(first).toContain('verified')
  expect(last).toContain('planned')
})
