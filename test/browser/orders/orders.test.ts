import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Protection } from '#shared/desk/plan.ts'
import { decimal, toText, type Encoded } from '#shared/domain/decimal.ts'
import type { Snapshot, SnapshotPush } from '#shared/snapshot/snapshot.ts'
import {
  fixtureSnapshot,
  manyOrders,
  push,
  readFailure,
  troubledSnapshot,
  WALL,
  withPart,
} from '#test/support/snapshot.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'
import { verbatim } from '#shared/words/message.ts'

const instruments = ({ root }: Bench): string[] =>
  [...root.querySelectorAll('td.instrument')].map((cell) => cell.textContent.trim())

it('separates closing orders from opening ones', async () => {
  const { root } = await openWindow(OrdersView, fixtureSnapshot())
  const heads = [...root.querySelectorAll('tr.group')].map((row) => row.textContent.trim().replace(/\s+/g, ' '))
  expect(heads[0]).toBe('Opening orders 6')
  expect(heads[1]).toContain('Closing orders 6')
})

it('draws at most 60 rows of 1,000', async () => {
  const { root } = await openWindow(OrdersView, manyOrders(1_000))
  expect(root.querySelectorAll('tbody tr').length).toBeLessThanOrEqual(60)
  expect(root.textContent).toContain('1,000 orders from 14 of 14 instruments')
})

it('shows how complete the list is, and what cannot be read', async () => {
  const bench = await openWindow(OrdersView, fixtureSnapshot())
  expect(bench.find('.coverage').textContent.replace(/\s+/g, ' ')).toContain(
    '22 orders from 14 of 14 instruments · oldest read 1.9 s ago',
  )
  const troubled = await openWindow(OrdersView, troubledSnapshot())
  expect(troubled.find('.coverage').textContent).toContain('E-BTC-USDT: The venue did not answer within 5 s')
})

it('puts unknown outcomes on top, with the reason', async () => {
  const { find } = await openWindow(OrdersView, fixtureSnapshot())
  expect(find('.questions').textContent).toContain('Close 900 ct long E-SOL-USDT at market')
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

  it('does not take the second click of a double click for another request, even if the first was refused', async () => {
    const denial = { code: 'READ_FAILED', message: verbatim('no') } as const
    const bench = await openWindow(OrdersView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    await userEvent.dblClick(bench.find('[data-action="cancel"]'))
    await painted()
    expect(bench.submitted).toHaveLength(1)
  })

  it('cancels the focused row with c, once however long the key is held', async () => {
    const denial = { code: 'READ_FAILED', message: verbatim('no') } as const
    const bench = await openWindow(OrdersView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard('{c>10/}')
    expect(bench.submitted).toHaveLength(1)
  })

  it('does not repeat for an Enter held on the button, even if each one is refused', async () => {
    const denial = { code: 'READ_FAILED', message: verbatim('no') } as const
    const bench = await openWindow(OrdersView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    bench.find('[data-action="cancel"]').focus()
    await userEvent.keyboard('{Enter>10/}')
    expect(bench.submitted).toHaveLength(1)
  })
})

const cancelAll = (bench: Bench, id: string) => bench.find(`[data-cancel="${id}"]`)
const ticks = ({ root }: Bench): HTMLInputElement[] => [
  ...root.querySelectorAll<HTMLInputElement>('[data-action="select"]'),
]
const ticked = (bench: Bench): number[] => ticks(bench).flatMap((tick, index) => (tick.checked ? [index] : []))
const orderIds = ({ root }: Bench): string[] =>
  [...root.querySelectorAll<HTMLElement>('td.instrument .strong')].map((cell) => cell.title.split(' order ')[1] ?? '')

async function narrow(bench: Bench, place: string): Promise<void> {
  await userEvent.selectOptions(bench.find('select'), place)
  await painted()
}

describe('selecting orders', () => {
  it('counts only selected orders that are shown: filtered-out orders are not acted on', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    for (const index of [0, 6, 12]) await userEvent.click(ticks(bench)[index]!)
    expect(ticked(bench)).toEqual([0, 6, 12])
    expect(bench.find('.selected').textContent.trim()).toBe('Cancel selected 3')
    expect(bench.find('.bar').textContent).toContain('incl. 1 closing')
    await narrow(bench, 'spot')
    expect(bench.find('.selected').textContent.trim()).toBe('Cancel selected 1')
  })

  it('selects with Space, and with Shift everything since the last one', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    bench.find('tr[tabindex="0"]').focus()
    await userEvent.keyboard(' ')
    expect(ticked(bench)).toEqual([0])
    await userEvent.keyboard(' ')
    expect(ticked(bench)).toEqual([])
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(ticked(bench)).toEqual([0, 1, 2, 3])
    await userEvent.click(ticks(bench)[8]!, { modifiers: ['Shift'] })
    expect(ticked(bench)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(bench.submitted).toEqual([])
  })

  it('selects all shown orders except closing ones, unless those are included', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await narrow(bench, 'contract:E-BTC-USDT')
    await userEvent.click(bench.find('th.select input'))
    expect(ticked(bench)).toEqual([0, 1, 2])
    await userEvent.click(bench.find('input[name="closing"]'))
    await userEvent.click(bench.find('th.select input'))
    expect(ticked(bench)).toEqual([0, 1, 2, 3, 4])
    await userEvent.click(bench.find('th.select input'))
    expect(ticked(bench)).toEqual([])
  })

  it('says what a button cancels, and how many are being cancelled already', async () => {
    const snapshot = fixtureSnapshot()
    const open = snapshot.parts.orders.data!
    const buys = (bench: Bench): string => cancelAll(bench, 'buys').textContent.trim()
    const being = async (count: number): Promise<Bench> => {
      const orders = open.orders.map((order, nth) => {
        const status = nth < count ? 'canceling' : order.status === 'canceling' ? 'new' : order.status
        return { ...order, status } as const
      })
      return openWindow(OrdersView, withPart(snapshot, 'orders', { data: { ...open, orders } }))
    }
    const none = await being(0)
    expect(buys(none)).toMatch(/^Cancel buys \d+$/)
    expect(none.root.querySelector('[data-testid="being-cancelled"]')).toBeNull()
    const two = await being(2)
    expect(two.find('[data-testid="being-cancelled"]').textContent).toBe('2 cancelling')
  })

  it('does not count an order that is gone', async () => {
    const snapshot = fixtureSnapshot()
    const open = snapshot.parts.orders.data!
    const bench = await openWindow(OrdersView, snapshot)
    await userEvent.click(ticks(bench)[0]!)
    const id = orderIds(bench)[0]
    const left = open.orders.filter(({ orderId }) => orderId !== id)
    await bench.send({ ...withPart(snapshot, 'orders', { data: { ...open, orders: left } }), seq: 2 })
    expect(bench.find('.selected').textContent.trim()).toBe('Cancel selected 0')
  })
})

describe('cancelling several', () => {
  it('shows the plan first while disarmed, and sends nothing', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await userEvent.click(ticks(bench)[0]!)
    await userEvent.click(ticks(bench)[1]!)
    await userEvent.click(bench.find('.selected'))
    expect(bench.submitted).toEqual([])
    expect(usePlanSheet().view).toMatchObject({ kind: 'plan', action: { kind: 'cancelOrders', orders: [{}, {}] } })
  })

  it('sends exactly the selected orders with one click when armed, and unselects them', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await bench.arm()
    await userEvent.click(ticks(bench)[0]!)
    await userEvent.click(ticks(bench)[1]!)
    const wanted = orderIds(bench).slice(0, 2)
    await userEvent.click(bench.find('.selected'))
    const asked = bench.submitted.map(({ action }) => (action.kind === 'cancelOrders' ? action.orders : []))
    expect(asked.map((orders) => orders.map(({ orderId }) => orderId).sort())).toEqual([wanted.sort()])
    expect(ticked(bench)).toEqual([])
  })

  it('takes a double click for one click and a held Enter for one, even if each is refused', async () => {
    const denial = { code: 'READ_FAILED', message: verbatim('no') } as const
    const bench = await openWindow(OrdersView, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    await bench.arm()
    await userEvent.dblClick(cancelAll(bench, 'sells'))
    await painted()
    expect(bench.submitted).toHaveLength(1)
    cancelAll(bench, 'sells').focus()
    await userEvent.keyboard('{Enter>10/}')
    expect(bench.submitted).toHaveLength(2)
  })

  it('cancels a single selected order with one click, disarmed', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await userEvent.click(ticks(bench)[0]!)
    await userEvent.click(bench.find('.selected'))
    expect(bench.submitted[0]?.action).toMatchObject({ kind: 'cancelOrder', orderId: orderIds(bench)[0] })
  })

  it('applies to what the list shows: all, its buys or its sells, without closing orders', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    const counts = () => ['buys', 'sells', 'all'].map((id) => cancelAll(bench, id).textContent.trim())
    expect(counts()).toEqual(['Cancel buys 9', 'Cancel sells 6', 'Cancel all 15'])
    await narrow(bench, 'contract')
    expect(counts()).toEqual(['Cancel buys 4', 'Cancel sells 1', 'Cancel all 5'])
    await narrow(bench, 'contract:E-BTC-USDT')
    expect(counts()).toEqual(['Cancel buys 3', 'Cancel sells 0', 'Cancel all 3'])
    expect(cancelAll(bench, 'sells').getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(cancelAll(bench, 'all'))
    expect(usePlanSheet().view).toMatchObject({
      action: {
        kind: 'cancelMatching',
        filter: { area: 'contract', instrument: 'E-BTC-USDT', side: null, closing: false },
      },
    })
  })

  it('includes closing orders only while the switch is on', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await narrow(bench, 'contract:E-BTC-USDT')
    await userEvent.click(bench.find('input[name="closing"]'))
    expect(cancelAll(bench, 'all').textContent.trim()).toBe('Cancel all 5')
    expect(cancelAll(bench, 'all').title).toContain('2 of them closing')
    await userEvent.click(cancelAll(bench, 'sells'))
    expect(usePlanSheet().view).toMatchObject({ action: { filter: { side: 'sell', closing: true } } })
  })

  it('sends up to ten with one click when armed, exactly those shown; for more it shows the plan', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await bench.arm()
    await userEvent.click(cancelAll(bench, 'all'))
    expect(bench.submitted).toEqual([])
    expect(usePlanSheet().isOpen).toBe(true)
    usePlanSheet().close()
    await userEvent.click(cancelAll(bench, 'sells'))
    expect(bench.submitted).toHaveLength(1)
    expect(bench.submitted[0]?.action).toMatchObject({ kind: 'cancelOrders', orders: { length: 6 } })
    // Until main has answered, this button sends nothing more.
    expect(cancelAll(bench, 'sells').getAttribute('aria-disabled')).toBe('true')
  })

  it("uses the orders' ids when a text filter is on", async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await userEvent.fill(bench.find('[data-filter]'), 'spot btc')
    await painted()
    await userEvent.click(cancelAll(bench, 'all'))
    expect(usePlanSheet().view).toMatchObject({ action: { kind: 'cancelOrders', orders: [{}, {}] } })
  })
})

describe('an unknown outcome', () => {
  it('is a row with its age; Why shows the evidence, the venue’s own words and what to do', async () => {
    const snapshot = fixtureSnapshot()
    const desk = snapshot.parts.desk.data!
    const [first, ...others] = desk.intents
    const failure = { ...readFailure('contract.order', 'No answer.'), venue: { code: '-1003', message: 'busy' } }
    const stuck = {
      ...first!,
      state: 'needsHuman' as const,
      legs: first!.legs.map((leg) => ({ ...leg, state: 'needsHuman' as const, failure })),
    }
    const bench = await openWindow(
      OrdersView,
      withPart(snapshot, 'desk', { data: { ...desk, intents: [stuck, ...others] } }),
    )
    expect(bench.find('.questions .line').textContent).toContain('7 s')
    await bench.advance(5_000)
    expect(bench.find('.questions .line').textContent).toContain('12 s')
    expect(bench.root.querySelector('.questions .answer')).toBeNull()
    await userEvent.click(bench.find('.questions button'))
    const answer = bench.find('.questions .answer').textContent.replace(/\s+/g, ' ')
    expect(answer).toContain('our id plm-5e1d-1')
    expect(answer).toContain('The venue’s own words: -1003: busy')
    expect(answer).toContain('Compare the position and its orders')
  })

  it('is listed for our own protective orders with what is known of them', async () => {
    const snapshot = fixtureSnapshot()
    const data = snapshot.parts.desk.data!
    const bench = await openWindow(
      OrdersView,
      withPart(snapshot, 'desk', { data: { ...data, protections: PROTECTIONS } }),
    )
    const rows = [...bench.root.querySelectorAll('.protections tr.row')].map((row) =>
      row.textContent.replace(/\s+/g, ' '),
    )
    expect(bench.find('.protections h2').textContent).toBe('Conditional orders placed by Plimsoll, not verifiable')
    expect(rows.map((row) => /not verifiable|unknown|left over|overdue/.exec(row)?.[0])).toEqual([
      'overdue',
      'unknown',
      'left over',
      'not verifiable',
    ])
    expect(rows[2]).toContain('E-ETH-USDT isolatedStop-lossBUY1,200 ctwhen it rises to 3,720')
  })
})

const PROTECTIONS: readonly Encoded<Protection>[] = (['believed', 'orphaned', 'unknown', 'overdue'] as const).map(
  (state, index) => ({
    intentId: crypto.randomUUID(),
    request: {
      kind: 'protect',
      area: 'contract',
      instrument: 'E-ETH-USDT',
      positionKey: 'E-ETH-USDT:isolated:short',
      purpose: 'stopLoss',
      side: 'buy',
      marginMode: 'isolated',
      volume: toText(decimal(1200)),
      triggerPrice: toText(decimal(3720)),
      trigger: 'rise',
    },
    triggerId: state === 'unknown' ? null : String(7_710_034_551 + index),
    placedAt: WALL - 3_600_000,
    state,
  }),
)

describe('locked amounts against known orders', () => {
  const said = (bench: Bench): string => bench.find('.conservation').textContent.replace(/\s+/g, ' ')
  /** The snapshot with everything read again `laterMs` later. */
  const again = (snapshot: Snapshot, laterMs: number): SnapshotPush => {
    const parts = push(snapshot, ['balances', 'positions', 'marginAccounts', 'orders'], laterMs)
    const open = snapshot.parts.orders.data!
    const scopes = open.scopes.map((scope) => ({ ...scope, readAt: (scope.readAt ?? 0) + laterMs }))
    return { ...parts, parts: { ...parts.parts, orders: { ...parts.parts.orders!, data: { ...open, scopes } } } }
  }
  const withLocked = (asset: string, locked: string): Snapshot => {
    const snapshot = fixtureSnapshot()
    const data = snapshot.parts.balances.data!.map((each) =>
      each.asset === asset ? { ...each, locked: toText(decimal(locked)) } : each,
    )
    return withPart(snapshot, 'balances', { data })
  }

  it('says that the locked amounts match the known orders', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    expect(said(bench)).toContain('BTC locked 0.05 = known 0.05')
  })

  it('reports an unknown order only when newer reads still show it, and where to look', async () => {
    const snapshot = withLocked('ETH', '2.35')
    const bench = await openWindow(OrdersView, snapshot)
    expect(said(bench)).toContain('ETH locked 2.35, known orders need 2: checked again at the next read')
    expect(bench.root.querySelector('.conservation .amber')).toBeNull()
    await bench.send(again(snapshot, 4_000))
    expect(bench.find('.conservation .amber').textContent.replace(/\s+/g, ' ')).toContain(
      '0.35 ETH is locked by an order Plimsoll cannot see',
    )
    expect(bench.find('.conservation .amber .why').textContent).toContain('look at ETH')
  })

  it('lists every comparison on demand', async () => {
    const bench = await openWindow(OrdersView, fixtureSnapshot())
    await userEvent.click(bench.find('.conservation button'))
    expect(bench.find('.conservation button').getAttribute('aria-expanded')).toBe('true')
    expect(said(bench)).toContain('E-ETH-USDT short closing 400 = known 400')
  })
})

it('names a pair by its coins everywhere, with the venue’s identifier on hover, which is also sent', async () => {
  const bench = await openWindow(OrdersView, fixtureSnapshot())
  await userEvent.selectOptions(bench.find('select'), 'spot:BTCUSDT')
  await painted()
  expect(new Set(instruments(bench))).toEqual(new Set(['BTC/USDT']))
  expect(bench.find('td.instrument .strong').title).toContain('BTCUSDT, order ')
  expect(cancelAll(bench, 'all').title).toContain('orders of BTC/USDT')
  await userEvent.click(bench.find('[data-action="cancel"]'))
  expect(bench.submitted[0]?.action).toMatchObject({ area: 'spot', instrument: 'BTCUSDT' })
})

it('filters by text', async () => {
  const bench = await openWindow(OrdersView, fixtureSnapshot())
  await userEvent.fill(bench.find('[data-filter]'), 'btc close')
  await painted()
  expect(instruments(bench)).toEqual(['E-BTC-USDT', 'E-BTC-USDT'])
})

it('marks the rows of an instrument that cannot be read, and leaves the others unchanged', async () => {
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
