// The app on an account at its own venue, and what that venue received. An app takes seconds to start, an account with
// its venue one second. So each file has one app, and each case has an account and a venue that no other case has used.
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { IntentReport } from '#shared/desk/report.ts'
import { decimal, ONE, roundTo } from '#shared/domain/decimal.ts'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import type { SimOrder, Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { confirmAll, launchApp, type Launched } from './launch.ts'
import { giveSecret, planSheet, screen, startVenue, type Open } from './venue.ts'

export interface Desk {
  readonly venue: Simulator
  readonly page: Page
}

/** Prepares the venue before anything is read from it. */
type Prepare = (venue: Simulator) => void

const NOTHING: Prepare = () => undefined

/**
 * Starts one app for the cases of a file. Each case first calls the returned function once. Call at the top of the
 * file.
 */
export function deskApp(): (prepare?: Prepare) => Promise<Desk & Pick<Launched, 'app'>> {
  let launched: Launched
  /** Venues of finished cases. The app leaves a venue only with the next case or at its end. */
  let left: Simulator[] = []
  let open: Simulator | null = null
  let account: string | null = null
  const stopLeft = async (): Promise<void> => {
    await Promise.all(left.map((venue) => venue.stop()))
    left = []
  }
  beforeAll(async () => {
    launched = await launchApp({ args: ['--size=1440x900'] })
  })
  afterEach(() => {
    if (open !== null) left.push(open)
    open = null
  })
  afterAll(async () => {
    await launched.close()
    await stopLeft()
  })
  return async (prepare = NOTHING) => {
    const { app, page } = launched
    await page.mouse.up()
    // The previous case may have answered dialogs in its own way.
    await confirmAll(app)
    const venue = await startVenue()
    open = venue
    prepare(venue)
    const before = account
    account = await addAccount(launched, venue)
    // The window shows the new account while main asks about the old one.
    await Promise.all([shown(page, account), before !== null && disconnect(page, before)])
    await stopLeft()
    // The account came to the front on the screen of the case before.
    await screen(page, 'Overview')
    venue.ledger.clear()
    return { venue, page, app }
  }
}

/** Adds an account of `venue` and waits until the window shows it live. Returns its id. */
export async function openAccount(open: Open, venue: Simulator, name?: string): Promise<string> {
  const id = await addAccount(open, venue, name)
  await shown(open.page, id)
  return id
}

/**
 * Adds an account of `venue` as the form does, but without the form. No two accounts may share a name: the second
 * `Harbour` is `Harbour 2`.
 */
async function addAccount({ app, page }: Open, venue: Simulator, name = 'Harbour'): Promise<string> {
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const listed = await page.evaluate(() => window.plimsoll!.listAccounts())
  const taken = listed.ok ? listed.value.filter((one) => one.name.startsWith(name)).length : 0
  const account = {
    ...{ name: taken === 0 ? name : `${name} ${String(taken + 1)}` },
    ...{ spotBaseUrl, contractBaseUrl, apiKey },
  }
  const [added] = await Promise.all([
    page.evaluate((given) => window.plimsoll!.addAccount(given), account),
    giveSecret(app, apiSecret),
  ])
  const id = added.ok ? added.value?.account?.id : undefined
  if (id === undefined) throw new Error(`expected the account to be added, was ${JSON.stringify(added)}`)
  return id
}

async function disconnect(page: Page, accountId: string): Promise<void> {
  const left = await page.evaluate((id) => window.plimsoll!.disconnectAccount({ accountId: id }), accountId)
  if (!left.ok) throw new Error(`expected the account to be left, was ${JSON.stringify(left)}`)
}

/** Waits until the window shows the account `id` live; null for any account. */
export async function shown(page: Page, id: string | null = null): Promise<void> {
  const isShown = async (): Promise<boolean> =>
    page.evaluate(async (wanted) => {
      const answer = await window.plimsoll!.getPortfolio()
      const isOpen =
        answer.ok && answer.value.account !== null && (wanted ?? answer.value.account.id) === answer.value.account.id
      return isOpen && document.documentElement.dataset['live'] === answer.value.runId
    }, id)
  await expect.poll(isShown).toBe(true)
}

export const openOrders = ({ exchange }: Simulator): readonly SimOrder[] => [
  ...exchange.spot.openOrders(),
  ...exchange.contracts.openOrders(),
]
export const instrumentOf = (order: SimOrder): string => (order.area === 'spot' ? order.spec.symbol : order.spec.name)
export const isClosing = (order: SimOrder): boolean => order.area === 'contract' && order.action === 'CLOSE'
/** The size of the position in contract `name`, in contracts. */
export const heldOf = ({ exchange }: Simulator, name: string): number =>
  exchange.contracts
    .positions()
    .filter(({ spec }) => spec.name === name)
    .reduce((all, { volume }) => all + volume.toNumber(), 0)

/** A resting order: instrument, side, distance above the market (a fraction), size, and purpose. */
export type Resting = readonly [
  instrument: string,
  side: 'BUY' | 'SELL',
  offset: number,
  volume: string,
  action?: 'OPEN' | 'CLOSE',
]

/** Places orders as another program would. */
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

/**
 * Expects that exactly the orders `ids` of those in `before` are gone, and that each was cancelled by one request,
 * alone or in a batch.
 */
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

/**
 * Dismisses notices: one that is left over could be taken for the next action's notice. Notices of finished actions also
 * close by themselves.
 */
async function dismissNotices(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Dismiss' }).first()
  while ((await button.count()) > 0) await button.click({ timeout: 1_000 }).catch(() => {})
}

type Ended = Pick<IntentReport, 'state' | 'note'> & { readonly legs: readonly { readonly state: string }[] }

/**
 * Waits until the account has exactly `count` intents and all have ended; returns them newest first. The app's report
 * covers the whole intent, while text on the screen may describe only a part. `withRefused`: refused ones count too.
 */
export async function ended({ page }: Pick<Desk, 'page'>, count = 1, withRefused = true): Promise<readonly Ended[]> {
  const known = async () => {
    const intents = await page.evaluate(async () => {
      const answer = await window.plimsoll!.getPortfolio()
      const all = answer.ok ? (answer.value.parts.desk.data?.intents ?? []) : []
      return all.map(({ state, note, legs }) => ({ state, note, legs: legs.map((leg) => ({ state: leg.state })) }))
    })
    return intents.filter(({ state }) => withRefused || state !== 'refused')
  }
  const isOver = ({ state }: Ended): boolean => state !== 'running' && state !== 'unknown'
  await expect
    .poll(async () => (await known()).map((intent) => (isOver(intent) ? 'over' : intent.state)))
    .toEqual(new Array(count).fill('over'))
  return known()
}

interface How {
  /** The number of intents that the account then has; 1 by default. */
  readonly count?: number
  /** Whether refused intents are among them; true by default. */
  readonly withRefused?: boolean
  /** How the newest intent ended; done by default. */
  readonly state?: IntentReport['state']
}

/**
 * Waits until the intent in the sheet ends as expected and the sheet says `words`. Then closes the sheet and its notice.
 */
export async function ranAs(
  desk: Pick<Desk, 'page'>,
  words: string,
  { count = 1, withRefused = true, state = 'done' }: How = {},
): Promise<void> {
  const { page } = desk
  const [newest] = await ended(desk, count, withRefused)
  const unverified = newest?.legs.filter((leg) => leg.state !== 'verified')
  expect(newest?.state, `${newest?.note?.code ?? 'no note'}; ${JSON.stringify(unverified)}`).toBe(state)
  const said = async () => (await planSheet(page).getByRole('status').first().innerText()).toLowerCase()
  await expect.poll(said).toContain(words.toLowerCase())
  await page.keyboard.press('Escape')
  await planSheet(page).waitFor({ state: 'detached' })
  await dismissNotices(page)
}
