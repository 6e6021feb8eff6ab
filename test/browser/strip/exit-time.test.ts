/** The time on the FLATTEN button, which main has computed a moment ago. */
import { expect, it } from 'vitest'
import { fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import SafetyStrip from '../../../renderer/src/strip/SafetyStrip.vue'
import { openWindow } from '../support/window.ts'

it('is not shown if there was nothing to close then, and is "flat" at once when nothing is left', async () => {
  const { exit, orders } = fixtureSnapshot().parts
  const before = withPart(fixtureSnapshot(), 'exit', { data: { likelyMs: 0, p95Ms: 0, isFlat: true } })
  const bench = await openWindow(SafetyStrip, before)
  const time = (): string => bench.find('[data-testid="time-to-flatten"]').textContent
  expect(time()).toBe('?')
  expect(bench.find('[aria-label="Flatten"] button').title).toContain('is being worked out')
  const known = withPart(before, 'exit', { data: exit.data })
  await bench.send(push(known, ['exit']))
  expect(time()).toMatch(/^~\d/)
  const none = { orders: [], scopes: orders.data?.scopes ?? [] }
  const empty = withPart(withPart(known, 'positions', { data: [] }), 'orders', { data: none })
  await bench.send({ ...push(empty, ['positions', 'orders']), seq: 3 })
  expect(time()).toBe('flat')
})

it('is not shown once it is old, though the positions are new', async () => {
  const snapshot = fixtureSnapshot()
  const bench = await openWindow(SafetyStrip, withPart(snapshot, 'exit', { readAt: snapshot.mono - 11_000 }))
  expect(bench.find('[data-testid="time-to-flatten"]').textContent).toBe('?')
})
