/** The details of a position beside the list: how they are reached, what they survive, and what they never do. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closeAtMarket } from '#shared/desk/action.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const ETH = 'E-ETH-USDT'
const LINK = 'E-LINK-USDT'

const rowOf = ({ root }: Bench, contract: string): HTMLElement => {
  const row = [...root.querySelectorAll<HTMLElement>('tr.row')].find((each) => each.textContent.includes(contract))
  if (!row) throw new Error(`expected a row of ${contract}`)
  return row
}
const drawer = ({ root }: Bench): HTMLElement | null => root.querySelector('aside')
const said = (bench: Bench): string => (drawer(bench)?.textContent ?? '').replace(/\s+/g, ' ').trim()
const shownIn = (bench: Bench): string => drawer(bench)?.querySelector('h2')?.textContent ?? ''
const share = (bench: Bench, percent: number): HTMLElement => {
  const found = [...(drawer(bench)?.querySelectorAll('button') ?? [])].find((each) =>
    each.textContent.trim().startsWith(`${percent}\u202f%`),
  )
  if (!found) throw new Error(`expected a button for ${percent} %`)
  return found
}

async function opened(contract: string, snapshot = fixtureSnapshot(), tableOwner?: string): Promise<Bench> {
  const bench = await openWindow(PositionsView, snapshot, tableOwner === undefined ? {} : { tableOwner })
  await userEvent.click(rowOf(bench, contract).querySelector('td.contract')!)
  await painted()
  expect(shownIn(bench)).toBe(contract)
  return bench
}

/** The snapshot without a position, `seq` later. */
function without(snapshot: Snapshot, contract: string, seq = 2): Snapshot {
  const data = snapshot.parts.positions.data?.filter((each) => each.contract !== contract) ?? null
  return { ...withPart(snapshot, 'positions', { data }), seq }
}

describe('is reached', () => {
  it('by a click on a row, and by none on what acts in it', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    await userEvent.click(rowOf(bench, ETH).querySelector('[data-action="close"]')!)
    expect(drawer(bench)).toBeNull()
    await userEvent.click(rowOf(bench, ETH))
    await painted()
    expect(shownIn(bench)).toBe(ETH)
    expect(rowOf(bench, ETH).ariaCurrent).toBe('true')
    expect(bench.submitted).toEqual([])
  })

  it('by Enter, which goes into it when pressed again; Esc leads back to the row', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(shownIn(bench)).toBe(LINK)
    expect(document.activeElement).toBe(rowOf(bench, LINK))
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(drawer(bench))
    await userEvent.tab()
    expect(drawer(bench)?.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(drawer(bench)).toBeNull()
    expect(document.activeElement).toBe(rowOf(bench, LINK))
  })

  it('by the arrow keys, once it is there', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard('{ArrowDown}')
    await painted()
    expect(drawer(bench)).toBeNull()
    await userEvent.keyboard('{Enter}{ArrowDown}')
    await painted()
    expect(shownIn(bench)).toBe('E-BTC-USDT')
    await userEvent.keyboard('{ArrowUp}')
    await painted()
    expect(shownIn(bench)).toBe(ETH)
  })

  it('from the overview, on the screen of positions', async () => {
    const bench = await openWindow(App, fixtureSnapshot())
    await expect.poll(() => bench.root.querySelector('tr.row')).not.toBeNull()
    rowOf(bench, ETH).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => shownIn(bench)).toBe(ETH)
    expect(bench.find('nav a[aria-current]').textContent).toContain('Positions')
    await expect.poll(() => document.activeElement?.textContent).toContain(ETH)
  })

  it('by name, as a region that takes nothing away', async () => {
    const bench = await opened(ETH)
    expect(drawer(bench)?.ariaLabel).toBe('Details of short E-ETH-USDT isolated')
    expect(drawer(bench)?.role).not.toBe('dialog')
    await userEvent.tab({ shift: true })
    expect(drawer(bench)?.contains(document.activeElement)).toBe(false)
  })
})

describe('stays', () => {
  it('on its position while figures come, and while a filter hides the row', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await opened(ETH, snapshot)
    await userEvent.fill(bench.find('[data-filter]'), 'btc')
    await painted()
    expect(bench.root.querySelector('tr.row[aria-current]')).toBeNull()
    const data = snapshot.parts.positions.data!.map((each) =>
      each.contract === ETH ? { ...each, markPrice: '3501.77' as const } : each,
    )
    await bench.send({ ...withPart(snapshot, 'positions', { data: data as never }), seq: 2 })
    expect(said(bench)).toMatch(/Mark ?3,501\.77/)
    await userEvent.keyboard('{Escape}')
    await bench.advance(5_000)
    expect(drawer(bench)?.querySelector('header .age')?.textContent).toContain('6 s')
    expect(drawer(bench)?.querySelector('.is-stale')).not.toBeNull()
  })

  it('for that account only, between screens', async () => {
    const owner = crypto.randomUUID()
    const first = await opened(ETH, fixtureSnapshot(), owner)
    first.root.remove()
    const again = await openWindow(PositionsView, fixtureSnapshot(), { tableOwner: owner })
    expect(shownIn(again)).toBe(ETH)
    again.root.remove()
    const other = await openWindow(PositionsView, fixtureSnapshot(), { tableOwner: crypto.randomUUID() })
    expect(drawer(other)).toBeNull()
  })

  it('where it is while nobody touches it: no column moves at a push, not even when its row is gone', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await opened(ETH, snapshot)
    const places = () => [...bench.root.querySelectorAll('th')].map((head) => head.getBoundingClientRect().left)
    const before = places()
    await bench.send(without(snapshot, ETH))
    expect(places()).toEqual(before)
  })
})

describe('a position that is not held any more', () => {
  it('is reported with what ended it, and the way to its row in the journal', async () => {
    const snapshot = withPart(fixtureSnapshot(), 'events', { data: [] })
    const held = snapshot.parts.positions.data!.map((each) =>
      each.contract === 'E-SOL-USDT'
        ? { ...each, key: 'E-SOL-USDT:isolated:long', marginMode: 'isolated' as const }
        : each,
    )
    const before = withPart(snapshot, 'positions', { data: held })
    const bench = await openWindow(PositionsView, before)
    await userEvent.click(rowOf(bench, 'E-SOL-USDT').querySelector('td.contract')!)
    await bench.send(without(before, 'E-SOL-USDT'))
    expect(said(bench)).toContain('This position is no longer held.')
    expect(said(bench)).not.toContain('Mark')
    const events = encode(accountEvents())
    await bench.send({ ...withPart(without(before, 'E-SOL-USDT'), 'events', { data: events }), seq: 3 })
    expect(said(bench)).toContain('Liquidated: long E-SOL-USDT isolated, 1,150 ct')
    expect(said(bench)).toContain('Show in the journal')
  })

  it('is not called gone while nothing confirms it', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await opened(ETH, snapshot)
    const failure = readFailure('contract.account', 'No answer.')
    await bench.send({ ...withPart(without(snapshot, ETH), 'positions', { failure }), seq: 2 })
    expect(said(bench)).toContain('Not known')
    expect(said(bench)).not.toContain('no longer held')
  })
})

describe('never', () => {
  it('takes the second click of a double click, which lands where a button has come to be', async () => {
    const bench = await opened(LINK)
    const button = share(bench, 25).getBoundingClientRect()
    await userEvent.click(drawer(bench)!.querySelector('header button')!)
    await painted()
    expect(drawer(bench)).toBeNull()
    await bench.arm()
    const row = rowOf(bench, LINK)
    const { top, left, height } = row.getBoundingClientRect()
    expect(button.top).toBeLessThan(top + height)
    const position = {
      x: button.left + button.width / 2 - left,
      y: Math.max(1, button.top + button.height / 2 - top),
    }
    await userEvent.dblClick(row, { position })
    await painted()
    expect(shownIn(bench)).toBe(LINK)
    expect(bench.submitted).toEqual([])
  })

  it('ends on one position a hold that was begun on another', async () => {
    const bench = await opened(LINK)
    share(bench, 100).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    rowOf(bench, ETH).click()
    await painted()
    expect(shownIn(bench)).toBe(ETH)
    await bench.advance(1_000)
    expect(bench.submitted).toEqual([])
    await bench.arm()
    await userEvent.click(share(bench, 100))
    expect(bench.submitted.map(({ action }) => action)).toEqual([closeAtMarket('E-ETH-USDT:isolated:short', 100)])
  })

  it.each([1024, 1280, 1920])('hides what acts in a row, or the strip, at %d px', async (width) => {
    await page.viewport(width, 700)
    const bench = await openWindow(App, fixtureSnapshot())
    bench.root.style.height = '700px'
    await document.fonts.ready
    await bench.askPlace({ kind: 'screen', screen: 'positions' })
    await expect.poll(() => bench.root.querySelector('tr.row td.contract')).not.toBeNull()
    await expect.poll(() => bench.root.querySelector('[data-testid="rescue"]')).not.toBeNull()
    await userEvent.click(rowOf(bench, ETH).querySelector('td.contract')!)
    await painted()
    const reached = ['tr.row [data-action]', '.strip button', 'tr.row td.distance', '.tools button'].flatMap((each) => [
      ...bench.root.querySelectorAll<HTMLElement>(each),
    ])
    expect(reached.length).toBeGreaterThan(20)
    for (const each of reached) {
      const { left, top, width: wide, height } = each.getBoundingClientRect()
      const at = document.elementFromPoint(left + wide / 2, top + height / 2)
      expect(each.contains(at), each.outerHTML).toBe(true)
    }
    const { scrollWidth, clientWidth } = bench.find('.scroller')
    expect(scrollWidth).toBe(clientWidth)
  })
})
