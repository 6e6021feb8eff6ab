import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchApp, type Launched } from './launch.ts'
import { live, screen } from './venue.ts'

// These cases only look at the account, each from a screen that it opens itself.
let one: Launched
beforeAll(async () => {
  one = await launchApp({ args: ['--size=1280x800'] })
  const { page } = one
  await page.getByRole('button', { name: 'Open the Demo account' }).click()
  await live(page)
})
afterAll(() => one.close())

describe('a newcomer, in the demo account with one click', () => {
  it("sees the account's value", async () => {
    const { page } = one
    await screen(page, 'Overview')
    await expect.poll(() => page.getByTestId('equity').innerText()).toMatch(/^[\d,]+\.\d\d$/)
  })

  it('sees the numbers update by themselves', async () => {
    const { page } = one
    await screen(page, 'Overview')
    const before = await page.getByTestId('equity').innerText()
    await page.waitForFunction(
      (text) => document.querySelector<HTMLElement>('[data-testid=equity]')?.innerText !== text,
      before,
    )
  })

  it('sees the worst margin unit, the distance to liquidation, and its age', async () => {
    const { page } = one
    await screen(page, 'Overview')
    const safety = page.getByRole('region', { name: 'Safety' })
    await safety.getByText(/to liq\./).waitFor()
    expect(await page.getByTestId('data-age').innerText()).toMatch(/\d/)
  })

  it('finds every position and order of the account in the tables', async () => {
    const { page } = one
    const known = () =>
      page.evaluate(async () => {
        const answer = await window.plimsoll!.getPortfolio()
        const { positions, orders } = answer.ok ? answer.value.parts : {}
        return { positions: positions?.data?.length ?? 0, orders: orders?.data?.orders.length ?? 0 }
      })
    // Orders are requested one instrument at a time.
    await expect.poll(async () => (await known()).orders).toBeGreaterThanOrEqual(20)
    await page.keyboard.press('Control+2')
    const shown = async (): Promise<boolean> =>
      (await page.locator('[data-action=close]').count()) === (await known()).positions
    await expect.poll(shown).toBe(true)
    expect((await known()).positions).toBeGreaterThanOrEqual(6)
  })

  it.each(['Overview', 'Positions', 'Orders'])('needs no horizontal scrolling at 1280 pixels on %s', async (name) => {
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

  it('causes no console error and no violation of the content policy', async () => {
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

  it('finds all in its place when the page comes up again', async () => {
    const { page } = one
    await page.reload()
    await live(page)
    const moved = await page.evaluate(
      async () =>
        await new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              (list.getEntries() as (PerformanceEntry & { value: number })[]).reduce(
                (sum, { value }) => sum + value,
                0,
              ),
            ),
          ).observe({ type: 'layout-shift', buffered: true })
          // No entry: nothing moved.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }),
    )
    // The frame alone moves a seventh of the window.
    expect(moved).toBeLessThan(0.1)
  })
})
