import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { emptySnapshot, manyOrders, manyPositions, partlyRead, push, withPart } from '#test/support/snapshot.ts'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import { openWindow, type Bench } from '../support/window.ts'

/** Partly filled meanwhile. */
function withOneChanged(snapshot: Snapshot, nth: number): Snapshot {
  const { data } = snapshot.parts.orders
  if (!data) throw new Error('expected orders')
  const orders = data.orders.map((order, index) => (index === nth ? { ...order, executed: '77' as const } : order))
  return withPart(snapshot, 'orders', { data: { ...data, orders } } as Partial<Snapshot['parts']['orders']>)
}

it('draws only the row again that has changed', async () => {
  const snapshot = manyOrders(30)
  const bench = await openWindow(OrdersView, snapshot)
  const drawn = bench.root.querySelectorAll('tr.row').length
  expect(drawn).toBeGreaterThan(5)
  const redrawn = await bench.redrawn(() => bench.send(push(withOneChanged(snapshot, 2), ['orders'])))
  expect(redrawn.get('TableRow')).toBe(1)
  expect(redrawn.get('PlaceField')).toBeUndefined()
  expect([...bench.root.querySelectorAll('td.filled')].filter(({ textContent }) => textContent === '77')).toHaveLength(
    1,
  )
})

/** The first positions come before what they are sorted by. */
async function openedWithPositions(): Promise<Bench> {
  const bench = await openWindow(PositionsView, emptySnapshot())
  await bench.send(push(partlyRead(['positions']), ['positions']))
  expect(contracts(bench)).toEqual([])
  expect(bench.find('.empty').textContent).toBe('The rows follow as soon as they can be sorted.')
  return bench
}
const contracts = ({ root }: Bench): string[] =>
  [...root.querySelectorAll('td.contract .strong')].map(({ textContent }) => textContent)

it('shows the first rows once it is known what they are sorted by: none moves right after it came', async () => {
  const bench = await openedWithPositions()
  await bench.send({ ...push(partlyRead(['risk']), ['risk']), seq: 3 })
  await expect.poll(() => contracts(bench).slice(0, 3)).toEqual(['E-LINK-USDT', 'E-ETH-USDT', 'E-BTC-USDT'])
})

it('shows them after a moment in any case, and then never hides them', async () => {
  const bench = await openedWithPositions()
  await bench.advance(1_500)
  await expect.poll(() => contracts(bench).length).toBe(7)
  await bench.send({ ...push(partlyRead(['positions']), ['positions']), seq: 3 })
  expect(contracts(bench)).toHaveLength(7)
})

it.each([
  ['orders', OrdersView, manyOrders(30)],
  ['positions', PositionsView, manyPositions(30)],
])('draws no row again at a tick of the clock, only ages: %s', async (_, view, snapshot) => {
  const bench = await openWindow(view, snapshot)
  const redrawn = await bench.redrawn(() => bench.advance(250))
  expect(redrawn.get('AgeTag')).toBeGreaterThan(0)
  expect([redrawn.get('TableRow'), redrawn.get('DataTable')]).toEqual([undefined, undefined])
})

it.each([
  ['orders', OrdersView, manyOrders(30)],
  ['positions', PositionsView, manyPositions(30)],
])('fades every row once main is silent: %s', async (_, view, snapshot) => {
  const bench = await openWindow(view, snapshot)
  expect(bench.root.querySelector('tr.row-stale')).toBeNull()
  await bench.advance(5_000)
  expect(bench.root.querySelectorAll('tr.row').length).toBeGreaterThan(5)
  expect(bench.root.querySelector('tr.row:not(.row-stale)')).toBeNull()
})

it('draws rows beyond the edge only while the pointer or the focus is in it, and hardly any at rest', async () => {
  const bench = await openWindow(PositionsView, manyPositions(60))
  const scroller = bench.root.querySelector<HTMLElement>('.scroller')!
  const drawn = (): number => bench.root.querySelectorAll('tr.row').length
  const inSight = (): number => {
    const { bottom } = scroller.getBoundingClientRect()
    return [...bench.root.querySelectorAll('tr.row')].filter((row) => row.getBoundingClientRect().top < bottom).length
  }
  const outside = (): Promise<void> => userEvent.hover(bench.find('input'))
  await outside()
  const atRest = drawn()
  // The head covers part of what the list counts as in sight.
  expect([1, 2]).toContain(atRest - inSight())
  await userEvent.hover(bench.find('tr.row'))
  await expect.poll(drawn).toBe(atRest + 5)
  await outside()
  await expect.poll(drawn).toBe(atRest)
  bench.find('tr.row').focus()
  await expect.poll(drawn).toBe(atRest + 5)
  bench.find('input').focus()
  await expect.poll(drawn).toBe(atRest)
  for (const type of ['pointerenter', 'pointerleave'])
    scroller.dispatchEvent(new PointerEvent(type, { pointerType: 'touch' }))
  await expect.poll(drawn).toBe(atRest + 5)
})
