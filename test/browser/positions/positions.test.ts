import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closeAtMarket } from '#shared/desk/action.ts'
import { encode } from '#shared/domain/decimal.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { verbatim } from '#shared/words/message.ts'
import { stopOf } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot, manyPositions, withIntent, withPart } from '#test/support/snapshot.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { useRescue } from '../../../renderer/src/desk/use-rescue.ts'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const LINK = 'E-LINK-USDT:isolated:long'
const CLOSE_ETH = closeAtMarket('E-ETH-USDT:isolated:short')

const contracts = ({ root }: Bench): string[] =>
  [...root.querySelectorAll('td.contract .strong')].map((name) => name.textContent)

const rowOf = ({ root }: Bench, contract: string): HTMLElement => {
  const row = [...root.querySelectorAll<HTMLElement>('tr.row')].find((each) => each.textContent.includes(contract))
  if (!row) throw new Error(`expected a row of ${contract}`)
  return row
}

const closeOf = (bench: Bench, contract: string): HTMLElement => {
  const button = rowOf(bench, contract).querySelector<HTMLElement>('[data-action="close"]')
  if (!button) throw new Error(`expected a close button for ${contract}`)
  return button
}

/** A snapshot whose desk part has one intent to close a position, in the given state. */
function reporting(snapshot: Snapshot, intentId: string, state: 'running' | 'done', leg: 'acknowledged' | 'verified') {
  return withIntent(snapshot, { intentId, action: CLOSE_ETH, state }, { state: leg, detail: verbatim(`leg ${leg}`) })
}

it('shows the position nearest to liquidation first', async () => {
  const bench = await openWindow(PositionsView, fixtureSnapshot())
  expect(contracts(bench).slice(0, 3)).toEqual(['E-LINK-USDT', 'E-ETH-USDT', 'E-BTC-USDT'])
  expect(contracts(bench).at(-1)).toBe('E-DOGE-USDT')
})

it('offers no stops at a venue that accepts none, and says so', async () => {
  const snapshot = fixtureSnapshot()
  const health = snapshot.parts.health.data
  if (!health) throw new Error('expected health')
  const pools = health.budget.pools.filter(({ pool }) => pool !== 'contract.conditionOrder')
  const data = { ...health, budget: { ...health.budget, pools } }
  const bench = await openWindow(PositionsView, withPart(snapshot, 'health', { data }))
  const button = rowOf(bench, 'E-LINK-USDT').querySelector<HTMLElement>('[data-action="stop"]')
  expect(button?.title).toBe('This venue takes no stop-loss or take-profit orders for positions.')
  const usual = await openWindow(PositionsView, fixtureSnapshot())
  expect(rowOf(usual, 'E-LINK-USDT').querySelector<HTMLElement>('[data-action="stop"]')?.title).toContain('Stop-loss')
})

it('draws at most 60 rows of 1,000, in a table that reports its row count', async () => {
  const { root, find } = await openWindow(PositionsView, manyPositions(1_000))
  expect(root.querySelectorAll('tbody tr').length).toBeLessThanOrEqual(60)
  expect(root.querySelectorAll('tr.row').length).toBeGreaterThan(10)
  expect(find('[role="grid"]').getAttribute('aria-rowcount')).toBe('1001')
  find('.scroller').scrollTop = 20_000
  await painted()
  await painted()
  expect(root.querySelectorAll('tbody tr').length).toBeLessThanOrEqual(60)
})

describe('closing', () => {
  it('sends one intent for a double click when armed, and shows it as in progress', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    await bench.arm()
    await userEvent.dblClick(closeOf(bench, 'E-ETH-USDT'))
    await painted()
    expect(bench.submitted.map(({ action }) => action)).toEqual([CLOSE_ETH])
    expect(rowOf(bench, 'E-ETH-USDT').querySelector('.mark')?.textContent).toContain('sending')
    expect(rowOf(bench, 'E-ETH-USDT').querySelector('[data-action="close"]')).toBeNull()
  })

  it('sends nothing for a click when disarmed', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    await userEvent.click(closeOf(bench, 'E-ETH-USDT'))
    await bench.advance(5_000)
    expect(bench.submitted).toEqual([])
  })

  it("follows the desk's report and never anticipates it", async () => {
    const snapshot = fixtureSnapshot()
    const bench = await openWindow(PositionsView, snapshot)
    await bench.arm()
    await userEvent.click(closeOf(bench, 'E-ETH-USDT'))
    const id = bench.submitted[0]?.intentId ?? ''
    const acknowledged = { ...reporting(snapshot, id, 'running', 'acknowledged'), seq: 2 }
    await bench.send(acknowledged)
    expect(rowOf(bench, 'E-ETH-USDT').querySelector('.mark')?.textContent).toContain('acknowledged')
    await bench.send({ ...reporting(acknowledged, id, 'done', 'verified'), seq: 3 })
    expect(rowOf(bench, 'E-ETH-USDT').querySelector('.mark.ok')?.textContent).toContain('verified')
    expect(closeOf(bench, 'E-ETH-USDT')).toBeDefined()
  })

  it('says why it was refused, and can be submitted again', async () => {
    const denial = { code: 'INSTRUMENT_CLOSED', message: verbatim('E-ETH-USDT does not trade now.') } as const
    const bench = await openWindow(PositionsView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    await bench.arm()
    await userEvent.click(closeOf(bench, 'E-ETH-USDT'))
    await painted()
    expect(rowOf(bench, 'E-ETH-USDT').querySelector('.mark.red')?.getAttribute('title')).toContain('does not trade now')
    await userEvent.click(closeOf(bench, 'E-ETH-USDT'))
    const ids = bench.submitted.map(({ intentId }) => intentId)
    expect(new Set(ids).size).toBe(2)
  })

  it('can be submitted again, with the same id, when main did not answer', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot(), { answer: 'lost' })
    await bench.arm()
    await userEvent.click(closeOf(bench, 'E-ETH-USDT'))
    await painted()
    expect(rowOf(bench, 'E-ETH-USDT').querySelector('.mark')?.textContent).toContain('no answer')
    await userEvent.click(closeOf(bench, 'E-ETH-USDT'))
    const ids = bench.submitted.map(({ intentId }) => intentId)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  it('sends nothing for a frozen position, in any way, and says why', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    await bench.arm()
    const close = closeOf(bench, 'E-DOGE-USDT')
    expect(rowOf(bench, 'E-DOGE-USDT').textContent).toContain('in delivery')
    expect(close.getAttribute('aria-disabled')).toBe('true')
    expect(close.title).toContain('delivery in progress: the venue accepts no orders for it')
    close.click()
    close.focus()
    await userEvent.keyboard('x')
    await userEvent.keyboard('{Enter}')
    expect(bench.submitted).toEqual([])
  })
})

describe('keyboard', () => {
  it('moves through the rows, shows the details of one with Enter and hides them with Esc', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard('{ArrowDown}')
    await painted()
    expect(document.activeElement?.textContent).toContain('E-ETH-USDT')
    // The cell of the buttons lies above the outline of its row, and shows the focus itself.
    expect(getComputedStyle(bench.find('tr:focus td.actions')).boxShadow).not.toBe('none')
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(bench.find('aside').textContent).toContain('Break-even')
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(bench.root.querySelector('aside')).toBeNull()
    expect(document.activeElement?.textContent).toContain('E-ETH-USDT')
  })

  it('opens the plan of a close with x, and of a stop with s; neither sends anything', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    await bench.arm()
    const row = bench.find('tr[tabindex="0"]')
    row.focus()
    await userEvent.keyboard('x')
    expect(usePlanSheet().view).toMatchObject({ kind: 'plan', action: { ...CLOSE_ETH, positionKey: LINK } })
    row.focus()
    await userEvent.keyboard('s')
    expect(usePlanSheet().view).toMatchObject({
      action: { kind: 'protect', positionKey: LINK, purpose: 'stopLoss', trigger: { kind: 'price', price: '' } },
    })
    expect(bench.submitted).toEqual([])
  })

  it('opens the rescue sheet with r and with its button; neither sends anything', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard('r')
    expect(useRescue().view).toEqual({ unitId: null })
    useRescue().close()
    bench.find('[data-filter]').focus()
    await userEvent.keyboard('r')
    expect(useRescue().isOpen).toBe(false)
    bench.find('[data-testid="rescue"]').click()
    expect(useRescue().isOpen).toBe(true)
    expect(bench.submitted).toEqual([])
  })

  it('keeps the focus on the row when its button is replaced by the progress', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    await bench.arm()
    closeOf(bench, 'E-LINK-USDT').focus()
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(bench.submitted).toHaveLength(1)
    expect(document.activeElement?.textContent).toContain('E-LINK-USDT')
  })

  it('takes a held key for one press', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard('{x>10/}')
    await bench.advance(700)
    expect(bench.submitted).toEqual([])
  })
})

describe('ways out', () => {
  async function openEth(): Promise<Bench> {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    rowOf(bench, 'E-ETH-USDT').focus()
    await userEvent.keyboard('{Enter}')
    await painted()
    return bench
  }
  const button = ({ root }: Bench, label: string): HTMLElement => {
    const found = [...root.querySelectorAll('button')].find((each) => each.textContent.trim().startsWith(label))
    if (!found) throw new Error(`expected a button ${label}`)
    return found
  }

  it.each([25, 50, 75, 100])('closes %i percent at market, once, confirmed like any close', async (percent) => {
    const bench = await openEth()
    const share = button(bench, `${percent}`)
    await userEvent.click(share)
    await bench.advance(5_000)
    expect(bench.submitted).toEqual([])
    await bench.arm()
    await userEvent.dblClick(share)
    expect(bench.submitted.map(({ action }) => action)).toEqual([{ ...CLOSE_ETH, size: { kind: 'percent', percent } }])
  })

  it('opens the plan sheet for anything with a size or a price', async () => {
    const bench = await openEth()
    const staged = (label: string) => {
      button(bench, label).click()
      return usePlanSheet().view
    }
    expect(staged('Size or price')).toMatchObject({ action: CLOSE_ETH })
    expect(staged('Stop')).toMatchObject({ action: { purpose: 'stopLoss', trigger: { kind: 'price', price: '' } } })
    expect(staged('Break-even stop…')).toMatchObject({
      action: { purpose: 'stopLoss', trigger: { kind: 'breakEven' } },
    })
    expect(staged('Take-profit')).toMatchObject({ action: { purpose: 'takeProfit' } })
    expect(bench.submitted).toEqual([])
  })

  it('closes all longs or all shorts, and protects every position, through the plan sheet', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    button(bench, 'Close shorts…').click()
    expect(usePlanSheet().view).toMatchObject({ action: { kind: 'closeSide', side: 'short' } })
    expect(button(bench, 'Close longs…').textContent).toContain('5')
    button(bench, 'Break-even stops').click()
    expect(usePlanSheet().view).toMatchObject({ action: { kind: 'breakEvenAll' } })
    expect(bench.submitted).toEqual([])
  })

  it('shows what covers a position, as ours', async () => {
    const snapshot = fixtureSnapshot()
    const desk = snapshot.parts.desk.data
    if (!desk) throw new Error('expected a desk')
    const protections = encode([stopOf('E-ETH-USDT:isolated:short', 600)])
    const bench = await openWindow(PositionsView, withPart(snapshot, 'desk', { data: { ...desk, protections } }))
    const cover = rowOf(bench, 'E-ETH-USDT').querySelector('td.cover')
    // Its closing order is a take-profit, so only the stop counts.
    expect(cover?.textContent).toContain('50')
    expect(cover?.querySelector('[title]')?.getAttribute('title')).toContain('not verifiable')
    expect(rowOf(bench, 'E-XRP-USDT').querySelector('td.cover')?.textContent).toContain('none')
  })
})

describe('pointing at a row', () => {
  /** The same account after ETH has moved away from its liquidation, which would sort it last but one. */
  function moved(snapshot: Snapshot): Snapshot {
    const { data } = snapshot.parts.risk
    if (!data) throw new Error('expected risk figures')
    const positions = data.positions.map((each) =>
      each.key.startsWith('E-ETH') && each.liquidation
        ? { ...each, liquidation: { ...each.liquidation, distance: 9 } }
        : each,
    )
    return { ...withPart(snapshot, 'risk', { data: { ...data, positions } }), seq: snapshot.seq + 1 }
  }

  it('holds every row in place while the pointer is on the table, and says so', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await openWindow(PositionsView, snapshot)
    await userEvent.hover(closeOf(bench, 'E-ETH-USDT'))
    await bench.send(moved(snapshot))
    await bench.advance(1_000)
    expect(contracts(bench)[1]).toBe('E-ETH-USDT')
    expect(bench.root.textContent).toContain('Row order held')
    bench.find('.scroller').dispatchEvent(new PointerEvent('pointerleave'))
    await bench.advance(1_000)
    expect(contracts(bench)[1]).not.toBe('E-ETH-USDT')
  })

  it('is not needed for rows to be readable: they change places once a second at most', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await openWindow(PositionsView, snapshot)
    await userEvent.hover(bench.find('h2'))
    const before = contracts(bench)
    await bench.send(moved(snapshot))
    expect(contracts(bench)).toEqual(before)
    await bench.advance(1_000)
    expect(contracts(bench)).not.toEqual(before)
    // A new sort applies at once.
    const now = contracts(bench)
    await userEvent.click(bench.find('th.distance .sort'))
    expect(contracts(bench)).not.toEqual(now)
  })

  it('leaves a gap for a removed row, so that a click cannot hit the next one', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await openWindow(PositionsView, snapshot)
    await bench.arm()
    const { top, left } = closeOf(bench, 'E-ETH-USDT').getBoundingClientRect()
    await userEvent.hover(closeOf(bench, 'E-ETH-USDT'))
    const data = snapshot.parts.positions.data?.filter(({ contract }) => contract !== 'E-ETH-USDT') ?? null
    await bench.send({ ...withPart(snapshot, 'positions', { data }), seq: 2 })
    const under = document.elementFromPoint(left + 5, top + 5)
    expect(under?.closest('tr')?.textContent).toContain('No longer there')
  })
})

it('shows every figure in full in the narrowest window, and leaves out what the drawer shows', async () => {
  await page.viewport(1024, 800)
  const bench = await openWindow(PositionsView, fixtureSnapshot())
  // The navigation bar and the margins of the window.
  bench.root.style.left = '60px'
  bench.root.style.right = '8px'
  await document.fonts.ready
  await painted()
  const { scrollWidth, clientWidth } = bench.find('.scroller')
  expect(scrollWidth).toBe(clientWidth)
  expect(bench.root.querySelector('th.notional')).toBeNull()
  rowOf(bench, 'E-ETH-USDT').focus()
  await userEvent.keyboard('{Enter}')
  await painted()
  const told = bench.find('aside').textContent.replace(/\s+/g, ' ')
  for (const fact of [/Notional ?41,977/, /Margin held ?4,197\.72/]) expect(told).toMatch(fact)
})

describe('unreliable data', () => {
  it('marks rows as they age while nothing arrives', async () => {
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    expect(rowOf(bench, 'E-BTC-USDT').classList).toContain('row-fresh')
    await bench.advance(1_300)
    expect(rowOf(bench, 'E-BTC-USDT').classList).toContain('row-delayed')
    await bench.advance(10_000)
    expect(rowOf(bench, 'E-BTC-USDT').classList).toContain('row-stale')
    expect(closeOf(bench, 'E-BTC-USDT').hasAttribute('disabled')).toBe(false)
  })

  it('marks rows whose risk figures are old, though the positions are read', async () => {
    const failure = localFailure('closed', 'risk', verbatim('The risk worker did not answer.'))
    const bench = await openWindow(PositionsView, withPart(fixtureSnapshot(), 'risk', { failure }))
    expect(rowOf(bench, 'E-BTC-USDT').classList).toContain('row-stale')
    expect(bench.find('header .age').title).toContain('The risk worker did not answer.')
    expect(closeOf(bench, 'E-BTC-USDT').hasAttribute('disabled')).toBe(false)
  })

  it('does not claim that there are no positions before they were read', async () => {
    const { root } = await openWindow(
      PositionsView,
      withPart(fixtureSnapshot(), 'positions', { data: null, readAt: null }),
    )
    expect(root.textContent).toContain('Waiting for the first read')
    expect(root.textContent).not.toContain('No open positions')
  })
})

it('shows hostile names as clipped text', async () => {
  const hostile = ['<img src=x onerror="window.hacked=1">', '\u202egnol\u202c E-REV', 'E-'.padEnd(10_000, 'A')]
  const snapshot = fixtureSnapshot()
  const data =
    snapshot.parts.positions.data?.map((each, index) => ({ ...each, contract: hostile[index] ?? each.contract })) ??
    null
  const bench = await openWindow(PositionsView, withPart(snapshot, 'positions', { data }))
  expect(bench.root.querySelector('img')).toBeNull()
  expect('hacked' in window).toBe(false)
  expect(bench.root.textContent).toContain('<img src=x')
  for (const cell of bench.root.querySelectorAll('td.contract')) {
    expect(cell.getBoundingClientRect().width).toBeLessThan(300)
    expect(cell.getBoundingClientRect().height).toBeLessThan(60)
  }
})

it('has the open orders below it on a very large screen, and alone fills any other', async () => {
  await page.viewport(3840, 2160)
  const bench = await openWindow(PositionsView, fixtureSnapshot())
  await expect.poll(() => bench.root.querySelector('[aria-label="Open orders"] tr.row')).not.toBeNull()
  await page.viewport(1920, 1080)
  await expect.poll(() => bench.root.querySelector('[aria-label="Open orders"]')).toBeNull()
  const [panel] = bench.root.getElementsByTagName('section')
  expect(panel!.offsetHeight).toBe(bench.root.offsetHeight)
})
