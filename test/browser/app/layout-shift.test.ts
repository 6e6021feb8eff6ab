/**
 * Hardly anything moves by itself: neither while the first figures arrive, nor while they keep coming for ten minutes,
 * nor for a notice.
 */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { PartName, Snapshot } from '#shared/snapshot/snapshot.ts'
import { closeAtMarket } from '#shared/desk/action.ts'
import { encode } from '#shared/domain/decimal.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { emptySnapshot, fixtureSnapshot, push, WALL, withPart } from '#test/support/snapshot.ts'
import { useDeskStore } from '../../../renderer/src/app/stores/desk.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

/** The part of `LayoutShift` that counts; TypeScript does not know it. */
interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** The shifted share of the window times how far it moved, added up. A good page stays below 0.1. */
const MOST = 0.02

/** What comes together after an account is opened, in order: first what main knows from disk. */
const ARRIVALS: readonly (readonly PartName[])[] = [
  ['desk', 'events', 'health'],
  ['instruments'],
  ['balances', 'positions', 'marginAccounts'],
  ['quotes', 'orders'],
  ['risk', 'equityCurve'],
  ['statistics', 'liquidity'],
]

/** What comes again and again. */
const LIVE = ARRIVALS.flat().filter((name) => name !== 'instruments')
const STEP_MS = 500
const SETTLING = 4
const STEPS = 40
/** Ten minutes have so many times that many steps, all alike. */
const REPEATS = 600_000 / (STEPS * STEP_MS)

/** Adds up the shifts from now on. */
function watchShifts(): () => number {
  let total = 0
  const add = (shifts: readonly PerformanceEntry[]): void => {
    for (const { value, hadRecentInput } of shifts as readonly Shift[]) if (!hadRecentInput) total += value
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  onTestFinished(() => observer.disconnect())
  return () => {
    add(observer.takeRecords())
    return total
  }
}

/** The same part, read `ms` later: everything in it that says when it was read. */
function later<T>(part: T, ms: number): T {
  return JSON.parse(JSON.stringify(part), (name, value: unknown) =>
    /^(read|last|index|drawn)At$/.test(name) && typeof value === 'number' ? value + ms : value,
  ) as T
}

/** Sends parts, with the contents and ages they have in `whole`, and returns the snapshot that the window has then. */
async function arrive(bench: Bench, before: Snapshot, whole: Snapshot, names: readonly PartName[]): Promise<Snapshot> {
  const sinceMs = before.mono - whole.mono
  const next = names.reduce((now, name) => withPart(now, name, later(whole.parts[name], sinceMs)), before)
  const sent = push(next, names, STEP_MS)
  await bench.advance(STEP_MS)
  await bench.send(sent)
  await painted()
  return { ...next, seq: sent.seq, mono: sent.mono, wall: sent.wall, parts: { ...next.parts, ...sent.parts } }
}

it.each([
  [1024, 700],
  [1280, 800],
  [1920, 1080],
])('at %d x %d', async (width, height) => {
  await page.viewport(width, height)
  const whole = fixtureSnapshot()
  let now = emptySnapshot()
  const bench = await openWindow(App, now)
  await bench.askPlace({ kind: 'screen', screen: 'overview' })
  // A screen is loaded when it is first shown.
  await expect.poll(() => bench.root.querySelector('main .attention')).not.toBeNull()
  await painted()
  const shifted = watchShifts()
  for (const names of ARRIVALS) now = await arrive(bench, now, whole, names)
  await expect.poll(() => bench.root.querySelectorAll('tr.row').length).toBeGreaterThan(3)
  // What is redrawn once a second follows a second later.
  for (let step = 0; step < SETTLING; step++) now = await arrive(bench, now, whole, LIVE)
  const atFirst = shifted()
  for (let step = 0; step < STEPS; step++) now = await arrive(bench, now, whole, LIVE)
  expect(atFirst + (shifted() - atFirst) * REPEATS).toBeLessThan(MOST)
})

it.each([1024, 1280])('when a screen is opened at %d px, its columns are fitted once', async (width) => {
  await page.viewport(width, 700)
  const shifted = watchShifts()
  const { root } = await openWindow(App, fixtureSnapshot())
  await expect.poll(() => root.querySelectorAll('tr.row').length).toBeGreaterThan(3)
  await painted()
  await painted()
  expect(shifted()).toBeLessThan(0.001)
})

it.each([
  [640, 400],
  [1280, 800],
])(
  'at %d × %d a notice comes, is joined by another and goes without moving or covering anything',
  async (width, height) => {
    await page.viewport(width, height)
    const before = fixtureSnapshot()
    const [event] = encode(accountEvents())
    const bench = await openWindow(App, before)
    bench.root.style.height = '100%'
    await expect.poll(() => bench.root.querySelectorAll('tr.row').length).toBeGreaterThan(3)
    await painted()
    const main = bench.find('main')
    const place = JSON.stringify(main.getBoundingClientRect())
    const shifted = watchShifts()
    const send = async (seq: number, events: readonly (typeof event & object)[]): Promise<void> => {
      const { parts, ...header } = push(withPart(before, 'events', { data: events }), ['events'])
      await bench.send({ ...header, seq, parts: { events: { ...parts.events!, version: 10 + seq } } })
      await painted()
      expect(JSON.stringify(main.getBoundingClientRect())).toBe(place)
      expect(bench.find('.log').getBoundingClientRect().top).toBeGreaterThanOrEqual(main.getBoundingClientRect().bottom)
    }
    await send(2, [event!])
    expect(bench.find('.notice-line').textContent).toContain('Liquidated')
    useDeskStore().setPending({ intentId: 'asked', action: closeAtMarket('E-BTC-USDT:cross:long'), stage: 'sending' })
    await send(3, [event!])
    // A loss of control stays before whatever comes later.
    expect(bench.find('.notice-line').textContent).toContain('Liquidated')
    expect(bench.find('.log > .more').textContent).toContain('1 more')
    useDeskStore().clear()
    await send(4, [{ ...event!, seenAt: WALL }])
    expect(bench.root.querySelector('.notice-line')).toBeNull()
    expect(shifted()).toBeLessThan(0.001)
  },
)
