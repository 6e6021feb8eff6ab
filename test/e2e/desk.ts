// The app on an account of a venue of its own, and what that venue says was asked of it.
import type { Locator, Page } from 'playwright-core'
import { decimal, ONE, roundTo } from '#shared/domain/decimal.ts'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import { expect } from 'vitest'
import type { SimOrder, Simulator } from '../../electron/simulator/simulator.ts'
import { launchApp } from './launch.ts'
import { connect, live, planSheet, reportOf, startVenue } from './venue.ts'

export interface Desk {
  readonly venue: Simulator
  readonly page: Page
  /** Puts back the positions that were held at the start and are gone. */
  hold(): void
  close(): Promise<void>
}

/** Starts the app with an account open; `prepare` makes the venue what it is to be before anything is read of it. */
export async function startDesk(prepare: (venue: Simulator) => void): Promise<Desk> {
  const venue = await startVenue()
  prepare(venue)
  const { contracts } = venue.exchange
  const seeded = contracts.positions().map((position) => ({ ...position }))
  const launched = await launchApp({ args: ['--size=1440x900'] })
  const { page } = launched
  await connect(page, venue, venue.apiSecret)
  await reportOf(page, 'Connected to Harbour')
  await page.keyboard.press('Enter')
  await live(page)
  return {
    venue,
    page,
    hold() {
      for (const position of seeded) if (heldOf(venue, position.spec.name) === 0) contracts.adopt({ ...position })
    },
    async close() {
      await launched.close()
      await venue.stop()
    },
  }
}

export const openOrders = ({ exchange }: Simulator): readonly SimOrder[] => [
  ...exchange.spot.openOrders(),
  ...exchange.contracts.openOrders(),
]
export const instrumentOf = (order: SimOrder): string => (order.area === 'spot' ? order.spec.symbol : order.spec.name)
export const isClosing = (order: SimOrder): boolean => order.area === 'contract' && order.action === 'CLOSE'
/** Contracts held of `name`. */
export const heldOf = ({ exchange }: Simulator, name: string): number =>
  exchange.contracts
    .positions()
    .filter(({ spec }) => spec.name === name)
    .reduce((all, { volume }) => all + volume.toNumber(), 0)

/** An order that rests at the venue: instrument, side, how far above the market (a fraction), how much, and what for. */
export type Resting = readonly [
  instrument: string,
  side: 'BUY' | 'SELL',
  offset: number,
  volume: string,
  action?: 'OPEN' | 'CLOSE',
]

/** Places orders as somebody else would. */
export function rest({ exchange }: Simulator, orders: readonly Resting[]): void {
  for (const [instrument, side, offset, volume, action = 'OPEN'] of orders) {
    const spec = exchange.findPair(instrument) ?? exchange.contract(instrument)
    const price = roundTo(
      exchange.market.price(spec).times(ONE.plus(decimal(offset))),
      spec.pricePrecision,
      'half-even',
    )
    const ticket = { side, type: 'LIMIT', price, volume: decimal(volume), clientOrderId: null } as const
    const placed =
      spec.area === 'spot'
        ? exchange.spot.place({ ...ticket, spec })
        : exchange.contracts.place({ ...ticket, spec, action, positionType: 1, timeInForce: 'GTC' })
    if (!placed.ok) throw new Error(`expected ${instrument} to take an order, was ${JSON.stringify(placed.error)}`)
  }
}

/** Exactly the orders `ids` are gone of those `before`, and each was asked for once, by itself or as one of a batch. */
export function expectCanceled(
  { exchange, ledger }: Simulator,
  ids: readonly string[],
  before: readonly SimOrder[],
): void {
  const left = new Set(
    [...exchange.spot.openOrders(), ...exchange.contracts.openOrders()].map(({ orderId }) => orderId),
  )
  const gone = before.map(({ orderId }) => orderId).filter((id) => !left.has(id))
  expect(gone.sort()).toEqual([...ids].sort())
  const posts = writesOf(ledger)
  expect(posts.flatMap(cancelsIn).sort()).toEqual([...ids].sort())
  expect(posts.filter((entry) => cancelsIn(entry).length === 0)).toEqual([])
}

export const orderRow = (page: Page, orderId: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[title*="order ${orderId}"]`) })
export const positionRow = (page: Page, contract: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[title="${contract}"]`) })

/** The toast says that the venue was seen to have done it. */
export const verified = (page: Page): Locator =>
  page.getByRole('status', { name: 'What you asked for' }).getByText('Verified').first()

/** A toast that is left over would speak for the next action. Those that are done go by themselves, too. */
export async function putToastsAway(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Put away' }).first()
  while ((await button.count()) > 0) await button.click({ timeout: 1_000 }).catch(() => {})
}

/** The sheet says how it went; then it is put away, and the toast with it. */
export async function ranAs(page: Page, word: string): Promise<void> {
  const said = async (): Promise<string> => {
    const lines = await planSheet(page).getByRole('status').allInnerTexts()
    return lines.join('\n').toLowerCase()
  }
  await expect.poll(said, { timeout: 60_000 }).toContain(word.toLowerCase())
  await page.keyboard.press('Escape')
  await planSheet(page).waitFor({ state: 'detached' })
  await putToastsAway(page)
}

/** Waits until the newest `count` actions came to their ends, and says how each did. */
export async function ended(page: Page, count: number): Promise<readonly string[]> {
  const states = () =>
    page.evaluate(async (newest) => {
      const answer = await window.plimsoll!.getPortfolio()
      const intents = answer.ok ? (answer.value.parts.desk.data?.intents ?? []) : []
      return intents.slice(0, newest).map(({ state }) => state as string)
    }, count)
  await expect
    .poll(async () => (await states()).filter((state) => state !== 'running' && state !== 'unknown'), {
      timeout: 30_000,
    })
    .toHaveLength(count)
  return states()
}
