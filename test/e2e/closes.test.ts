// Every way to reduce and to protect positions, by mouse and by keyboard. The tables hold the steps; the venue's state
// decides the outcome.
import { describe, expect, it } from 'vitest'
import { decimal } from '#shared/domain/decimal.ts'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import type { Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { deskApp, ended, heldOf, instrumentOf, isClosing, openOrders, positionRow, ranAs, type Desk } from './desk.ts'
import { HANDS, KEYBOARD, MOUSE, type Hand } from './hands.ts'
import { planSheet } from './venue.ts'

/** Opens the plan sheet of a position, with the button of its row or with the key for it. */
async function stage({ page }: Desk, hand: Hand, contract: string, what: 'stage' | 'stop'): Promise<void> {
  const row = positionRow(page, contract)
  await hand.find(row)
  if (hand === MOUSE) await row.locator(`[data-action=${what}]`).click()
  else await page.keyboard.press(what === 'stage' ? 'x' : 's')
  await planSheet(page).waitFor()
}

/** Starts the next action while the running one finishes. */
async function leaveSheet({ page }: Desk): Promise<void> {
  await planSheet(page).getByRole('status').waitFor()
  await page.keyboard.press('Escape')
  await planSheet(page).waitFor({ state: 'detached' })
}

interface Share {
  readonly percent: number
  readonly contract: string
  readonly left: number
}

const BY_MOUSE: readonly Share[] = [
  { percent: 25, contract: 'E-BNB-USDT', left: 975 },
  { percent: 50, contract: 'E-LINK-USDT', left: 155 },
  { percent: 75, contract: 'E-DOGE-USDT', left: 65 },
  { percent: 100, contract: 'E-BTC-USD', left: 0 },
]
/** The shares with the keys that pick them in the sheet. */
const BY_KEYBOARD: readonly (Share & { readonly key: string })[] = [
  { key: '1', percent: 25, contract: 'E-XRP-USDT', left: 900 },
  { key: '2', percent: 50, contract: 'E-ETH-USDT', left: 250 },
  { key: '3', percent: 75, contract: 'E-SOL-USDT', left: 288 },
  { key: '4', percent: 100, contract: 'E-DOGE-USDT', left: 0 },
]

/** Expects that one request closed each share. */
async function expectLeft(desk: Desk, shares: readonly Share[]): Promise<void> {
  const { venue } = desk
  expect((await ended(desk, shares.length)).map(({ state }) => state)).toEqual(shares.map(() => 'done'))
  const left = shares.map(({ percent, contract }) => ({ percent, contract, left: heldOf(venue, contract) }))
  expect(left).toEqual(shares.map(({ percent, contract, left: wanted }) => ({ percent, contract, left: wanted })))
  expect(writesOf(venue.ledger)).toHaveLength(shares.length)
}

interface Guard {
  readonly contract: string
  readonly purpose: 'Stop-loss' | 'Take-profit'
  /** The typed trigger price; null for break-even. */
  readonly price: number | null
  readonly direction: 'rise' | 'fall'
}

const GUARDS: readonly Guard[] = [
  { contract: 'E-BNB-USDT', purpose: 'Stop-loss', price: 9000, direction: 'rise' },
  { contract: 'E-LINK-USDT', purpose: 'Take-profit', price: 99, direction: 'rise' },
  { contract: 'E-BTC-USDT', purpose: 'Stop-loss', price: null, direction: 'fall' },
]

async function guard(desk: Desk, hand: Hand, { contract, purpose, price }: Guard, count: number): Promise<void> {
  await stage(desk, hand, contract, 'stop')
  const sheet = planSheet(desk.page)
  await hand.choose(sheet.getByRole('radiogroup', { name: 'Order' }), purpose)
  if (price === null) await hand.choose(sheet.getByRole('radiogroup', { name: 'Trigger' }), 'Break-even')
  else await hand.type(sheet.getByRole('textbox', { name: 'Trigger price' }), String(price))
  await hand.run(desk.page)
  // No read of the venue can show the order, so it is never called seen.
  await ranAs(desk, 'Accepted', { count })
}

const openDesk = deskApp()

/** Removes the closing orders: they lock part of a position, which would turn one request into two. */
function withoutOrders({ exchange }: Simulator): void {
  for (const order of exchange.contracts.openOrders()) exchange.cancel(order)
}

describe('a share of a position is closed at market', () => {
  it('by mouse: a hold in the drawer', async () => {
    const desk = await openDesk(withoutOrders)
    const { page, venue } = desk
    await MOUSE.go(page, 'Positions')
    for (const [at, { percent, contract }] of BY_MOUSE.entries()) {
      await positionRow(page, contract).locator('td.contract').click()
      await page.getByRole('complementary').getByRole('heading', { name: contract }).waitFor()
      await page.locator('.controls').getByText(`${percent}\u202f%`).hover()
      await page.mouse.down()
      await expect.poll(() => writesOf(venue.ledger).length).toBe(at + 1)
      await page.mouse.up()
    }
    await expectLeft(desk, BY_MOUSE)
  })

  it('by keyboard: x, a number, and the plan in the sheet', async () => {
    const desk = await openDesk(withoutOrders)
    const { page } = desk
    await KEYBOARD.go(page, 'Positions')
    for (const { key, contract } of BY_KEYBOARD) {
      await stage(desk, KEYBOARD, contract, 'stage')
      await page.keyboard.press(key)
      await KEYBOARD.run(page)
      await leaveSheet(desk)
    }
    await expectLeft(desk, BY_KEYBOARD)
  })
})

describe('a part of a position is closed', () => {
  it.each(HANDS)('by an exact size, and by an order that rests at a price, by $name', async (hand) => {
    const desk = await openDesk(withoutOrders)
    const { page, venue } = desk
    const contract = hand === MOUSE ? 'E-XRP-USDT' : 'E-LINK-USDT'
    const held = heldOf(venue, contract)
    await hand.go(page, 'Positions')
    await stage(desk, hand, contract, 'stage')
    await hand.choose(planSheet(page).getByRole('radiogroup', { name: 'Size' }), 'Exact')
    await hand.type(planSheet(page).getByRole('textbox', { name: 'Contracts' }), '7')
    await hand.run(page)
    await ranAs(desk, 'Verified')
    expect(heldOf(venue, contract)).toBe(held - 7)
    expect(writesOf(venue.ledger)).toHaveLength(1)

    await stage(desk, hand, contract, 'stage')
    await hand.choose(planSheet(page).getByRole('radiogroup', { name: 'Price' }), 'Limit')
    await hand.type(planSheet(page).getByRole('textbox', { name: 'Limit price' }), '99')
    await hand.run(page)
    await ranAs(desk, 'Working', { count: 2 })
    expect(heldOf(venue, contract)).toBe(held - 7)
    expect(writesOf(venue.ledger)).toHaveLength(2)
    const orders = venue.exchange.contracts.openOrders().filter(({ spec }) => spec.name === contract)
    expect(orders.map(({ action, price, volume }) => [action, price?.toNumber(), volume.toNumber()])).toEqual([
      ['CLOSE', 99, held - 7],
    ])
  })
})

/** Opens the plan sheet for seven contracts with a tactic and its percentage. */
async function stageTactic(
  desk: Desk,
  hand: Hand,
  { contract, tactic, percent }: { contract: string; tactic: 'Capped' | 'Chase'; percent: string },
): Promise<void> {
  const sheet = planSheet(desk.page)
  await stage(desk, hand, contract, 'stage')
  await hand.choose(sheet.getByRole('radiogroup', { name: 'Size' }), 'Exact')
  await hand.type(sheet.getByRole('textbox', { name: 'Contracts' }), '7')
  await hand.choose(sheet.getByRole('radiogroup', { name: 'Price' }), tactic)
  await hand.type(sheet.getByRole('textbox', { name: /percent/i }), percent)
}

describe('a close keeps to a price', () => {
  const closing = ({ venue }: Desk, contract: string) =>
    openOrders(venue).filter((order) => isClosing(order) && instrumentOf(order) === contract)
  const markOf = ({ venue }: Desk, contract: string) =>
    venue.exchange.market.price(venue.exchange.contract(contract)).toNumber()

  it('a capped close, by mouse', async () => {
    const desk = await openDesk(withoutOrders)
    const { page, venue } = desk
    const [hand, contract] = [MOUSE, 'E-BNB-USDT']
    const held = heldOf(venue, contract)
    await hand.go(page, 'Positions')
    await stageTactic(desk, hand, { contract, tactic: 'Capped', percent: '1' })
    await hand.run(page)
    await ranAs(desk, 'Verified')
    expect(heldOf(venue, contract)).toBe(held - 7)
    const [sent, ...more] = writesOf(venue.ledger)
    expect(more).toEqual([])
    const body = JSON.parse(sent!.body) as { price: string; timeInForce: string }
    expect(body.timeInForce).toBe('IOC')
    expect(Math.abs(Number(body.price) / markOf(desk, contract) - 1)).toBeCloseTo(0.01, 3)
  })

  it('a chase of the best price, by keyboard', async () => {
    const desk = await openDesk(withoutOrders)
    const { page, venue } = desk
    const [hand, contract, asset] = [KEYBOARD, 'E-LINK-USDT', 'LINK']
    const { exchange, ledger } = venue
    const held = heldOf(venue, contract)
    const start = markOf(desk, contract)
    const isLong = exchange.contracts.positions().find(({ spec }) => spec.name === contract)?.side === 'BUY'
    const away = (percent: number) =>
      exchange.setPrice(asset, decimal((start * (1 + (isLong ? -percent : percent) / 100)).toFixed(4)))
    await hand.go(page, 'Positions')
    await stageTactic(desk, hand, { contract, tactic: 'Chase', percent: '5' })
    await hand.run(page)
    await planSheet(page).getByRole('status').getByText('Chasing').waitFor()
    await planSheet(page).getByRole('button', { name: 'Stop the chase' }).waitFor()
    await expect.poll(() => closing(desk, contract)).toHaveLength(1)
    const [first] = closing(desk, contract)
    away(1)
    const moved = () => closing(desk, contract).filter(({ orderId }) => orderId !== first!.orderId)
    await expect.poll(moved).toHaveLength(1)
    const waits = moved()[0]!.price!
    expect(isLong ? waits.lt(first!.price!) : waits.gt(first!.price!)).toBe(true)
    away(-1)
    await ranAs(desk, 'Verified')
    expect(heldOf(venue, contract)).toBe(held - 7)
    expect(writesOf(ledger).flatMap(cancelsIn)).toEqual([first!.orderId])
    expect(writesOf(ledger)).toHaveLength(3)
    expect(ledger.twice().arrived).toEqual([])
  })
})

describe('a position is protected by orders at the venue', () => {
  it.each(HANDS)('by a stop-loss, a take-profit, and a stop at break-even, by $name', async (hand) => {
    const desk = await openDesk(withoutOrders)
    const { page, venue } = desk
    const { triggers, contracts } = venue.exchange
    await hand.go(page, 'Positions')
    for (const [at, row] of GUARDS.entries()) await guard(desk, hand, row, at + 1)

    const added = triggers.waiting
    expect(
      added.map(({ ticket: { spec, action, volume }, direction }) => [spec.name, action, volume.toNumber(), direction]),
    ).toEqual(GUARDS.map(({ contract, direction }) => [contract, 'CLOSE', heldOf(venue, contract), direction]))
    expect(writesOf(venue.ledger)).toHaveLength(GUARDS.length)
    for (const [at, { contract, price }] of GUARDS.entries()) {
      const fires = added[at]!.price.toNumber()
      const position = contracts.positions().find(({ spec }) => spec.name === contract)!
      // A long breaks even above its entry, by the fees of entry and exit: less than 1 %.
      const above = fires / position.openPrice.toNumber() - 1
      if (price === null) expect(above > 0 && above < 0.01).toBe(true)
      else expect(fires).toBe(price)
    }
  })
})

describe('every position of a side is closed', () => {
  const SIDES = { longs: 'BUY', shorts: 'SELL' } as const
  const cases = HANDS.flatMap((hand) => (['longs', 'shorts'] as const).map((what) => ({ hand, what })))
  it.each(cases)('all $what, by $hand.name', async ({ hand, what }) => {
    const desk = await openDesk(withoutOrders)
    const { page, venue } = desk
    const { contracts } = venue.exchange
    const meant = contracts.positions().filter(({ side }) => side === SIDES[what])
    const held = () => contracts.positions().map(({ id, volume }) => [id, volume.toNumber()])
    const others = held().filter(([id]) => !meant.some((position) => position.id === id))
    await hand.go(page, 'Positions')
    const button = page.getByRole('button', { name: `Close ${what}` })
    await button.getByText(String(meant.length), { exact: true }).waitFor()
    await hand.press(button)
    await hand.run(page)
    await ranAs(desk, 'Verified')
    expect(held()).toEqual(others)
    expect(writesOf(venue.ledger)).toHaveLength(meant.length)
    expect(venue.ledger.twice().arrived).toEqual([])
  })
})
