/** A table is one stop of the Tab key for its head and one for its rows; the arrow keys lead along what is in them. */
import type { Component } from 'vue'
import { userEvent } from 'vitest/browser'
import { describe, expect, it } from 'vitest'
import JournalView from '../../../renderer/src/journal/JournalView.vue'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { openWindow } from '../support/window.ts'

const stopsIn = (part: Element): readonly Element[] =>
  [part, ...part.querySelectorAll('button, a[href], input, select')].filter(
    (each) => (each as HTMLElement).tabIndex === 0,
  )

describe.each<[string, Component]>([
  ['positions', PositionsView],
  ['orders', OrdersView],
  ['the journal', JournalView],
])('the table of %s', (_name, view) => {
  it('has one stop in its head and one in its rows', async () => {
    const { root } = await openWindow(view, fixtureSnapshot())
    for (const table of root.querySelectorAll('table[role=grid]')) {
      expect(stopsIn(table.querySelector('thead')!)).toHaveLength(1)
      const rows = [...table.querySelectorAll('tr.row')]
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.flatMap(stopsIn)).toEqual([rows[0]])
    }
  })

  it('leads along the head with the arrow keys', async () => {
    const { root } = await openWindow(view, fixtureSnapshot())
    const sorts = [...root.querySelectorAll<HTMLElement>('thead .sort')]
    sorts[0]!.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(sorts[1])
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(sorts[0])
  })
})

it('leads along the buttons of a row, and back to the row', async () => {
  const { root, submitted } = await openWindow(PositionsView, fixtureSnapshot())
  const row = root.querySelector<HTMLElement>('tr.row')!
  const at = () => (document.activeElement as HTMLElement).dataset['action']
  row.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(at()).toBe('close')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(at()).toBe('stop')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(row)
  expect(submitted).toEqual([])
})
