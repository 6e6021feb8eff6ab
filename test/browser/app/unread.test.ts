/** What could not be read is never shown or counted as none, and data kept from earlier is marked. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import type { Quarantined } from '#shared/domain/quarantine.ts'
import type { Part, Snapshot } from '#shared/snapshot/snapshot.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { emptySnapshot, fixtureSnapshot, MONO, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import OrdersView from '../../../renderer/src/orders/OrdersView.vue'
import OverviewView from '../../../renderer/src/overview/OverviewView.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import FundingTab from '../../../renderer/src/risk/funding/FundingTab.vue'
import { openWindow, type Bench } from '../support/window.ts'

// High enough for every panel of the overview in a place of its own.
beforeEach(() => page.viewport(1280, 1000))

const FAILURE = localFailure('timeout', 'contract.account', verbatim('the venue did not answer'))
const entry = (about: Partial<Quarantined> = {}): Quarantined => ({
  path: 'account[0]',
  reason: message('expected.missing'),
  ...about,
})
const LINK = entry({ contract: 'E-LINK-USDT', coin: 'USDT', hides: ['positions'] })

/** An empty account: no position, order, balance or margin account is listed. */
function flat(): Snapshot {
  const open = fixtureSnapshot().parts.orders.data!
  let snapshot = withPart(fixtureSnapshot(), 'orders', { data: { orders: [], scopes: open.scopes } })
  for (const name of ['positions', 'balances', 'marginAccounts'] as const)
    snapshot = withPart(snapshot, name, { data: [] })
  const risk = snapshot.parts.risk.data!
  const exposure = { ...risk.exposure, assets: [], notCounted: [] }
  return withPart(snapshot, 'risk', { data: { ...risk, margin: [], positions: [], exposure } })
}

type How = Pick<Partial<Part<never>>, 'hidden' | 'failure' | 'readAt'>
const UNREAD: readonly (readonly [string, How])[] = [
  ['rows of it could not be read', { hidden: [entry()] }],
  ['the newest read failed', { failure: FAILURE }],
  ['no newer read has come', { readAt: MONO - 60_000 }],
]
const words = ({ root }: Pick<Bench, 'root'>): string => root.textContent.replace(/\s+/g, ' ')
const countOf = ({ root }: Bench, screen: string): string | undefined =>
  [...root.querySelectorAll('nav li')].find((each) => each.textContent.includes(screen))?.querySelector('.count')
    ?.textContent

describe('a part that lists nothing', () => {
  it('is none when all of it was read', async () => {
    expect(words(await openWindow(PositionsView, flat()))).toContain('No open positions.')
    expect(words(await openWindow(OrdersView, flat()))).toContain('No open orders.')
    const overview = words(await openWindow(OverviewView, flat()))
    expect(overview).toContain('No Spot balances.')
    expect(overview).toContain('No margin accounts.')
    expect(overview).toContain('No exposure: everything is cash.')
    const app = await openWindow(App, flat())
    expect([countOf(app, 'Positions'), countOf(app, 'Orders')]).toEqual(['0', '0'])
    expect(app.find('[data-testid="time-to-flatten"]').textContent).toBe('flat')
  })

  it.each(UNREAD)('is unknown when %s', async (_, how) => {
    let snapshot = flat()
    for (const name of ['positions', 'balances', 'marginAccounts'] as const) snapshot = withPart(snapshot, name, how)
    const positions = await openWindow(PositionsView, snapshot)
    expect(words(positions)).toContain('Not known.')
    expect(words(positions)).not.toContain('No open positions')
    const close = positions.root.querySelectorAll<HTMLButtonElement>('.tools button')[0]!
    expect([close.disabled, close.textContent.replace(/\s+/g, ' ').trim()]).toEqual([false, 'Close longs… ?'])
    const overview = words(await openWindow(OverviewView, snapshot))
    expect(overview).not.toMatch(/No Spot balances|No margin accounts/)
    expect(words(await openWindow(FundingTab, snapshot))).not.toContain('No open positions')
    const app = await openWindow(App, snapshot)
    expect(countOf(app, 'Positions')).toBe('?')
    expect(app.find('[data-testid="time-to-flatten"]').textContent).not.toBe('flat')
  })

  it.each([
    ['its list has unreadable rows', { unreadRows: 1 }, '1 row could not be read'],
    ['its list is cut short', { isCut: true }, 'More open orders than the venue lists at once'],
    ['reading its list fails', { failure: FAILURE }, 'Could not be read again'],
    ['its list was never read', { readAt: null }, 'Not read yet'],
  ])('is unknown for open orders when %s', async (_, change, why) => {
    const { scopes } = flat().parts.orders.data!
    const [first, ...rest] = scopes
    const data = { orders: [], scopes: [{ ...first!, ...change }, ...rest] }
    const snapshot = withPart(flat(), 'orders', { data })
    expect(words(await openWindow(OrdersView, snapshot))).toContain(`Not known. ${why}`)
    const app = await openWindow(App, snapshot)
    expect(countOf(app, 'Orders')).toBe('?')
    expect(app.find('[data-testid="time-to-flatten"]').textContent).not.toBe('flat')
  })

  it('is not counted at all before the first read', async () => {
    const app = await openWindow(App, emptySnapshot())
    expect([countOf(app, 'Positions'), countOf(app, 'Orders')]).toEqual([undefined, undefined])
    expect(words(await openWindow(PositionsView, emptySnapshot()))).not.toContain('No open positions')
  })
})

describe('a partly unread part', () => {
  it('is "at least" that many wherever it is counted', async () => {
    const open = fixtureSnapshot().parts.orders.data!
    const scopes = open.scopes.map((scope, index) => (index === 0 ? { ...scope, unreadRows: 2 } : scope))
    const partly = withPart(withPart(fixtureSnapshot(), 'positions', { hidden: [LINK] }), 'orders', {
      data: { ...open, scopes },
    })
    const app = await openWindow(App, partly)
    expect([countOf(app, 'Positions'), countOf(app, 'Orders')]).toEqual(['≥\u202f7', '≥\u202f22'])
    expect(words(await openWindow(PositionsView, partly))).toMatch(
      /some positions could not be read ?Close longs… ≥ \d/,
    )
    const orders = words(await openWindow(OrdersView, partly))
    expect(orders).toContain('At least 22 orders')
    expect(orders).toContain('2 rows could not be read')
  })

  it('keeps the position that it may hide, with its age, as not confirmed', async () => {
    const held = fixtureSnapshot().parts.positions.data!
    const data = held.map((each) => (each.contract === 'E-LINK-USDT' ? { ...each, keptFrom: MONO - 12_000 } : each))
    const { root } = await openWindow(PositionsView, withPart(fixtureSnapshot(), 'positions', { data, hidden: [LINK] }))
    const rows = [...root.querySelectorAll('tr.row')]
    const kept = rows.find((row) => row.textContent.includes('E-LINK-USDT'))!
    expect(kept.textContent.replace(/\s+/g, ' ')).toMatch(/not confirmed stale 12 s/)
    expect(kept.classList).toContain('row-stale')
    expect(rows.filter((row) => row.textContent.includes('not confirmed'))).toHaveLength(1)
    expect(rows.filter((row) => row.classList.contains('row-stale'))).toHaveLength(1)
  })

  it('keeps orders and balances that it may hide, as not confirmed', async () => {
    const open = fixtureSnapshot().parts.orders.data!
    const orders = open.orders.map((order, index) => (index === 0 ? { ...order, isKept: true } : order))
    const orderRows = await openWindow(OrdersView, withPart(fixtureSnapshot(), 'orders', { data: { ...open, orders } }))
    expect(words(orderRows).match(/not confirmed/g)).toHaveLength(1)
    const balances = fixtureSnapshot().parts.balances.data!
    const data = balances.map((each) => (each.asset === 'BTC' ? { ...each, keptFrom: null } : each))
    const overview = await openWindow(
      OverviewView,
      withPart(fixtureSnapshot(), 'balances', { data, hidden: [entry()] }),
    )
    const panel = overview.find('.balances').textContent.replace(/\s+/g, ' ')
    expect(panel.match(/not confirmed/g)).toHaveLength(1)
    expect(panel).toContain('not all read')
  })

  it('has no margin rate of ours, and shows the venue’s own rate under its name', async () => {
    const risk = fixtureSnapshot().parts.risk.data!
    const unread = { unread: true, state: 'notModelled', venueMarginRate: 0.845, venueRateMatch: null } as const
    const none = { marginRate: null, requiredRate: null, requirement: null, usage: null, positionValue: null }
    const margin = risk.margin.map((unit) => (unit.id === 'cross:USDT' ? { ...unit, ...unread, ...none } : unit))
    const snapshot = withPart(fixtureSnapshot(), 'risk', { data: { ...risk, margin } })
    const overview = await openWindow(OverviewView, snapshot)
    const row = [...overview.root.querySelectorAll('.margin tbody tr')].find((each) =>
      each.textContent.includes('cross'),
    )!
    const cell = (column: string) => row.querySelector(`td.${column}`)?.textContent.replace(/\s+/g, ' ').trim()
    expect(row.textContent).toContain('not all read')
    expect(cell('rate')).toMatch(/^\?: One of its positions could not be read/)
    expect(cell('venue')).toBe('84.50 %')
  })
})

it('marks a figure whose field could not be read, with the reason, and shows no 0 for it', async () => {
  const held = fixtureSnapshot().parts.positions.data!
  const gaps = [
    { field: 'margin', reason: message('expected.at', { path: 'holdAmount', problem: message('expected.missing') }) },
    { field: 'openPrice', reason: message('expected.at', { path: 'openPrice', problem: message('expected.missing') }) },
  ]
  const data = held.map((each) =>
    each.contract === 'E-BTC-USDT' ? { ...each, margin: null, openPrice: null, gaps } : each,
  )
  const { root } = await openWindow(PositionsView, withPart(fixtureSnapshot(), 'positions', { data }))
  const row = [...root.querySelectorAll('tr.row')].find((each) => each.textContent.includes('E-BTC-USDT'))!
  const marks = [...row.querySelectorAll<HTMLElement>('.gap')].map(({ title, textContent }) => [
    textContent.split(':')[0],
    title,
  ])
  expect(marks).toContainEqual(['Margin ?', 'Could not be read: holdAmount: is missing'])
  expect(marks).toContainEqual(['Entry ?', 'Could not be read: openPrice: is missing'])
})

it('names a held contract that the exposure does not include', async () => {
  const risk = fixtureSnapshot().parts.risk.data!
  const exposure = { ...risk.exposure, notCounted: ['E-ODD-USDT'] }
  const snapshot = withPart(fixtureSnapshot(), 'risk', { data: { ...risk, exposure } })
  const app = await openWindow(App, snapshot)
  expect(app.find('.strip [title="Not counted: E-ODD-USDT"]').textContent).toContain('without E-ODD-USDT')
  expect(words(await openWindow(OverviewView, snapshot))).toContain('Without E-ODD-USDT.')
  const nothing = { ...exposure, assets: [] }
  const alone = withPart(snapshot, 'risk', { data: { ...risk, exposure: nothing } })
  expect(words(await openWindow(OverviewView, alone))).toContain('Exposure not known. Without E-ODD-USDT.')
})
