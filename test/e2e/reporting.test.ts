// What totals are in: chosen in the window, converted by main, and kept in the profile.
import { expect, it, onTestFinished } from 'vitest'
import { openAccount } from './desk.ts'
import { launchApp } from './launch.ts'
import { startVenue } from './venue.ts'

it('converts the equity of the open account at once, back and forth', async () => {
  const venue = await startVenue()
  const launched = await launchApp()
  onTestFinished(async () => {
    await launched.close()
    await venue.stop()
  })
  const { page } = launched
  await openAccount(launched, venue)
  const total = async (): Promise<number> => {
    const text = (await page.getByTestId('equity').textContent()) ?? ''
    return Number(text.replaceAll(',', ''))
  }
  await expect.poll(total).toBeGreaterThan(0)
  const dollars = await total()
  await page.getByRole('link', { name: 'Accounts' }).click()
  const choice = page.getByRole('combobox', { name: 'Totals in' })
  await choice.selectOption('currency')
  await page.getByRole('textbox', { name: 'Currency' }).fill('EUR')
  await page.getByRole('textbox', { name: 'Rate' }).fill('0.001')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('Equity, EUR').waitFor()
  // Prices move meanwhile, by much less than a factor of ten.
  await expect.poll(total).toBeGreaterThan(dollars / 10_000)
  expect(await total()).toBeLessThan(dollars / 100)
  await choice.selectOption('USDT')
  await page.getByText('Equity, USDT').waitFor()
  await expect.poll(total).toBeGreaterThan(dollars / 10)
})
