/** Answers that do not come from a venue. Each failure says what it is, and proves nothing about a write. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import type { Fault } from '#electron/simulator/testing/faults.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import { ok } from '#shared/domain/result.ts'
import { inEnglish } from '#shared/words/say.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function connected(options: Partial<SimulatorOptions> = {}, at: (url: string) => string = (url) => url) {
  const venue = await startSimulator({ seed: 7, clock: systemClock, autoTick: false, life: false, ...options })
  const { apiKey, apiSecret } = venue
  const sign = (text: string) => Promise.resolve(ok(createHmac('sha256', apiSecret).update(text).digest('hex')))
  const [spotBaseUrl, contractBaseUrl] = [at(venue.spotBaseUrl), at(venue.contractBaseUrl)]
  const credentials = { apiKey, sign }
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials, clock: systemClock })
  open.push(
    () => venue.stop(),
    () => client.close(),
  )
  return { venue, client }
}

const CANCEL = { contract: 'E-BTC-USDT', orderId: '7' }

describe('instead of a reply', () => {
  it.each<[string, Omit<Fault, 'match'>, string]>([
    ['a page of HTML', { kind: 'htmlPage' }, 'An HTML page came instead of a reply'],
    ['a page of HTML with 403', { kind: 'htmlPage', status: 403 }, 'An HTML page came instead of a reply'],
    ['a page of HTML with 502', { kind: 'serverError', status: 502 }, 'HTTP 502, with an HTML page'],
    ['a compressed body', { kind: 'compressed' }, 'The reply came compressed although Plimsoll did not request that'],
  ])('%s is named as what it is', async (_, fault, words) => {
    const { venue, client } = await connected()
    venue.faults.inject({ ...fault, match: 'spot.ticker', times: 9 })
    venue.faults.inject({ ...fault, match: 'contract.cancel', times: 9 })
    const read = await client.call('spot.ticker', { symbol: 'BTCUSDT' })
    expect(read).toMatchObject({ ok: false, error: { outcome: 'unknown' } })
    const cancel = await client.call('contract.cancelOrder', CANCEL)
    expect(cancel).toMatchObject({ ok: false, error: { outcome: 'unknown' } })
    for (const answer of [read, cancel]) expect(answer.ok || inEnglish(answer.error.message)).toContain(words)
    expect(venue.ledger.arrivals({ endpoint: 'contract.cancel' })).toHaveLength(1)
  })
})

describe('an address with the wrong protocol', () => {
  it('plain http instead of https is named, and nothing was sent', async () => {
    const { venue, client } = await connected({}, (url) => url.replace('http:', 'https:'))
    const cancel = await client.call('contract.cancelOrder', CANCEL)
    expect(cancel).toMatchObject({ ok: false, error: { kind: 'tls', outcome: 'notSent', retry: 'never' } })
    expect(cancel.ok || inEnglish(cancel.error.message)).toContain('There is no https at this address')
    expect(venue.ledger.arrivals()).toEqual([])
  })

  it('https instead of plain http proves nothing', async () => {
    const pem = (name: string) =>
      readFileSync(new URL(`../../../fixtures/tls/self-signed.${name}.pem`, import.meta.url), 'utf8')
    const { client } = await connected({ tls: { key: pem('key'), cert: pem('cert') } }, (url) =>
      url.replace('https:', 'http:'),
    )
    const read = await client.call('spot.ticker', { symbol: 'BTCUSDT' })
    expect(read).toMatchObject({ ok: false, error: { outcome: 'unknown' } })
    expect(read.ok || inEnglish(read.error.message)).toMatch(/does not speak http|The connection to the venue failed/)
  })
})

it('a pause given as a date lasts until then', async () => {
  const { venue, client } = await connected()
  const retryAfter = new Date(systemClock.wall() + 45_000).toUTCString()
  venue.faults.inject({ kind: 'status429', match: 'spot.ticker', retryAfter })
  await client.call('spot.ticker', { symbol: 'BTCUSDT' })
  const [spot] = client.budget().hosts
  expect(spot).toMatchObject({ state: 'backingOff', isAsked: true })
  expect(spot?.resumesInMs).toBeGreaterThan(10_000)
  expect(spot?.resumesInMs).toBeLessThanOrEqual(46_000)
})
