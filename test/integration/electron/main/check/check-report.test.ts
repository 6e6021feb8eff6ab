import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'

const CHECK = resolve(import.meta.dirname, '../../../../../electron/main/check/check.ts')
const FAST = { count: 200, windowMs: 50 }

it('npm run check --report prints what was found about the venue, and nothing of the account or its key', async () => {
  const venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false, limits: 'none' })
  onTestFinished(() => venue.stop())
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const dialect = { limits: { 'spot.openOrders': FAST, 'contract.openOrders': FAST } }
  const profile = join(folder, 'venue.json')
  writeFileSync(profile, JSON.stringify({ version: 1, name: 'My Main Account', spotBaseUrl, contractBaseUrl, dialect }))

  const child = spawn(process.execPath, [CHECK, '--profile', profile, '--report'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => void (text += part))
  child.stdin.end(`${JSON.stringify({ apiKey, apiSecret })}\n`)
  const [code] = (await once(child, 'close')) as [number | null]

  expect(code).toBe(0)
  expect(text).toMatch(/^## Plimsoll venue report\n\n- Plimsoll \d+\.\d+\.\d+\n/)
  expect(text).toContain('\n| closedContracts | warned | closedWithBook listed=1 asked=1 names=E-LTC-USDT |\n')
  const { spot, contracts } = venue.exchange
  const amounts = spot.balances().map(({ free }) => free.toFixed())
  const ids = [...spot.openOrders(), ...contracts.openOrders()].map(({ orderId }) => orderId)
  const secrets = [apiKey, apiKey.slice(-4), apiSecret, 'My Main Account', ...ids]
  for (const each of [...secrets, ...amounts.filter(({ length }) => length > 6)]) expect(text).not.toContain(each)
})
