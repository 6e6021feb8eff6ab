import { rmSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toText, ZERO, type Decimal } from '#shared/domain/decimal.ts'
import { CASH_ASSETS } from '#shared/risk/cash.ts'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import type { LedgerEntry, Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { deskApp, ended, openAccount, openOrders, ranAs, shown, type Desk } from './desk.ts'
import { HANDS, MOUSE } from './hands.ts'
import { launchApp } from './launch.ts'
import { holdToRun, keysToRun, planSheet, startVenue } from './venue.ts'

const openDesk = deskApp()

const posts = (venue: Simulator): readonly LedgerEntry[] => writesOf(venue.ledger)
const openIds = (venue: Simulator): string[] =>
  openOrders(venue)
    .map(({ orderId }) => orderId)
    .sort()
/** The order ids of every cancel that arrived. A batch names several. */
const canceledIds = (venue: Simulator): string[] => posts(venue).flatMap(cancelsIn).sort()
const spotTotals = (venue: Simulator): string[] =>
  venue.exchange.spot.balances().map(({ asset, free, locked }) => `${asset} ${toText(free.plus(locked))}`)
/** Value in USDT; 0 for an asset without a USDT pair. */
const worth = (venue: Simulator, asset: string): Decimal => {
  const pair = venue.exchange.findPair(`${asset}usdt`)
  return pair ? venue.exchange.market.price(pair) : ZERO
}
const isFlat = (venue: Simulator): boolean =>
  openIds(venue).length === 0 && venue.exchange.contracts.positions().length === 0
const sheetOfFlatten = async ({ page }: Desk): Promise<void> => {
  await page.keyboard.press('Control+Shift+F')
  await planSheet(page).locator('[data-hold][aria-disabled=false]').waitFor()
}

describe('flatten', () => {
  it('shows its plan from the strip and by its keys, and sends nothing by that', async () => {
    const { page, venue } = await openDesk()
    await page.getByRole('region', { name: 'Flatten' }).getByRole('button').click()
    await planSheet(page).getByText('Hold to flatten').waitFor()
    await page.keyboard.press('Escape')
    await planSheet(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+F')
    await planSheet(page).getByRole('radio', { name: 'Keep' }).waitFor({ state: 'attached' })
    expect(posts(venue)).toEqual([])
  })

  it('does nothing on fifty clicks or fifty Enters in a row, which nobody means', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    await sheetOfFlatten(desk)
    const button = planSheet(page).locator('[data-hold]')
    await button.evaluate((element: HTMLElement) => {
      for (let click = 0; click < 50; click++) element.click()
    })
    await button.focus()
    await Promise.all(Array.from({ length: 50 }, () => page.keyboard.press('Enter')))
    // Anything that was submitted would be known by now, sent or not.
    expect(await ended(desk, 0)).toEqual([])
    expect(posts(venue)).toEqual([])
  })

  it('by mouse: sends each request of its plan once, whatever is pressed meanwhile, until the account is flat', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    const orders = openIds(venue)
    const held = spotTotals(venue)
    await page.keyboard.press('Control+Shift+F')
    await holdToRun(page)
    // Main is asked again and again, with other ids too, and the button is pressed if it is still there.
    const again = await page.evaluate(async () => {
      const snapshot = await window.plimsoll!.getPortfolio()
      const runId = snapshot.ok ? snapshot.value.runId : ''
      const action = { kind: 'flatten', spot: 'keep' } as const
      document.querySelector<HTMLElement>('[data-hold]')?.click()
      const asked = Array.from({ length: 20 }, async () => {
        const shown = await window.plimsoll!.preview({ runId, action })
        if (!shown.ok) return shown.error.kind
        if (shown.value.kind === 'denied') return shown.value.denial.code
        const answer = await window.plimsoll!.submit({ runId, planId: shown.value.planId })
        if (!answer.ok) return answer.error.kind
        return answer.value.kind === 'denied' ? answer.value.denial.code : 'taken'
      })
      return Promise.all(asked)
    })
    // A dialog that is confirmed after the first flatten is over is a new flatten, with nothing left to do.
    // Of more than eight plans that a page asks for at once, the oldest are given up unread.
    const known = ['IN_FLIGHT', 'NOTHING_TO_DO', 'PLAN_EXPIRED', 'READ_FAILED', 'closed', 'taken']
    expect(again.filter((code) => !known.includes(code))).toEqual([])
    const taken = again.filter((code) => code === 'taken').length
    // On a slow machine a later one finds the account flat and is listed as refused.
    await ranAs(desk, 'Verified', { count: 1 + taken, withRefused: false })
    expect(isFlat(venue)).toBe(true)
    expect(canceledIds(venue)).toEqual(orders)
    expect(venue.ledger.twice().arrived).toEqual([])
    expect(venue.ledger.arrivals({ status: 429 })).toEqual([])
    expect(spotTotals(venue)).toEqual(held)
  })

  it('by keyboard: Ctrl+Shift+F, Enter, a pause, Enter', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    const orders = openIds(venue)
    await page.keyboard.press('Control+Shift+F')
    await keysToRun(page)
    await ranAs(desk, 'Verified')
    expect(isFlat(venue)).toBe(true)
    expect(canceledIds(venue)).toEqual(orders)
    expect(venue.ledger.twice().arrived).toEqual([])
  })

  it('killed midway, sends nothing twice: the next start settles it, and a new flatten does the rest', async () => {
    const venue = await startVenue()
    const first = await launchApp({ keep: true })
    const { userData } = first
    // Read while the app lives: an app that is gone no longer returns its process.
    const firstProcess = first.app.process()
    onTestFinished(async () => {
      firstProcess.kill('SIGKILL')
      await venue.stop()
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
    })
    await openAccount(first, venue)
    await first.page.keyboard.press('Control+Shift+F')
    await holdToRun(first.page)
    await expect.poll(() => posts(venue).length, { interval: 5 }).toBeGreaterThan(5)
    const exit = first.app.waitForEvent('close')
    firstProcess.kill('SIGKILL')
    await exit
    // What it had written before it died still arrives.
    await expect.poll(() => venue.connections.open).toBe(0)
    const sent = posts(venue).length
    expect(isFlat(venue)).toBe(false)

    const next = await launchApp({ args: ['--size=1440x900'], userData, keep: true })
    onTestFinished(next.close)
    const { page } = next
    await shown(page)
    const desk = { page, venue }
    await ended(desk)
    expect(posts(venue)).toHaveLength(sent)
    expect(new Set(canceledIds(venue)).size).toBe(canceledIds(venue).length)
    expect(venue.ledger.twice().arrived).toEqual([])

    await page.keyboard.press('Control+Shift+F')
    await keysToRun(page)
    await ranAs(desk, 'Verified', { count: 2 })
    expect(isFlat(venue)).toBe(true)
    expect(venue.ledger.twice().arrived).toEqual([])
  })

  it.each(HANDS)('sells Spot as well when asked, by $name', async (hand) => {
    const desk = await openDesk()
    const { page, venue } = desk
    const { spot } = venue.exchange
    const sellable = spot
      .balances()
      .filter(
        ({ asset, free, locked }) =>
          !CASH_ASSETS.includes(asset) && free.plus(locked).times(worth(venue, asset)).gte(10),
      )
    expect(sellable.length).toBeGreaterThan(1)
    if (hand === MOUSE) await page.getByRole('region', { name: 'Flatten' }).getByRole('button').click()
    else await page.keyboard.press('Control+Shift+F')
    await hand.choose(planSheet(page).getByRole('radiogroup', { name: 'Spot holdings' }), 'Sell')
    await hand.run(page)
    // One coin is below the venue's minimum: no sale is sent for it, or the venue refuses it.
    await ranAs(desk, 'Spot holdings sold')
    expect(isFlat(venue)).toBe(true)
    const sold = posts(venue).filter(
      ({ executed, body }) => executed && body.includes('"MARKET"') && body.includes('usdt"'),
    )
    // The free part of a coin and the part that its cancelled orders free are sold separately.
    const coins = new Set(sold.map(({ body }) => /"symbol":"(\w+)usdt"/.exec(body)?.[1]?.toUpperCase()))
    expect([...coins].sort()).toEqual(sellable.map(({ asset }) => asset).sort())
    const left = spot.balances().filter(({ asset }) => sellable.some((each) => each.asset === asset))
    expect(left.map(({ asset, free }) => `${asset} ${toText(free)}`)).toEqual(left.map(({ asset }) => `${asset} 0`))
  })
})
