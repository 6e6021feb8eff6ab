// An app from its first screen to its end: a key is added, the app is restarted, the app is quit. Each case starts its
// own app.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writesOf } from '#test/support/ledger.ts'
import { expect, it, onTestFinished } from 'vitest'
import type { SimDialect, Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { ended, heldOf, openAccount, shown } from './desk.ts'
import { launchApp, type Launched } from './launch.ts'
import { connect, live, pickOtherVenue, reportOf, screen, startVenue } from './venue.ts'

/** A venue, and a profile that survives a restart. Both are removed after the case. */
async function startCase(
  dialect: Partial<SimDialect> = {},
): Promise<{ venue: Simulator; launch: () => Promise<Launched> }> {
  const venue = await startVenue(dialect)
  const userData = mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
  onTestFinished(async () => {
    await venue.stop()
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    venue,
    async launch() {
      const launched = await launchApp({ args: ['--size=1440x900'], userData, keep: true })
      onTestFinished(launched.close)
      return launched
    },
  }
}

it('says in words what is wrong with a bad secret and stores nothing; after a correction one key press leads in', async () => {
  const { venue, launch } = await startCase()
  const launched = await launch()
  const { page } = launched
  await connect(launched, venue, 'not-the-secret')
  const refused = await reportOf(page, 'Not connected')
  expect(refused.steps[0]).toMatch(/^Passed Spot venue and its clock Spot answers in /)
  expect(refused.steps.find((step) => step.startsWith('Failed'))).toMatch(/^Failed Key and signature .*secret/)
  await page.keyboard.press('Enter')
  expect(await page.locator('input[name=spotBaseUrl]').inputValue()).toBe(venue.spotBaseUrl)
  const before = await page.evaluate(() => window.plimsoll!.listAccounts())
  expect(before).toEqual({ ok: true, value: [] })

  await connect(launched, venue, venue.apiSecret)
  const { verdict, steps } = await reportOf(page, 'Connected to Harbour')
  expect(verdict).toBe('Connected to Harbour')
  expect(steps).toHaveLength(18)
  // The simulated venue says nothing about its keys, and shows an order book of its closed contract.
  expect(steps.filter((step) => !step.startsWith('Passed'))).toEqual([
    expect.stringMatching(/^Skipped What the key may do/),
    expect.stringMatching(/^Warning Closed contracts/),
  ])
  // The probe traded nothing.
  expect(venue.ledger.arrivals({ method: 'POST', path: '/sapi/v1/order' })).toEqual([])
  await page.keyboard.press('Enter')
  await live(page)
  await page.getByRole('heading', { name: 'Load line' }).waitFor()
  const listed = await page.evaluate(() => window.plimsoll!.listAccounts())
  expect(listed).toMatchObject({ ok: true, value: [{ name: 'Harbour', kind: 'venue' }] })
})

it('adds an account of a venue with contracts only, and shows nothing of Spot', async () => {
  const { venue, launch } = await startCase({ areas: 'contract' })
  const launched = await launch()
  const { page } = launched
  const { contractBaseUrl, apiKey, apiSecret } = venue
  await connect(launched, { spotBaseUrl: '', contractBaseUrl, apiKey }, apiSecret)
  const { steps } = await reportOf(page, 'Connected to Harbour')
  expect(steps.filter((step) => !/^(Passed|Skipped Test order|Warning Closed contracts)/.test(step))).toEqual([])
  await page.keyboard.press('Enter')
  await live(page)
  await page.getByRole('main').getByRole('heading', { name: 'Margin', exact: true }).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { name: 'Spot balances' }).count()).toBe(0)
  const listed = await page.evaluate(() => window.plimsoll!.listAccounts())
  expect(listed).toMatchObject({ ok: true, value: [{ spotBaseUrl: null, contractBaseUrl }] })
  expect(venue.ledger.arrivals().filter(({ path }) => !path.startsWith('/fapi/'))).toEqual([])
})

it('exports the profile of an account without a key, and imports it again', async () => {
  const { venue, launch } = await startCase()
  const launched = await launch()
  const { page } = launched
  await openAccount(launched, venue)
  await screen(page, 'Accounts')
  await page.getByRole('button', { name: 'Copy profile…' }).click()
  const text = await page.getByRole('dialog').getByRole('textbox').inputValue()
  expect(text).toContain(venue.spotBaseUrl)
  expect(text).not.toContain(venue.apiKey)
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('dialog').getByText('Copied').waitFor()
  await page.keyboard.press('Escape')

  await pickOtherVenue(page)
  await page.getByRole('button', { name: 'Use a venue profile…' }).click()
  // Pasted with the keys that a trader presses, because permission to read the clipboard is denied.
  await page.keyboard.press('ControlOrMeta+V')
  expect(await page.locator('form textarea').inputValue()).toBe(text)
  await page.locator('form textarea').fill('{ "name": 7 }')
  await page.getByRole('button', { name: 'Use this profile' }).click()
  expect(await page.locator('form').getByRole('alert').innerText()).toMatch(/name/)
  await page.getByLabel('Profile file').setInputFiles({
    name: 'harbour.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await page.getByText(/^This venue (differs from|is as) /).waitFor()
  expect(await page.locator('input[name=contractBaseUrl]').inputValue()).toBe(venue.contractBaseUrl)
  await page.getByRole('button', { name: 'Remove profile' }).click()
})

it('keeps account and journal over a restart, sends nothing by itself, and left the secret in no file', async () => {
  const { venue, launch } = await startCase()
  const first = await launch()
  await openAccount(first, venue)
  const taken = await first.page.evaluate(async () => {
    const answer = await window.plimsoll!.getPortfolio()
    if (!answer.ok) return answer
    const { runId, parts } = answer.value
    const { key = '' } = parts.positions.data?.find(({ contract }) => contract === 'E-SOL-USDT') ?? {}
    const action = {
      kind: 'closePosition',
      positionKey: key,
      size: { kind: 'percent', percent: 100 },
      tactic: { kind: 'market' },
    } as const
    const proposed = await window.plimsoll!.propose({ runId, action })
    return proposed.ok ? window.plimsoll!.submit({ runId, planId: proposed.value.planId }) : proposed
  })
  expect(taken).toMatchObject({ ok: true, value: { kind: 'accepted' } })
  expect(await ended(first)).toMatchObject([{ state: 'done' }])
  expect(heldOf(venue, 'E-SOL-USDT')).toBe(0)
  await first.close()
  const sent = writesOf(venue.ledger).length

  const { page, userData } = await launch()
  await page.getByText('Harbour').first().waitFor()
  await shown(page)
  expect(await ended({ page })).toMatchObject([{ state: 'done' }])
  await page.getByRole('button', { name: 'Open the log' }).click()
  await page
    .getByRole('region', { name: 'Log of actions' })
    .getByText(/Close .*E-SOL-USDT/)
    .first()
    .waitFor()
  expect(writesOf(venue.ledger)).toHaveLength(sent)
  expect(filesWith(userData, venue.apiSecret)).toEqual([])
})

it('on closing its window, asks with a list of what would stay unattended and stays if told to; on a signal it ends', async () => {
  const { venue, launch } = await startCase()
  const launched = await launch()
  const { app, page } = launched
  await openAccount(launched, venue)
  const areOrdersRead = (): Promise<boolean> =>
    page.evaluate(async () => {
      const answer = await window.plimsoll!.getPortfolio()
      const scopes = answer.ok ? answer.value.parts.orders.data?.scopes : undefined
      return scopes?.every(({ readAt }) => readAt !== null) ?? false
    })
  await expect.poll(areOrdersRead).toBe(true)
  /** What the desktop dialogs asked, one list of lines for each. */
  const asked = () =>
    app.evaluate(() => (globalThis as unknown as { asked?: { detail: string }[] }).asked?.map(({ detail }) => detail))
  await app.evaluate(({ dialog, BrowserWindow }) => {
    const seen: object[] = []
    Object.assign(globalThis, { asked: seen })
    dialog.showMessageBox = (async (_window: unknown, options: { cancelId: number }) => {
      seen.push(options)
      return { response: options.cancelId, checkboxChecked: false }
    }) as unknown as typeof dialog.showMessageBox
    for (const window of BrowserWindow.getAllWindows()) window.close()
  })
  await expect.poll(asked).toHaveLength(1)
  const [detail = ''] = (await asked()) ?? []
  const held = venue.exchange.contracts.positions().length
  expect(detail).toContain(`${held} positions held, ${held} not fully covered by a stop-loss from Plimsoll`)
  expect(detail).toMatch(/Open orders: \d+ on Spot/)
  expect(app.windows()).toHaveLength(1)

  const exit = once(app.process(), 'exit')
  app.process().kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file).includes(text))
}
