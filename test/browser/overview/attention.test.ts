/** The work list holds still: at the start, and under the pointer. It cuts no figure. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { encode } from '#shared/domain/decimal.ts'
import type { PartName, Snapshot } from '#shared/snapshot/snapshot.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { emptySnapshot, fixtureSnapshot, partlyRead, push, troubledSnapshot, withPart } from '#test/support/snapshot.ts'
import OverviewView from '../../../renderer/src/overview/OverviewView.vue'
import { openWindow, type Bench } from '../support/window.ts'

/** What is known from disk, and what the first reads bring. */
const JOURNAL: readonly PartName[] = ['desk', 'events', 'health']
const FIGURES: readonly PartName[] = ['positions', 'marginAccounts', 'risk']

const titles = ({ root }: Bench): string[] =>
  [...root.querySelectorAll('.attention li')].map((item) => item.textContent.replaceAll(/\s+/g, ' ').trim())

it('is no older than it says: checked when what it is made from was read', async () => {
  const usual = fixtureSnapshot()
  const bench = await openWindow(OverviewView, usual)
  const said = () => Number(/last full check ([\d.]+) s ago/.exec(bench.find('.attention').textContent)?.[1])
  await bench.advance(500)
  const before = said()
  // Newer than the list, which follows in a moment.
  const all = Object.keys(usual.parts) as PartName[]
  const newer = all.map((name) => [name, { ...usual.parts[name], version: 99, readAt: usual.mono + 500 }])
  await bench.send({ ...push(usual, all), parts: Object.fromEntries(newer) as Snapshot['parts'] })
  expect(said()).toBeGreaterThanOrEqual(before)
  expect(bench.root.querySelector('.attention .red.with-icon')).toBeNull()
  await bench.advance(60_000)
  expect(bench.find('.attention .red.with-icon svg').parentElement?.textContent).toContain('last full check')
})

it('waits at the start for the first report, whose items come first, but not for long', async () => {
  const bench = await openWindow(OverviewView, emptySnapshot())
  await bench.send(push(partlyRead(JOURNAL), JOURNAL))
  await bench.advance(1_000)
  expect(titles(bench)).toEqual([])
  expect(bench.find('.attention').textContent).toContain('Not everything was read yet.')
  await bench.send({ ...push(partlyRead(FIGURES), FIGURES), seq: 3 })
  await bench.advance(1_000)
  expect(titles(bench)[0]).toMatch(/^Act: E-LINK-USDT long is liquidated if its price alone falls/)
  // Another account, later, whose report does not come.
  await bench.advance(2_000)
  await bench.send({ ...partlyRead(JOURNAL), runId: 'run-2' })
  await bench.advance(1_000)
  expect(titles(bench)[0]).toMatch(/^Act: Close long E-SOL/)

  const without = await openWindow(OverviewView, emptySnapshot())
  await without.send(push(partlyRead(JOURNAL), JOURNAL))
  await without.advance(3_000)
  expect(titles(without)[0]).toMatch(/^Act: Close long E-SOL/)
})

it('keeps every item in its place while the pointer is on it, also one that is settled', async () => {
  const events = encode(accountEvents())
  const start = withPart(fixtureSnapshot(), 'events', { data: events })
  const bench = await openWindow(OverviewView, start)
  const before = titles(bench)
  expect(before[0]).toMatch(/Liquidated/)
  await userEvent.hover(bench.root.querySelector('.attention ul')!)
  const seen: Snapshot = withPart(start, 'events', { data: events.map((each) => ({ ...each, seenAt: each.at })) })
  await bench.advance(1_000)
  await bench.send(push(seen, ['events']))
  await bench.advance(1_000)
  const now = titles(bench)
  expect(now).toHaveLength(before.length)
  expect(now[0]).toMatch(/No longer there$/)
  expect(bench.root.querySelector('.attention li button')?.textContent).not.toContain('Seen')
  await userEvent.unhover(bench.root.querySelector('.attention ul')!)
  await expect.poll(() => titles(bench)[0]).not.toMatch(/No longer there$/)
  expect(titles(bench).length).toBeLessThan(before.length)
})

it('cuts no figure: what is long goes on in another line', async () => {
  await page.viewport(900, 600)
  const bench = await openWindow(OverviewView, troubledSnapshot())
  const details = [...bench.root.querySelectorAll<HTMLElement>('.attention .detail')]
  expect(details.length).toBeGreaterThan(5)
  for (const each of details) {
    expect(each.scrollWidth, each.textContent).toBeLessThanOrEqual(each.clientWidth)
    expect(each.scrollHeight, each.textContent).toBeLessThanOrEqual(each.clientHeight)
    expect(getComputedStyle(each).textOverflow).toBe('clip')
  }
})
