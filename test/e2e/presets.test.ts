import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import type { ElectronApplication } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { PRESETS } from '#electron/venue/venue.ts'
import { areasAt } from '#shared/domain/addresses.ts'
import { DIALECTS, startSimulator, type SimDialect } from '../../electron/simulator/testing/test-simulator.ts'
import { launchApp } from './launch.ts'
import { giveSecret, live, reportOf } from './venue.ts'

const TLS = resolve(import.meta.dirname, '../fixtures/tls')
const pem = (name: string): string => readFileSync(join(TLS, `presets.${name}.pem`), 'utf8')

/**
 * The addresses are the venue's real hosts. Connections to them are led to the simulated venue, as by a name server of
 * the test. Its certificate is for the real names and is checked as usual.
 */
function lead(app: ElectronApplication, hosts: readonly string[], to: { port: number; ca: string }): Promise<void> {
  return app.evaluate(
    (_electron, { hosts, port, ca }) => {
      const tls = process.getBuiltinModule('node:tls')
      const connect = tls.connect as (options: ConnectionOptions, ...rest: unknown[]) => TLSSocket
      const led = (options: ConnectionOptions, ...rest: unknown[]): TLSSocket =>
        hosts.includes(options.servername ?? options.host ?? '')
          ? connect({ ...options, host: '127.0.0.1', port, ca }, ...rest)
          : connect(options, ...rest)
      Object.assign(tls, { connect: led })
      process.getBuiltinModule('node:module').syncBuiltinESMExports()
    },
    { hosts: [...hosts], ...to },
  )
}

/** One venue of each family of dialects, picked by its name, with its dialect. */
const FAMILIES: readonly (readonly [family: string, id: string, Partial<SimDialect>])[] = [
  [
    'the first dialect',
    'koinbay',
    { symbolCase: 'upper', paths: { 'contract.conditionOrder': '/fapi/v1/conditionOrder/' } },
  ],
  ['Bitrue’s dialect', 'bitrue', DIALECTS.bitrue],
]

it.each(FAMILIES)(
  'a newcomer at a venue of %s (%s) reaches the live overview after three inputs and the window for the secret',
  async (_, id, dialect) => {
    const preset = PRESETS.find((one) => one.id === id)!
    const tls = { key: pem('key'), cert: pem('cert') }
    const venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false, dialect, tls })
    onTestFinished(() => venue.stop())
    const { app, page, close } = await launchApp({ args: ['--size=1280x800'] })
    onTestFinished(close)
    const hosts = [...areasAt(preset).values()].map((url) => new URL(url).host)
    await lead(app, hosts, { port: Number(new URL(venue.spotBaseUrl).port), ca: tls.cert })

    await page.getByRole('combobox', { name: 'Venue' }).fill(preset.name)
    await page.keyboard.press('Enter')
    await page.getByText('Not verified by us').waitFor()
    await page.locator('input[name=apiKey]').fill(venue.apiKey)
    await page.keyboard.press('Enter')
    await giveSecret(app, venue.apiSecret)
    const report = await reportOf(page, `Connected to ${preset.name}`)
    expect(report.steps.filter((step) => step.startsWith('Failed'))).toEqual([])
    await page.keyboard.press('Enter')

    await live(page)
    await expect.poll(() => page.getByTestId('equity').innerText()).toMatch(/^[\d,]+\.\d\d$/)
    expect(venue.ledger.arrivals({ endpoint: 'contract.account' }).length).toBeGreaterThan(0)
    const accounts = await page.evaluate(() => window.plimsoll!.listAccounts())
    expect(accounts).toMatchObject({ ok: true, value: [{ preset: { id }, probedAt: expect.any(Number) }] })
  },
)
