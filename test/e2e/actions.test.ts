import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import type { LedgerEntry, Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { deskApp, ended, heldOf, openOrders, positionRow, ranAs } from './desk.ts'
import { holdToRun, planSheet, screen } from './venue.ts'

const openDesk = deskApp()

/** Requests that reached the venue and are no cancels. */
const ordersOf = ({ ledger }: Simulator): readonly LedgerEntry[] =>
  writesOf(ledger).filter((entry) => cancelsIn(entry).length === 0)

/** Records everything that notices say from now on. The returned function reads it. */
async function noticesOf(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const said: string[] = []
    const look = (): void => {
      said.push(document.querySelector('[role=status][aria-label="Your actions"]')?.textContent ?? '')
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(globalThis, { said })
  })
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join('\n').toLowerCase())
}

describe('an action happens once', () => {
  it('cancels an order with one click, however often it is clicked, and shows it as verified', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    await screen(page, 'Orders')
    const button = page.locator('[data-action=cancel]').first()
    const orderId = /order (\d+)/.exec((await button.getAttribute('title')) ?? '')![1]!
    await button.evaluate((element: HTMLElement) => {
      for (let click = 0; click < 50; click++) element.click()
    })
    expect(await ended(desk)).toMatchObject([{ state: 'done', legs: [{ state: 'verified' }] }])
    expect(writesOf(venue.ledger).map((entry) => entry.orderId)).toEqual([orderId])
    expect(openOrders(venue).map((order) => order.orderId)).not.toContain(orderId)
    await page.locator(`[title*="order ${orderId}"]`).first().waitFor({ state: 'detached' })
  })

  it('does not close a position on a stray click while disarmed', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    await screen(page, 'Positions')
    await page.locator('[data-action=close]').first().click()
    await page.locator('[data-action=close]').first().getByText('Hold longer').waitFor()
    // Anything that was submitted would be known by now, sent or not.
    expect(await ended(desk, 0)).toEqual([])
    expect(writesOf(venue.ledger)).toEqual([])
  })

  it('closes a position once on fifty clicks when armed', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    await screen(page, 'Positions')
    const arm = page.getByRole('switch', { name: 'One-click actions' })
    await arm.click()
    await expect.poll(() => arm.getAttribute('aria-checked')).toBe('true')
    const row = page.getByRole('row').filter({ hasText: 'E-SOL-USDT' })
    // A take-profit order locks a part of the position.
    const resting = venue.exchange.contracts.openOrders().filter(({ spec }) => spec.name === 'E-SOL-USDT')
    expect(resting.map(({ action }) => action)).toEqual(['CLOSE'])
    await row.locator('[data-action=close]').evaluate((element: HTMLElement) => {
      for (let click = 0; click < 50; click++) element.click()
    })
    expect(await ended(desk)).toMatchObject([{ state: 'done' }])
    // The free part is closed first, then the part that the cancelled order locked.
    expect(ordersOf(venue)).toHaveLength(2)
    expect(venue.ledger.twice().arrived).toEqual([])
    expect(writesOf(venue.ledger).flatMap(cancelsIn)).toEqual([resting[0]?.orderId])
    expect(heldOf(venue, 'E-SOL-USDT')).toBe(0)
    await row.waitFor({ state: 'detached' })
  })

  it('closes a position by keyboard: Enter, a pause, Enter', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    await screen(page, 'Positions')
    const row = page.getByRole('row').filter({ hasText: 'E-DOGE-USDT' })
    const button = row.locator('[data-action=close]')
    await button.focus()
    await page.keyboard.press('Enter')
    await button.getByText('Enter again').waitFor()
    // A second Enter that comes too soon does not count. The button asks again until one comes after the pause.
    const pressed = async (): Promise<number> => {
      if ((await button.count()) > 0) await button.press('Enter', { timeout: 1_000 }).catch(() => {})
      return ordersOf(venue).length
    }
    await expect.poll(pressed, { interval: 1_000 }).toBeGreaterThan(0)
    expect(await ended(desk)).toMatchObject([{ state: 'done' }])
    expect(ordersOf(venue)).toHaveLength(2)
    expect(venue.ledger.twice().arrived).toEqual([])
    expect(heldOf(venue, 'E-DOGE-USDT')).toBe(0)
  })

  it('never shows a lost answer as failed, and settles it with a read', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    venue.faults.inject({ match: 'contract.cancelOrder', kind: '504Executed' })
    await screen(page, 'Orders')
    const button = page.locator('[data-action=cancel][title*="E-"]').first()
    const orderId = /order (\d+)/.exec((await button.getAttribute('title')) ?? '')![1]!
    const words = await noticesOf(page)
    await button.click()
    expect(await ended(desk)).toMatchObject([{ state: 'done', legs: [{ state: 'verified' }] }])
    expect(writesOf(venue.ledger).map((entry) => entry.orderId)).toEqual([orderId])
    expect(await words()).not.toMatch(/failed|rejected/)
  })
})

describe('a position is protected', () => {
  it('by a stop, by mouse: the venue accepts it, and it is never called seen', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    await screen(page, 'Positions')
    const held = heldOf(venue, 'E-BNB-USDT')
    await positionRow(page, 'E-BNB-USDT').locator('[data-action=stop]').click()
    await planSheet(page).getByRole('textbox', { name: 'Trigger price' }).fill('9000')
    await holdToRun(page)
    await ranAs(desk, 'Accepted')
    const [stop, ...more] = venue.exchange.triggers.waiting
    expect(more).toEqual([])
    expect([stop?.ticket.spec.name, stop?.ticket.volume.toNumber(), stop?.direction]).toEqual([
      'E-BNB-USDT',
      held,
      'rise',
    ])
  })
})
