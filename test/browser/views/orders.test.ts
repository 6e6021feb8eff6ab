import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fixtureSnapshot, manyOrders, troubledSnapshot, withPart } from '#test/support/snapshot.ts'
import OrdersView from '../../../renderer/src/views/orders/OrdersView.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const instruments = ({ root }: Bench): string[] =>
  [...root.querySelectorAll('td.instrument')].map((cell) => cell.textContent.trim())

it('keeps closing orders apart from those that open', async () => {
  const { root } = await openWindow(OrdersView, fixtureSnapshot())
  const heads = [...root.querySelectorAll('tr.group')].map((row) => row.textContent.trim().replace(/\s+/g, ' '))
  expect(heads[0]).toBe('Opening orders 6')
  expect(heads[1]).toContain('Closing orders 6')
})

it('draws at most 60 rows of 1,000', async () => {
  const { root } = await openWindow(OrdersView, manyOrders(1_000))
  expect(root.querySelectorAll('tbody tr').length).toBeLessThanOrEqual(60)
  expect(root.textContent).toContain('1000 orders from 14 of 14 instruments')
})

it('tells how complete the list is, and what can not be read', async () => {
  const bench = await openWindow(OrdersView, fixtureSnapshot())
  expect(bench.find('.coverage').textContent.replace(/\s+/g, ' ')).toContain(
    '22 orders from 14 of 14 instruments, oldest read 1.9 s ago',
  )
  const troubled = await openWindow(OrdersView, troubledSnapshot())
  expect(troubled.find('.coverage').textContent).toContain('E-BTC-USDT: The venue did not answer within 5 s')
})

it('puts what is not known yet on top, with the reason', async () => {
  const { find } = await openWindow(OrdersView, fixtureSnapshot())
  expect(find('.questions').textContent).toContain('Close long E-SOL-USDT cross')
  expect(find('.questions').textContent).toContain('Looking for the order; nothing is sent again')
})

describe('cancelling', () => {
  it('cancels one order with one click, disarmed, and once for a double click', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await userEvent.dblClick(bench.find('[data-action="cancel"]'))
    await painted()
    expect(bench.submitted).toHaveLength(1)
    expect(bench.submitted[0]?.action).toMatchObject({
      kind: 'cancelOrder',
      area: 'contract',
      instrument: 'E-ETH-USDT',
    })
    expect(bench.find('tr.row .mark').textContent).toContain('sending')
  })

  it('does not take the second click of a double click for another wish, even when the first was refused', async () => {
    const denial = { code: 'READ_FAILED', message: 'no' } as const
    const bench = await openWindow(OrdersView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    await userEvent.dblClick(bench.find('[data-action="cancel"]'))
    await painted()
    expect(bench.submitted).toHaveLength(1)
  })

  it('cancels the focused row with c, once however long the key is held', async () => {
    const denial = { code: 'READ_FAILED', message: 'no' } as const
    const bench = await openWindow(OrdersView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard('{c>10/}')
    expect(bench.submitted).toHaveLength(1)
  })

  it('does not repeat for an Enter that is held on the button, even when each one is refused', async () => {
    const denial = { code: 'READ_FAILED', message: 'no' } as const
    const bench = await openWindow(OrdersView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    bench.find('[data-action="cancel"]').focus()
    await userEvent.keyboard('{Enter>10/}')
    expect(bench.submitted).toHaveLength(1)
  })

  it('offers to cancel all orders of an instrument only when exactly those are shown', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    expect(bench.root.querySelector('.hold')).toBeNull()
    await userEvent.selectOptions(bench.find('select'), 'contract:E-BTC-USDT')
    await painted()
    expect(instruments(bench)).toEqual(Array.from({ length: 5 }, () => 'E-BTC-USDT'))
    const all = bench.find('.hold')
    expect(all.textContent.trim()).toBe('Cancel all 5')
    expect(all.title).toContain('2 of them closing orders')
    all.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))
    await bench.advance(400)
    expect(bench.submitted.map(({ action }) => action)).toEqual([
      { kind: 'cancelInstrument', area: 'contract', instrument: 'E-BTC-USDT' },
    ])
  })
})

it('calls a pair by its coins everywhere, with the venue’s identifier on hover, and sends that', async () => {
  const bench = await openWindow(OrdersView, fixtureSnapshot())
  await userEvent.selectOptions(bench.find('select'), 'spot:BTCUSDT')
  await painted()
  expect(new Set(instruments(bench))).toEqual(new Set(['BTC/USDT']))
  expect(bench.find('td.instrument .strong').title).toContain('BTCUSDT, order ')
  expect(bench.find('.hold').title).toContain('orders of BTC/USDT')
  await userEvent.click(bench.find('[data-action="cancel"]'))
  expect(bench.submitted[0]?.action).toMatchObject({ area: 'spot', instrument: 'BTCUSDT' })
})

it('filters by text', async () => {
  const bench = await openWindow(OrdersView, fixtureSnapshot())
  await userEvent.fill(bench.find('[data-filter]'), 'btc close')
  await painted()
  expect(instruments(bench)).toEqual(['E-BTC-USDT', 'E-BTC-USDT'])
})

it('marks the rows of an instrument that can not be read, and leaves the others as they are', async () => {
  const snapshot = fixtureSnapshot()
  const { failure } = troubledSnapshot().parts.orders
  const open = snapshot.parts.orders.data
  if (!open) throw new Error('expected orders')
  const scopes = open.scopes.map((scope) => (scope.instrument === 'E-ETH-USDT' ? { ...scope, failure } : scope))
  const bench = await openWindow(OrdersView, withPart(snapshot, 'orders', { data: { ...open, scopes } }))
  const states = [...bench.root.querySelectorAll('tr.row')].map((row) => [
    row.querySelector('td.instrument')?.textContent.trim(),
    row.classList.contains('row-stale'),
  ])
  expect(states.filter(([, stale]) => stale).map(([name]) => name)).toEqual(['E-ETH-USDT', 'E-ETH-USDT'])
})
