// Every way to cancel orders and to restore them, by mouse and by keyboard.
import { describe, expect, it } from 'vitest'
import { toText } from '#shared/domain/decimal.ts'
import { writesOf } from '#test/support/ledger.ts'
import type { SimOrder, Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import {
  deskApp,
  ended,
  expectCanceled,
  instrumentOf,
  isClosing,
  openOrders,
  orderRow,
  ranAs,
  rest,
  type Desk,
  type Resting,
} from './desk.ts'
import { HANDS, KEYBOARD, MOUSE, type Hand } from './hands.ts'

/** More Spot orders, so that there are several of each kind. */
const MORE_ON_SPOT: readonly Resting[] = [
  ['btcusdt', 'SELL', 0.07, '0.03'],
  ['btcusdt', 'SELL', 0.08, '0.04'],
  ['solusdt', 'SELL', 0.08, '5'],
  ['linkusdt', 'SELL', 0.09, '20'],
  ['dogeusdt', 'SELL', 0.12, '500'],
  ['xmrbtc', 'SELL', 0.06, '2'],
  ['xmrbtc', 'BUY', -0.06, '1'],
]
const MORE_CONTRACTS: readonly Resting[] = [
  ['E-ETH-USDT', 'SELL', 0.055, '100'],
  ['E-BNB-USDT', 'BUY', -0.06, '100', 'CLOSE'],
]

interface Case {
  readonly what: string
  readonly hand: Hand
  /** The filter of the list. */
  readonly place: string
  readonly button: 'buys' | 'sells' | 'all'
  /** Whether orders that close a position are cancelled too. */
  readonly closing: boolean
  readonly meant: (order: SimOrder) => boolean
}

const EVERYTHING = { what: 'all of the account', place: 'All', button: 'all', closing: true } as const
const CASES: readonly Case[] = [
  {
    ...{ what: 'all of a pair', hand: MOUSE, place: 'ETH/USDT', button: 'all', closing: false },
    meant: (order) => instrumentOf(order) === 'ethusdt',
  },
  {
    ...{ what: 'all of a contract', hand: KEYBOARD, place: 'E-BTC-USDT', button: 'all', closing: true },
    meant: (order) => instrumentOf(order) === 'E-BTC-USDT',
  },
  {
    ...{ what: 'the sells of a pair', hand: MOUSE, place: 'BTC/USDT', button: 'sells', closing: false },
    meant: (order) => instrumentOf(order) === 'btcusdt' && order.side === 'SELL',
  },
  {
    ...{ what: 'the sells of a pair', hand: KEYBOARD, place: 'XMR/BTC', button: 'sells', closing: false },
    meant: (order) => instrumentOf(order) === 'xmrbtc' && order.side === 'SELL',
  },
  {
    ...{ what: 'the buys of an area', hand: MOUSE, place: 'Spot', button: 'buys', closing: false },
    meant: ({ area, side }) => area === 'spot' && side === 'BUY',
  },
  {
    ...{ what: 'the buys of the account', hand: KEYBOARD, place: 'All', button: 'buys', closing: false },
    meant: (order) => order.side === 'BUY' && !isClosing(order),
  },
  {
    ...{ what: 'the opening orders of an area', hand: MOUSE, place: 'Contracts', button: 'all', closing: false },
    meant: (order) => order.area === 'contract' && !isClosing(order),
  },
  {
    ...{ what: 'all of an area', hand: KEYBOARD, place: 'Contracts', button: 'all', closing: true },
    meant: ({ area }) => area === 'contract',
  },
]

async function cancelShown(desk: Desk, { hand, place, button, closing, meant }: Omit<Case, 'what'>): Promise<void> {
  const { page, venue } = desk
  await hand.go(page, 'Orders')
  const before = openOrders(venue)
  const ids = before.filter(meant).map(({ orderId }) => orderId)
  expect(ids.length).toBeGreaterThan(1)
  await hand.pick(page.getByRole('combobox', { name: 'Where' }), place)
  const box = page.getByRole('checkbox', { name: 'with closing orders' })
  if ((await box.isChecked()) !== closing) await hand.tick(box)
  const cancel = page.locator(`[data-cancel=${button}]`)
  await cancel.getByText(String(ids.length), { exact: true }).waitFor()
  await hand.press(cancel)
  await hand.run(page)
  await ranAs(desk, 'Verified')
  expectCanceled(venue, ids, before)
}

/** The terms of an order, without the ids that the venue assigned. */
const asked = (order: SimOrder): string =>
  [instrumentOf(order), order.side, toText(order.volume), order.price && toText(order.price)].join(' ')

/** Restores the orders that the newest row of the journal cancelled. */
async function restoreNewest(desk: Desk, hand: Hand, canceled: readonly SimOrder[]): Promise<void> {
  const { page, venue } = desk
  const before = openOrders(venue).map(({ orderId }) => orderId)
  await hand.go(page, 'Journal')
  const row = page.getByRole('grid', { name: 'Journal' }).locator('tr.row').first()
  await hand.find(row)
  if (hand === KEYBOARD) await page.keyboard.press('r')
  else await hand.press(row.locator('[data-action=restore]'))
  await hand.run(page)
  // Contract orders do not report their margin mode. They stay cancelled, and the journal says so.
  const wanted = canceled.filter(({ area }) => area === 'spot')
  const words = `could not be placed again: ${canceled.length - wanted.length}`
  await ranAs(desk, words, { count: 2, state: 'partial' })
  const placed = openOrders(venue).filter(({ orderId }) => !before.includes(orderId))
  expect(placed.map(asked).sort()).toEqual(wanted.map(asked).sort())
  expect(writesOf(venue.ledger)).toHaveLength(wanted.length)
  expect(venue.ledger.twice().arrived).toEqual([])
}

const openDesk = deskApp()
const several = (venue: Simulator): void => rest(venue, [...MORE_ON_SPOT, ...MORE_CONTRACTS])

describe('orders are cancelled', () => {
  it.each(HANDS)('all of the account, by $name; those on Spot are restored', async (hand) => {
    const desk = await openDesk(several)
    const all = openOrders(desk.venue)
    await cancelShown(desk, { ...EVERYTHING, hand, meant: () => true })
    desk.venue.ledger.clear()
    await restoreNewest(desk, hand, all)
  })

  it('a single one, by its key', async () => {
    const desk = await openDesk(several)
    const { page, venue } = desk
    await KEYBOARD.go(page, 'Orders')
    const before = openOrders(venue)
    const orderId = before.find((order) => instrumentOf(order) === 'xrpusdt')!.orderId
    await KEYBOARD.find(orderRow(page, orderId))
    await page.keyboard.press('c')
    expect(await ended(desk)).toMatchObject([{ state: 'done', legs: [{ state: 'verified' }] }])
    expectCanceled(venue, [orderId], before)
  })

  it.each(HANDS)('the selected ones, by $name: those of one pair in one batch', async (hand) => {
    const desk = await openDesk(several)
    const { page, venue } = desk
    await hand.go(page, 'Orders')
    const before = openOrders(venue)
    const symbol = hand === MOUSE ? 'solusdt' : 'linkusdt'
    const ids = before.filter((order) => instrumentOf(order) === symbol).map(({ orderId }) => orderId)
    expect(ids.length).toBeGreaterThan(1)
    for (const id of ids) {
      const row = orderRow(page, id)
      await hand.find(row)
      if (hand === KEYBOARD) await page.keyboard.press('Space')
      else await hand.tick(row.getByRole('checkbox'))
    }
    await hand.press(page.getByRole('button', { name: `Cancel selected ${ids.length}` }))
    await hand.run(page)
    await ranAs(desk, 'Verified')
    expectCanceled(venue, ids, before)
    expect(writesOf(venue.ledger)).toHaveLength(1)
  })

  it.each(CASES)('$what, by $hand.name', async (row) => cancelShown(await openDesk(several), row))
})
