/** The details of an order beside the list: its facts, its cancel, where it came from, and what became of it. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { encode } from '#shared/domain/decimal.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { stopOf } from '#test/support/fixture/plan.ts'
import { verbatim } from '#shared/words/message.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

const orders = (snapshot: Snapshot) => snapshot.parts.orders.data!.orders
/** The nth order of the fixture, from 0. */
const idOf = (nth: number): string => orders(fixtureSnapshot())[nth]!.orderId

const rowOf = ({ root }: Bench, id: string): HTMLElement => {
  const name = root.querySelector<HTMLElement>(`td.instrument [title$="order ${id}"]`)
  if (!name) throw new Error(`expected a row of order ${id}`)
  return name.closest('tr')!
}
const drawer = ({ root }: Bench): HTMLElement => root.querySelector<HTMLElement>('aside')!
/** The words in the drawer, each piece apart. */
const said = (bench: Bench): string => drawer(bench).innerText.replace(/\s+/g, ' ').trim()
/** The facts in the drawer, by name; an age stands before its figure. */
const facts = (bench: Bench): ReadonlyMap<string, string> =>
  new Map(
    [...drawer(bench).querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')!.textContent.trim(),
      fact.querySelector('dd')!.textContent.replace(/\s+/g, ' ').trim(),
    ]),
  )

async function opened(nth: number, snapshot = fixtureSnapshot(), options: BenchOptions = {}): Promise<Bench> {
  const bench = await openWindow(OrdersView, snapshot, options)
  await userEvent.click(rowOf(bench, idOf(nth)).querySelector('td.instrument')!)
  await painted()
  return bench
}

function without(snapshot: Snapshot, id: string): Snapshot {
  const data = snapshot.parts.orders.data!
  const left = data.orders.filter(({ orderId }) => orderId !== id)
  return { ...withPart(snapshot, 'orders', { data: { ...data, orders: left } }), seq: 2 }
}

describe('tells of an order', () => {
  it('what is open of it, what it does, and how far it is from the mark', async () => {
    const bench = await opened(0)
    const told = facts(bench)
    expect([told.get('Quantity'), told.get('Filled'), told.get('Remaining')]).toEqual(['100 ct', '40', '60'])
    expect(told.get('Average fill price')).toBe('61,200.0')
    expect(told.get('To mark')).toMatch(/^−\d\.\d\s%$/)
    expect(told.get('Mark')).toMatch(/\d s ?[\d,.]+$/)
    expect(told.get('Locks')).toBe('margin in USDT')
    expect(said(bench)).toContain('Opens a long, or adds to one.')
  })

  it.each([
    ['a take-profit', 3, '200 ct of the long', 'it protects nothing'],
    ['a Spot sell', 13, '0.05 BTC', 'Sells BTC for USDT.'],
    ['a Spot buy', 12, '595 USDT', 'Buys BTC and pays in USDT.'],
  ])('what it locks: %s', async (_, nth, locks, does) => {
    const bench = await opened(nth)
    expect(facts(bench).get('Locks')).toBe(locks)
    expect(said(bench)).toContain(does)
  })

  it('that it protects, on the losing side of the mark', async () => {
    const snapshot = fixtureSnapshot()
    const data = snapshot.parts.orders.data!
    const moved = data.orders.map((order, nth) => (nth === 3 ? { ...order, price: '60000' as const } : order))
    const bench = await opened(3, withPart(snapshot, 'orders', { data: { ...data, orders: moved as never } }))
    expect(said(bench)).toContain('it protects the position')
  })

  it('its ids, which can be copied', async () => {
    const bench = await opened(12)
    const copied: (string | undefined)[] = []
    document.addEventListener('copy', (event) => copied.push(event.clipboardData?.getData('text/plain')), {
      once: true,
    })
    await userEvent.click(drawer(bench).querySelector('[aria-label="Copy: Order id"]')!)
    expect(copied).toEqual([idOf(12)])
    expect(said(bench)).toContain('web-12')
  })

  it('who placed it: a request of ours, an event from elsewhere, or that it is not known', async () => {
    const bench = await opened(0)
    expect(said(bench)).toContain('Not known: it is not from one of the newest 50 requests')
    const snapshot = fixtureSnapshot()
    const desk = snapshot.parts.desk.data!
    const ours = desk.intents.map((intent, nth) =>
      nth === 2 ? { ...intent, legs: intent.legs.map((leg) => ({ ...leg, orderId: idOf(0) })) } : intent,
    )
    await bench.send({ ...withPart(snapshot, 'desk', { data: { ...desk, intents: ours } }), seq: 2 })
    expect(said(bench)).toContain('By Plimsoll: Close 500 ct long E-DOGE-USDT at market')
    const [, filled] = encode(accountEvents())
    const placed = { ...filled!, facts: { ...filled!.facts, code: 'orderPlaced', orderId: idOf(0) } }
    const other = await opened(0, withPart(snapshot, 'events', { data: [placed as never] }))
    expect(said(other)).toContain('Elsewhere: from the venue’s site, or by another program.')
  })
})

describe('cancels', () => {
  it('the order once, for a double click, even if the first click was refused', async () => {
    const denial = { code: 'READ_FAILED', message: verbatim('no') } as const
    const bench = await opened(0, fixtureSnapshot(), { answer: { kind: 'denied', denial } })
    await userEvent.dblClick(drawer(bench).querySelector('[data-action="cancel"]')!)
    await painted()
    expect(bench.submitted.map(({ action }) => action)).toEqual([
      { kind: 'cancelOrder', area: 'contract', instrument: 'E-BTC-USDT', orderId: idOf(0) },
    ])
    expect(drawer(bench).querySelector('.mark.red')).not.toBeNull()
  })

  it('nothing for an account that is only watched', async () => {
    const snapshot = fixtureSnapshot()
    const account = { ...snapshot.account!, isWatchOnly: true }
    const bench = await opened(0, { ...snapshot, account })
    expect(drawer(bench).querySelector('[data-action]')).toBeNull()
  })
})

describe('an order that is not open any more', () => {
  it('is reported with the event that ended it', async () => {
    // Of other orders.
    const snapshot = withPart(fixtureSnapshot(), 'events', { data: encode(accountEvents()) })
    const bench = await opened(3, snapshot)
    const gone = without(snapshot, idOf(3))
    await bench.send(gone)
    expect(said(bench)).toContain('This order is no longer open. Neither an event nor a request on record says why.')
    const events = encode(accountEvents()).map((event, nth) =>
      nth === 1 ? { ...event, facts: { ...event.facts, orderId: idOf(3) } } : event,
    )
    await bench.send({ ...withPart(gone, 'events', { data: events }), seq: 3 })
    expect(said(bench)).toMatch(/Order filled/i)
    expect(drawer(bench).querySelector('[data-action="cancel"]')).toBeNull()
  })

  it('is reported with our own cancel of it', async () => {
    const snapshot = fixtureSnapshot()
    const desk = snapshot.parts.desk.data!
    const intents = desk.intents.map((intent) => ({
      ...intent,
      legs: intent.legs.map((leg) =>
        leg.request.kind === 'cancel' ? { ...leg, request: { ...leg.request, orderId: idOf(3) } } : leg,
      ),
    }))
    const before = withPart(snapshot, 'desk', { data: { ...desk, intents } })
    const bench = await opened(3, before)
    await bench.send(without(before, idOf(3)))
    expect(said(bench)).toContain('Cancelled; the newest read of open orders no longer has it.')
  })

  it('is not called gone while its list cannot be read', async () => {
    const snapshot = fixtureSnapshot()
    const bench = await opened(3, snapshot)
    const gone = without(snapshot, idOf(3))
    const data = gone.parts.orders.data!
    const scopes = data.scopes.map((scope, nth) => (nth === 0 ? { ...scope, isCut: true } : scope))
    await bench.send({ ...withPart(gone, 'orders', { data: { ...data, scopes } }), seq: 2 })
    expect(said(bench)).toContain('Not known.')
  })
})

describe('a conditional order', () => {
  const PROTECTED = (): Snapshot => {
    const snapshot = fixtureSnapshot()
    const desk = snapshot.parts.desk.data!
    const protections = encode([stopOf('E-ETH-USDT:isolated:short', 600)])
    return withPart(snapshot, 'desk', { data: { ...desk, protections } })
  }

  it('has details too, and says that no read shows it and no call cancels it', async () => {
    const bench = await openWindow(OrdersView, PROTECTED())
    bench.find('.protections tr.row').focus()
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(facts(bench).get('Trigger')).toBe('when it rises to 3,720')
    expect(facts(bench).get('To mark')).toMatch(/^\+6\.\d\s%$/)
    expect(said(bench)).toContain('No read can show whether it still stands.')
    expect(said(bench)).toContain('No API call cancels it')
    expect(drawer(bench).querySelector('[data-action="cancel"]')).toBeNull()
    await userEvent.keyboard('{Enter}{Escape}')
    await painted()
    expect(bench.root.querySelector('aside')).toBeNull()
    expect(document.activeElement).toBe(bench.find('.protections tr.row'))
  })

  it('leads to its position, with the details of that', async () => {
    const bench = await openWindow(App, PROTECTED())
    await bench.askPlace({ kind: 'screen', screen: 'orders' })
    await expect.poll(() => bench.root.querySelector('.protections tr.row')).not.toBeNull()
    await userEvent.click(bench.find('.protections tr.row td.position'))
    await painted()
    const button = [...drawer(bench).querySelectorAll('button')].find((each) => each.textContent.includes('position'))
    await userEvent.click(button!)
    await expect.poll(() => bench.root.querySelector('aside')?.ariaLabel).toContain('short E-ETH-USDT isolated')
  })
})
