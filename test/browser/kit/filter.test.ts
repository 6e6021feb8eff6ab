/** The filter of a list: kept for the account, and never silent about what it hides. */
import type { Component } from 'vue'
import { userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import JournalView from '../../../renderer/src/journal/JournalView.vue'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { openWindow, painted } from '../support/window.ts'

const field = (root: HTMLElement): HTMLInputElement => root.querySelector<HTMLInputElement>('[data-filter]')!
const hides = (root: HTMLElement): string =>
  document.getElementById(field(root).getAttribute('aria-describedby') ?? '')?.textContent ?? ''

describe.each<[string, Component, string, string]>([
  ['positions', PositionsView, 'eth', '6 hidden'],
  ['orders', OrdersView, 'btc close', '20 hidden'],
  ['the journal', JournalView, 'doge', '2 hidden'],
])('the filter of %s', (_list, view, words, hidden) => {
  it('says how many rows it hides, and is kept for that account only when the screen is left', async () => {
    const owner = crypto.randomUUID()
    const open = async (tableOwner: string) => (await openWindow(view, fixtureSnapshot(), { tableOwner })).root
    const root = await open(owner)
    expect(hides(root)).toBe('')
    await userEvent.fill(field(root), words)
    await painted()
    expect(hides(root)).toBe(hidden)
    root.remove()

    const other = await open(crypto.randomUUID())
    expect(field(other).value).toBe('')
    other.remove()

    const again = await open(owner)
    expect(field(again).value).toBe(words)
    expect(hides(again)).toBe(hidden)
    await userEvent.click(field(again))
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(hides(again)).toBe('')
  })
})

it('keeps the chosen instrument too, when its last order is gone', async () => {
  const tableOwner = crypto.randomUUID()
  const { root, send, advance } = await openWindow(OrdersView, fixtureSnapshot(), { tableOwner })
  const place = root.querySelector<HTMLSelectElement>('select')!
  await userEvent.selectOptions(place, 'spot:DOTUSDT')
  const snapshot = fixtureSnapshot()
  const open = snapshot.parts.orders.data!
  const orders = open.orders.filter(({ instrument }) => instrument !== 'DOTUSDT')
  await send({ ...withPart(snapshot, 'orders', { data: { ...open, orders } }), seq: 2 })
  await advance(1_000)
  expect(place.selectedOptions[0]?.textContent.trim()).toBe('DOTUSDT (0)')
  expect(hides(root)).toBe('21 hidden')
})
