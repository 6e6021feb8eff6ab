// A second key of an account, from the window through main's own window for the secret to the vault and the venue.
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator } from '../../electron/simulator/testing/test-simulator.ts'
import { openAccount } from './desk.ts'
import { confirmAll, launchApp } from './launch.ts'
import { reportOf, screen, secretWindow } from './venue.ts'

const READING = { apiKey: 'reading-key-7c1d', apiSecret: 'reading-secret', readsOnly: true } as const

it('a reading key is added by keyboard, reads the account, and is removed again', async () => {
  const quiet = { autoTick: false, life: false } as const
  const venue = await startSimulator({ seed: 7, clock: systemClock, ...quiet, otherKeys: [READING] })
  onTestFinished(() => venue.stop())
  const launched = await launchApp({ args: ['--size=1280x800'] })
  onTestFinished(() => launched.close())
  const { app, page } = launched
  await confirmAll(app)
  await openAccount(launched, venue)

  await screen(page, 'Accounts')
  const line = page.getByRole('region', { name: 'Reading key' })
  await line.getByRole('button', { name: 'Add a reading key…' }).press('Enter')
  await page.keyboard.type(READING.apiKey)
  await page.keyboard.press('Enter')
  const secret = await secretWindow(app)
  expect(await secret.getByRole('heading').innerText()).toBe('Give Harbour a reading key?')
  expect(await secret.getByRole('listitem').allInnerTexts()).toContain('The key ends in 7c1d.')
  await secret.keyboard.type(READING.apiSecret)
  await secret.keyboard.press('Enter').catch(() => {})
  const { steps } = await reportOf(page, 'Connected to Harbour')
  expect(steps.join()).not.toContain('Failed')
  await page.keyboard.press('Enter')

  const readsWith = (apiKey: string) => venue.ledger.arrivals({ endpoint: 'contract.account', apiKey }).length
  const before = readsWith(READING.apiKey)
  await expect.poll(() => readsWith(READING.apiKey)).toBeGreaterThan(before + 1)
  await screen(page, 'Accounts')
  await line.getByText('Key …7c1d reads the account. The trading key sends orders and cancels.').waitFor()
  await line.getByRole('button', { name: 'Remove…' }).click()
  await line.getByText('None. The trading key reads too.').waitFor()
  const own = readsWith(venue.apiKey)
  await expect.poll(() => readsWith(venue.apiKey)).toBeGreaterThan(own + 1)
})
