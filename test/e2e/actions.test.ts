import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../electron/simulator/simulator.ts'
import { heldOf, positionRow, putToastsAway, ranAs, verified } from './desk.ts'
import { launchApp, type Launched } from './launch.ts'
import { connect, holdToRun, live, planSheet, reportOf, screen, startVenue } from './venue.ts'

let venue: Simulator
let one: Launched
beforeAll(async () => {
  venue = await startVenue()
  one = await launchApp({ args: ['--size=1440x900'], keep: true })
})
afterAll(async () => {
  await one.close()
  await venue.stop()
})

const writes = (path: string) => venue.ledger.arrivals({ method: 'POST', path })

describe('connecting a venue', () => {
  it('says in words what is wrong with a bad secret, leads back to an empty field and stores nothing', async () => {
    const { page } = one
    await connect(page, venue, 'not-the-secret')
    const { steps } = await reportOf(page, 'Not connected')
    expect(steps[0]).toMatch(/^Passed Spot venue and its clock Spot answers in /)
    expect(steps.find((step) => step.startsWith('Failed'))).toMatch(/^Failed Key and signature .*secret/)
    await page.keyboard.press('Enter')
    expect(await page.locator('input[name=apiSecret]').inputValue()).toBe('')
    expect(await page.locator('input[name=spotBaseUrl]').inputValue()).toBe(venue.spotBaseUrl)
    const listed = await page.evaluate(() => window.plimsoll!.listAccounts())
    expect(listed).toEqual({ ok: true, value: [] })
  })

  it('ends in a report once the key is right, and one key press leads to the account', async () => {
    const { page } = one
    await connect(page, venue, venue.apiSecret)
    const { verdict, steps } = await reportOf(page, 'Connected to Harbour')
    expect(verdict).toBe('Connected to Harbour')
    expect(steps).toHaveLength(9)
    expect(steps.filter((step) => !step.startsWith('Passed'))).toEqual([])
    // Nothing was traded to find that out.
    expect(writes('/sapi/v1/order')).toEqual([])
    await page.keyboard.press('Enter')
    await live(page)
    await page.getByRole('heading', { name: 'Load line' }).waitFor()
    const listed = await page.evaluate(() => window.plimsoll!.listAccounts())
    expect(listed).toMatchObject({ ok: true, value: [{ name: 'Harbour', kind: 'venue' }] })
  })

  it('gives the profile of the account away, which holds no key, and takes it in again', async () => {
    const { page } = one
    await screen(page, 'Accounts')
    await page.getByRole('button', { name: 'Copy profile…' }).click()
    const text = await page.getByRole('dialog').getByRole('textbox').inputValue()
    expect(text).toContain(venue.spotBaseUrl)
    expect(text).not.toContain(venue.apiKey)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('dialog').getByText('Copied').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Use a venue profile…' }).click()
    // Pasted, where the permission to read the clipboard is denied, by the keys a trader presses.
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
})

describe('what is asked for happens once', () => {
  it('cancels an order with one click, however often it is clicked, and shows it verified', async () => {
    const { page } = one
    await screen(page, 'Orders')
    const button = page.locator('[data-action=cancel]').first()
    const orderId = /order (\d+)/.exec((await button.getAttribute('title')) ?? '')![1]!
    await button.evaluate((element: HTMLElement) => {
      for (let click = 0; click < 50; click++) element.click()
    })
    await verified(page).waitFor()
    const arrivals = [...writes('/sapi/v1/cancel'), ...writes('/fapi/v1/cancel')]
    expect(arrivals.filter((entry) => entry.orderId === orderId)).toHaveLength(1)
    const open = [...venue.exchange.spot.openOrders(), ...venue.exchange.contracts.openOrders()]
    expect(open.map((order) => order.orderId)).not.toContain(orderId)
    await page.locator(`[title*="order ${orderId}"]`).first().waitFor({ state: 'detached' })
    await putToastsAway(page)
  })

  it('does not close a position on a stray click while disarmed', async () => {
    const { page } = one
    await screen(page, 'Positions')
    await page.locator('[data-action=close]').first().click()
    await page.locator('[data-action=close]').first().getByText('Hold longer').waitFor()
    expect(writes('/fapi/v1/order')).toEqual([])
  })

  it('closes a position on fifty clicks once when armed', async () => {
    const { page } = one
    await page.getByRole('switch', { name: 'One-click actions' }).click()
    const row = page.getByRole('row').filter({ hasText: 'E-SOL-USDT' })
    // An order that takes profit locks a part of it.
    const resting = venue.exchange.contracts.openOrders().filter(({ spec }) => spec.name === 'E-SOL-USDT')
    expect(resting.map(({ action }) => action)).toEqual(['CLOSE'])
    await row.locator('[data-action=close]').evaluate((element: HTMLElement) => {
      for (let click = 0; click < 50; click++) element.click()
    })
    await verified(page).waitFor()
    // What is free and what that order frees are closed one after the other.
    expect(writes('/fapi/v1/order')).toHaveLength(2)
    expect(venue.ledger.twice().arrived).toEqual([])
    const canceled = writes('/fapi/v1/cancel').filter(({ orderId }) => orderId === resting[0]?.orderId)
    expect(canceled).toHaveLength(1)
    expect(venue.exchange.contracts.positions().map((position) => position.spec.name)).not.toContain('E-SOL-USDT')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'One-click actions' }).click()
    await putToastsAway(page)
  })

  it('closes a position by keyboard: Enter, a pause, Enter', async () => {
    const { page } = one
    const row = page.getByRole('row').filter({ hasText: 'E-DOGE-USDT' })
    const button = row.locator('[data-action=close]')
    await button.focus()
    await page.keyboard.press('Enter')
    await button.getByText('Enter again').waitFor()
    // An impatient second Enter is not a decision; the button asks again until one comes after the pause.
    const pressed = async (): Promise<number> => {
      if ((await button.count()) > 0) await button.press('Enter', { timeout: 1_000 }).catch(() => {})
      return writes('/fapi/v1/order').length
    }
    const before = writes('/fapi/v1/order').length
    await expect.poll(pressed, { interval: 1_000, timeout: 30_000 }).toBeGreaterThan(before)
    await verified(page).waitFor()
    expect(writes('/fapi/v1/order')).toHaveLength(before + 2)
    expect(venue.ledger.twice().arrived).toEqual([])
    expect(venue.exchange.contracts.positions().map((position) => position.spec.name)).not.toContain('E-DOGE-USDT')
    await putToastsAway(page)
  })

  it('shows a lost answer as unknown, never as failed, and settles it by looking', async () => {
    const { page } = one
    venue.faults.inject({ match: 'contract.cancelOrder', kind: '504Executed' })
    await screen(page, 'Orders')
    const button = page.locator('[data-action=cancel][title*="E-"]').first()
    const orderId = /order (\d+)/.exec((await button.getAttribute('title')) ?? '')![1]!
    await button.click()
    await verified(page).waitFor({ timeout: 30_000 })
    expect(writes('/fapi/v1/cancel').filter((entry) => entry.orderId === orderId)).toHaveLength(1)
    await putToastsAway(page)
  })
})

describe('a position is guarded', () => {
  it('by a stop, by mouse: taken by the venue, and never said to be seen', async () => {
    const { page } = one
    await screen(page, 'Positions')
    const held = heldOf(venue, 'E-BNB-USDT')
    await positionRow(page, 'E-BNB-USDT').locator('[data-action=stop]').click()
    await planSheet(page).getByRole('textbox', { name: 'Trigger price' }).fill('9000')
    await holdToRun(page)
    await ranAs(page, 'Accepted')
    const [stop, ...more] = venue.exchange.triggers.waiting
    expect(more).toEqual([])
    expect([stop?.ticket.spec.name, stop?.ticket.volume.toNumber(), stop?.direction]).toEqual([
      'E-BNB-USDT',
      held,
      'rise',
    ])
  })
})

describe('after a restart', () => {
  it('has kept the account and the journal, and sends nothing by itself', async () => {
    const sent = venue.ledger.arrivals({ method: 'POST' }).length
    await one.close()
    one = await launchApp({ args: ['--size=1440x900'], userData: one.userData })
    const { page } = one
    await page.getByText('Harbour').first().waitFor()
    await page
      .getByRole('button', { name: /^Open Harbour|^Open$/ })
      .first()
      .click()
    await live(page)
    await page.getByRole('button', { name: 'Open the log' }).click()
    await page
      .getByRole('region', { name: 'Log of actions' })
      .getByText(/Close .*E-SOL-USDT/)
      .first()
      .waitFor()
    expect(venue.ledger.arrivals({ method: 'POST' })).toHaveLength(sent)
  })

  it('has left the secret in no file of its profile', () => {
    expect(filesWith(one.userData, venue.apiSecret)).toEqual([])
  })
})

describe('leaving', () => {
  /** What the box of the desktop asked, one list of lines each time. */
  const asked = () =>
    one.app.evaluate(() =>
      (globalThis as unknown as { asked?: { detail: string }[] }).asked?.map(({ detail }) => detail),
    )

  it('asks, when the window is closed, with what would go on unattended, and stays when told to', async () => {
    await one.app.evaluate(({ dialog, BrowserWindow }) => {
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
    expect(detail).toContain(`Held: ${held} positions, ${held - 1} without a stop-loss`)
    expect(detail).toMatch(/Open orders: \d+ on Spot/)
    expect(one.app.windows()).toHaveLength(1)
  })

  it('asks nothing on a signal', async () => {
    const exit = once(one.app.process(), 'exit')
    one.app.process().kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })
})

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file).includes(text))
}
