import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchApp, type Launched } from './launch.ts'
import { live, screen } from './venue.ts'

let one: Launched
beforeAll(async () => {
  one = await launchApp({ args: ['--size=1280x800'] })
})
afterAll(() => one.close())

describe('a newcomer', () => {
  it('is offered the demo account, and is in it with one click', async () => {
    const { page } = one
    await page.getByRole('button', { name: 'Open the Demo account' }).click()
    await live(page)
    await page.getByTestId('equity').waitFor()
    expect(await page.getByTestId('equity').innerText()).toMatch(/^[\d,]+\.\d\d$/)
  })

  it('sees the numbers move by themselves', async () => {
    const { page } = one
    const before = await page.getByTestId('equity').innerText()
    await page.waitForFunction(
      (text) => document.querySelector<HTMLElement>('[data-testid=equity]')?.innerText !== text,
      before,
    )
  })

  it('sees the worst margin unit, how far liquidation is, and how old that is', async () => {
    const { page } = one
    const safety = page.getByRole('region', { name: 'Safety' })
    await safety.getByText(/nearest/).waitFor()
    expect(await page.getByTestId('data-age').innerText()).toMatch(/\d/)
  })

  it('finds every position and order of the account in the tables', async () => {
    const { page } = one
    const counts = await page.evaluate(async () => {
      const answer = await window.plimsoll!.getPortfolio()
      if (!answer.ok) return null
      return {
        positions: answer.value.parts.positions.data?.length,
        orders: answer.value.parts.orders.data?.orders.length,
      }
    })
    expect(counts!.positions).toBeGreaterThanOrEqual(6)
    expect(counts!.orders).toBeGreaterThanOrEqual(20)
    await page.keyboard.press('Control+2')
    await page.getByText('E-BTC-USDT').first().waitFor()
    expect(await page.locator('[data-action=close]').count()).toBe(counts!.positions)
  })

  it.each(['Overview', 'Positions', 'Orders'])('needs no sideways scrolling at 1280 pixels on %s', async (name) => {
    const { page } = one
    await screen(page, name)
    await page.waitForFunction(() => document.querySelector('main')?.innerText)
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const main = document.querySelector('main')!
      return [scrollWidth - clientWidth, main.scrollWidth - main.clientWidth]
    })
    expect(overflow).toEqual([0, 0])
  })

  it('causes no complaint on the console and no breach of the content policy', async () => {
    const { page, app } = one
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.reload()
    await live(page)
    for (const name of ['Positions', 'Orders', 'Overview']) await screen(page, name)
    await page.locator('canvas').first().waitFor()
    expect(complaints).toEqual([])
    expect(app.windows()).toHaveLength(1)
  })
})
