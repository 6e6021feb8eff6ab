// What a trader looks at in advance, by mouse and by keyboard: the ways back to a margin rate, the fire drill, and the
// trading mode. The venue's state decides the outcome.
import { describe, expect, it } from 'vitest'
import type { Locator } from 'playwright-core'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import { deskApp, ended, openOrders, positionRow, ranAs, type Desk } from './desk.ts'
import { HANDS, KEYBOARD, MOUSE, type Hand } from './hands.ts'
import { planSheet } from './venue.ts'

const openDesk = deskApp()

const held = ({ venue }: Desk) =>
  venue.exchange.contracts.positions().map(({ spec, volume }) => [spec.name, volume.toNumber()])
const volumeHeld = (desk: Desk) => held(desk).reduce((all, [, volume]) => all + Number(volume), 0)

const FROM = 'E-BTC-USDT'
const ways = ({ page }: Desk): Locator => planSheet(page).getByRole('grid', { name: 'Ways back to the target rate' })

/** Opens the rescue sheet and waits for fresh ways to bring the cross unit to `target` percent. */
async function lookForWays(desk: Desk, hand: Hand, target: string): Promise<void> {
  const { page } = desk
  await hand.go(page, 'Positions')
  if (hand === MOUSE) await page.getByTestId('rescue').click()
  else {
    await hand.find(positionRow(page, FROM))
    await page.keyboard.press('r')
  }
  const sheet = planSheet(page)
  await hand.choose(sheet.getByRole('radiogroup', { name: 'Margin account' }), 'USDT cross')
  await hand.type(sheet.getByRole('textbox', { name: 'Target margin rate in percent' }), target)
  await sheet.getByText('these are the ways').waitFor({ state: 'detached' })
  await ways(desk).getByText('reaches it').first().waitFor()
}

/** Opens the plan of the cheapest way that trades. */
async function stageReduction(desk: Desk, hand: Hand): Promise<void> {
  const row = ways(desk)
    .getByRole('row')
    .filter({ hasText: /Reduce|Close/ })
    .filter({ hasText: 'reaches it' })
    .first()
  await hand.press(row.locator('[data-action=stage]'))
  await planSheet(desk.page).locator('[data-hold][aria-disabled=false]').waitFor()
}

describe('the way back to a margin rate', () => {
  it('is staged and run once, by mouse', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    const total = volumeHeld(desk)
    await lookForWays(desk, MOUSE, '40')
    await stageReduction(desk, MOUSE)
    expect(writesOf(venue.ledger)).toEqual([])
    await MOUSE.run(page)
    await ranAs(desk, 'Verified')
    const closes = writesOf(venue.ledger).filter((entry) => cancelsIn(entry).length === 0)
    const asked = closes.map(({ body }) => JSON.parse(body) as { open: string; volume: number | string })
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.map(({ open }) => open)).toEqual(asked.map(() => 'CLOSE'))
    expect(volumeHeld(desk)).toBe(total - asked.reduce((all, { volume }) => all + Number(volume), 0))
    expect(venue.ledger.twice().arrived).toEqual([])
  })

  it('is staged by keyboard and closed: nothing is sent, and the focus returns', async () => {
    const desk = await openDesk()
    const { page, venue } = desk
    const before = held(desk)
    await lookForWays(desk, KEYBOARD, '60')
    await stageReduction(desk, KEYBOARD)
    await page.keyboard.press('Escape')
    await planSheet(page).waitFor({ state: 'detached' })
    const row = positionRow(page, FROM)
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(writesOf(venue.ledger)).toEqual([])
    expect(held(desk)).toEqual(before)
  })
})

describe('the fire drill', () => {
  it.each(HANDS)('proves the way out by reads and test orders alone, by $name', async (hand) => {
    const desk = await openDesk()
    const { page, venue } = desk
    const before = { orders: openOrders(venue).map(({ orderId }) => orderId), held: held(desk) }
    await hand.go(page, 'Accounts')
    if (hand === MOUSE) await page.getByRole('button', { name: 'Run drill' }).dblclick()
    else await page.keyboard.press('d')
    const isDone = () =>
      page.evaluate(async () => {
        const answer = await window.plimsoll!.getPortfolio()
        return answer.ok && answer.value.parts.desk.data?.drill != null
      })
    await expect.poll(isDone).toBe(true)
    const found = page.getByRole('list', { name: 'What the drill found' })
    await found.getByText('Passed').first().waitFor()
    expect(await found.getByRole('listitem').filter({ hasText: 'Failed' }).allInnerTexts()).toEqual([])
    const paths = writesOf(venue.ledger).map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(0)
    expect(new Set(paths)).toEqual(new Set(['/sapi/v1/order/test']))
    expect({ orders: openOrders(venue).map(({ orderId }) => orderId), held: held(desk) }).toEqual(before)
  })
})

describe('the trading mode', () => {
  it.each(HANDS)('holds back what adds risk and lets exits pass, by $name', async (hand) => {
    const desk = await openDesk()
    const { page, venue } = desk
    const mode = page.getByRole('radiogroup', { name: 'Trading mode' })
    const strip = page.getByTitle(/^Trading is halted/)
    await hand.go(page, 'Accounts')
    await hand.choose(mode, 'Halted')
    await strip.waitFor()
    const order = openOrders(venue).find(({ area }) => area === 'spot')!
    await hand.go(page, 'Orders')
    await hand.press(page.locator(`[data-action=cancel][title*="order ${order.orderId}"]`))
    expect(await ended(desk)).toMatchObject([{ state: 'done' }])
    expect(openOrders(venue).some(({ orderId }) => orderId === order.orderId)).toBe(false)

    await hand.go(page, 'Journal')
    const restore = page
      .getByRole('grid', { name: 'Journal' })
      .locator('tr.row')
      .first()
      .locator('[data-action=restore]')
    await hand.press(restore)
    await planSheet(page).getByTestId('denial').waitFor()
    await page.keyboard.press('Escape')
    await planSheet(page).waitFor({ state: 'detached' })
    expect(writesOf(venue.ledger).flatMap(cancelsIn)).toEqual([order.orderId])
    expect(writesOf(venue.ledger)).toHaveLength(1)

    await hand.go(page, 'Accounts')
    await hand.choose(mode, 'Active')
    await strip.waitFor({ state: 'detached' })
  })
})
