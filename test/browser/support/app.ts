/** The whole window, for tests of what its parts do together. */
import { expect } from 'vitest'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench, type BenchOptions } from './window.ts'

/** Waits for `selector`: screens are loaded when they are first opened. */
export async function found({ root, find }: Bench, selector: string): Promise<HTMLElement> {
  await expect.poll(() => root.querySelector(selector)).not.toBeNull()
  return find(selector)
}

export async function openApp(snapshot = fixtureSnapshot(), options: BenchOptions = {}): Promise<Bench> {
  const bench = await openWindow(App, snapshot, options)
  await painted()
  return bench
}

/** The words of the first element that matches; empty for none. */
export const words = ({ root }: Bench, selector: string): string =>
  (root.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim()
