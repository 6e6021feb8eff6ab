// Two accounts at venues of their own, and one way out for both.
import { expect, it, onTestFinished } from 'vitest'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import type { Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { deskApp, openAccount, openOrders } from './desk.ts'
import { HANDS } from './hands.ts'
import { READING_MS } from './launch.ts'
import { planSheet, startVenue } from './venue.ts'

const openDesk = deskApp()

const leftAt = (venue: Simulator): number => openOrders(venue).length + venue.exchange.contracts.positions().length
/** Orders whose cancel arrived more than once. */
const twiceAt = ({ ledger }: Simulator): readonly string[] =>
  [...Map.groupBy(writesOf(ledger).flatMap(cancelsIn), (id) => id)].flatMap(([id, all]) => (all.length > 1 ? [id] : []))

it.each(HANDS)('flattens two accounts by $name: a plan of each, one hold, one box that names both', async (hand) => {
  const { app, page, venue } = await openDesk()
  const away = await startVenue()
  onTestFinished(() => away.stop())
  const other = await openAccount({ app, page }, away, 'Quay')
  onTestFinished(() =>
    page.evaluate((accountId) => window.plimsoll!.disconnectAccount({ accountId }), other).then(() => {}),
  )
  await app.evaluate(({ dialog }, readingMs) => {
    const boxes: string[] = []
    Object.assign(globalThis, { boxes })
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message, detail = '' } = args.at(-1) as Electron.MessageBoxOptions
      boxes.push(`${message}\n${detail}`)
      await new Promise((resolve) => setTimeout(resolve, readingMs))
      return { response: 1, checkboxChecked: false }
    }
  }, READING_MS)
  await hand.go(page, 'Accounts')
  await hand.press(page.locator('[data-way=flatten]'))
  await planSheet(page).getByText('Hold to flatten 2 accounts').waitFor()
  await hand.run(page)
  await expect
    .poll(() => planSheet(page).getByTestId('summary').innerText())
    .toBe('2 done · 0 under way · 0 to look at')
  const boxes = await app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes)
  expect(boxes).toEqual([expect.stringMatching(/^Flatten 2 accounts\?\n[^]*Harbour[ \d]* \(key [^]*Quay[ \d]* \(key /)])
  expect([leftAt(venue), leftAt(away), twiceAt(venue), twiceAt(away)]).toEqual([0, 0, [], []])
  await page.keyboard.press('Escape')
  await planSheet(page).waitFor({ state: 'detached' })
})
