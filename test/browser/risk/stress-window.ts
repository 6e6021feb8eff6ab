/** The Stress tab in a window, and lookups in it. */
import { page } from 'vitest/browser'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import StressTab from '../../../renderer/src/risk/stress/StressTab.vue'
import { openWindow, type Bench, type BenchOptions } from '../support/window.ts'
import { wordsOf } from './words.ts'

/** The bench of the newest `open`. */
export let bench: Bench

export async function open(snapshot = fixtureSnapshot(), desk: BenchOptions['desk'] = {}): Promise<void> {
  bench = await openWindow(StressTab, snapshot, { desk })
}

export function rowOf(table: string, name: string): HTMLElement {
  const rows = [...bench.root.querySelectorAll<HTMLElement>(`${table} tbody tr`)]
  const found = rows.find((row) => wordsOf(row).startsWith(name))
  if (!found) throw new Error(`expected a row ${name} among ${rows.map(wordsOf).join(' | ')}`)
  return found
}

export function outcomeOf(name: string): string {
  const units = [...bench.root.querySelectorAll('.unit')]
  return wordsOf(units.find((unit) => wordsOf(unit).startsWith(name)))
}

/** The frame around everything during a simulation. */
export const frame = () => bench.root.querySelector('.frame.on')
export const field = (name: string) => page.getByRole('textbox', { name: `Move of ${name} in percent, as a number` })
