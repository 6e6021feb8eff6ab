import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimal, toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import { seedDemoAccount } from '../../electron/simulator/demo/seed.ts'
import type { LedgerEntry, Simulator } from '../../electron/simulator/simulator.ts'
import { ranAs } from './desk.ts'
import { HANDS, KEYBOARD, MOUSE } from './hands.ts'
import { launchApp, type Launched } from './launch.ts'
import { connect, holdToRun, keysToRun, live, planSheet, reportOf, startVenue } from './venue.ts'

let venue: Simulator
let one: Launched
beforeAll(async () => {
  venue = await startVenue()
  one = await launchApp({ args: ['--size=1440x900'], keep: true })
  await connect(one.page, venue, venue.apiSecret)
  await reportOf(one.page, 'Connected to Harbour')
  await one.page.keyboard.press('Enter')
  await live(one.page)
  venue.ledger.clear()
})
afterAll(async () => {
  await one.close()
  await venue.stop()
})

const posts = (): readonly LedgerEntry[] => writesOf(venue.ledger)
const openIds = (): string[] =>
  [...venue.exchange.spot.openOrders(), ...venue.exchange.contracts.openOrders()].map(({ orderId }) => orderId).sort()
/** Ids of the orders each cancel that arrived was to take back: a batch names several. */
const canceledIds = (): string[] => posts().flatMap(cancelsIn).sort()
const spotTotals = (): string[] =>
  venue.exchange.spot.balances().map(({ asset, free, locked }) => `${asset} ${toText(free.plus(locked))}`)
/** In USDT; 0 where it is not traded for that. */
const worth = (asset: string): Decimal => {
  const pair = venue.exchange.findPair(`${asset}usdt`)
  return pair ? venue.exchange.market.price(pair) : ZERO
}
const isFlat = (): boolean => openIds().length === 0 && venue.exchange.contracts.positions().length === 0
/**
 * A new account to flatten, once the one before was seen flat. Its orders need not be on the screen yet: a plan is made of
 * what is read for it.
 */
async function fill(): Promise<void> {
  await expect.poll(async () => (await known())?.intents?.[0]?.state, { timeout: 30_000 }).toBe('done')
  seedDemoAccount(venue.exchange)
  venue.ledger.clear()
  const held = venue.exchange.contracts.positions().length
  await expect.poll(known, { timeout: 30_000 }).toMatchObject({ positions: held })
}
/** What the window could know now. */
const known = () =>
  one.page.evaluate(async () => {
    const answer = await window.plimsoll!.getPortfolio()
    if (!answer.ok) return null
    const { positions, desk } = answer.value.parts
    return {
      positions: positions.data?.length,
      desk: desk.data?.state,
      intents: desk.data?.intents.map(({ state, legs }) => ({ state, legs: legs.length })),
    }
  })

describe('flatten', () => {
  it('shows its plan from the strip and by its keys, and sends nothing by that', async () => {
    const { page } = one
    await page.getByRole('region', { name: 'Flatten' }).getByRole('button').click()
    await planSheet(page).getByText('Hold to run').waitFor()
    await page.keyboard.press('Escape')
    await planSheet(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+F')
    await planSheet(page).getByRole('radio', { name: 'Keep' }).waitFor({ state: 'attached' })
    expect(posts()).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('does nothing on fifty clicks and fifty Enters in a row, which nobody means', async () => {
    const { page } = one
    await page.keyboard.press('Control+Shift+F')
    const button = planSheet(page).locator('[data-hold][aria-disabled=false]')
    await button.waitFor()
    await button.evaluate((element: HTMLElement) => {
      for (let click = 0; click < 50; click++) element.click()
    })
    await button.focus()
    await Promise.all(Array.from({ length: 50 }, () => page.keyboard.press('Enter')))
    expect(posts()).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  it('by mouse: sends each request of its plan once, whatever is pressed meanwhile, until the venue is flat', async () => {
    const { page } = one
    const orders = openIds()
    const held = spotTotals()
    await page.keyboard.press('Control+Shift+F')
    await holdToRun(page)
    // Main is asked again and again, under other names too; and the button pressed, if it is still there.
    const again = await page.evaluate(async () => {
      const snapshot = await window.plimsoll!.getPortfolio()
      const runId = snapshot.ok ? snapshot.value.runId : ''
      const action = { kind: 'flatten', spot: 'keep' } as const
      document.querySelector<HTMLElement>('[data-hold]')?.click()
      const asked = Array.from({ length: 20 }, () =>
        window.plimsoll!.submit({ runId, intentId: crypto.randomUUID(), action }),
      )
      const answers = await Promise.all(asked)
      return answers.map((answer) => (answer.ok && answer.value.kind === 'denied' ? answer.value.denial.code : 'taken'))
    })
    // A slow window asks when nothing is left.
    expect(again.filter((code) => code !== 'IN_FLIGHT' && code !== 'NOTHING_TO_DO')).toEqual([])
    await expect.poll(isFlat, { timeout: 30_000 }).toBe(true)
    await planSheet(page).getByRole('status').getByText('Verified').waitFor({ timeout: 30_000 })
    expect(canceledIds()).toEqual(orders)
    expect(venue.ledger.twice().arrived).toEqual([])
    expect(venue.ledger.arrivals({ status: 429 })).toEqual([])
    expect(spotTotals()).toEqual(held)
    await page.keyboard.press('Escape')
  })

  it('by keyboard: Ctrl+Shift+F, Enter, a pause, Enter', async () => {
    const { page } = one
    await fill()
    const orders = openIds()
    await page.keyboard.press('Control+Shift+F')
    await keysToRun(page)
    await expect.poll(isFlat, { timeout: 30_000 }).toBe(true)
    await planSheet(page).getByRole('status').getByText('Verified').waitFor({ timeout: 30_000 })
    expect(canceledIds()).toEqual(orders)
    expect(venue.ledger.twice().arrived).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('killed midway, sends nothing twice: the next start finds out how it ended, and a new flatten does the rest', async () => {
    const { page } = one
    await fill()
    await page.keyboard.press('Control+Shift+F')
    await holdToRun(page)
    await expect.poll(() => posts().length, { interval: 5 }).toBeGreaterThan(5)
    one.app.process().kill('SIGKILL')
    await one.app.waitForEvent('close')
    const sent = posts().length
    expect(isFlat()).toBe(false)

    one = await launchApp({ args: ['--size=1440x900'], userData: one.userData })
    await one.page
      .getByRole('button', { name: /^Open Harbour|^Open$/ })
      .first()
      .click()
    await live(one.page)
    await expect.poll(known, { timeout: 30_000 }).toMatchObject({ desk: 'open' })
    const settled = async () =>
      (await known())?.intents?.every(({ state }) => state !== 'running' && state !== 'unknown')
    await expect.poll(settled, { timeout: 30_000 }).toBe(true)
    expect(posts()).toHaveLength(sent)
    expect(new Set(canceledIds()).size).toBe(canceledIds().length)
    expect(venue.ledger.twice().arrived).toEqual([])

    await one.page.keyboard.press('Control+Shift+F')
    await keysToRun(one.page)
    await expect.poll(isFlat, { timeout: 30_000 }).toBe(true)
    expect(venue.ledger.twice().arrived).toEqual([])
    await ranAs(one.page, 'Verified')
  })

  it.each(HANDS)('sells Spot as well when told, by $name', async (hand) => {
    const { page } = one
    const { spot } = venue.exchange
    // What the one hand sold the other is given again.
    if (hand === KEYBOARD) for (const coin of ['BTC', 'ETH']) spot.deposit(coin, decimal('2'))
    const sellable = spot
      .balances()
      .filter(({ asset, free }) => !CASH_ASSETS.includes(asset) && free.times(worth(asset)).gte(10))
    expect(sellable.length).toBeGreaterThan(1)
    venue.ledger.clear()
    if (hand === MOUSE) await page.getByRole('region', { name: 'Flatten' }).getByRole('button').click()
    else await page.keyboard.press('Control+Shift+F')
    await hand.choose(planSheet(page).getByRole('radiogroup', { name: 'Spot holdings' }), 'Sell')
    await hand.run(page)
    // Of one coin there is less than the venue takes: it is not asked for, or refused for its worth.
    await ranAs(page, 'Spot holdings sold')
    const sold = posts().filter(({ executed }) => executed)
    expect(sold.map(({ body }) => /"symbol":"(\w+)usdt"/.exec(body)?.[1]?.toUpperCase()).sort()).toEqual(
      sellable.map(({ asset }) => asset).sort(),
    )
    const left = spot.balances().filter(({ asset }) => sellable.some((each) => each.asset === asset))
    expect(left.map(({ asset, free }) => `${asset} ${toText(free)}`)).toEqual(left.map(({ asset }) => `${asset} 0`))
  })
})
