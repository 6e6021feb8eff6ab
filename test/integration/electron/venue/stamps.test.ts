import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { Credentials, VenueClient } from '#electron/venue/port.ts'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'
import { ManualClock } from '#test/support/clock.ts'
import { answer, credentials, startVenueServer } from './venue-server.ts'
import type { VenueServer } from './venue-server.ts'
import { inEnglish } from '#shared/words/say.ts'

let venue: VenueServer
let clock: ManualClock
const clients: VenueClient[] = []

beforeEach(async () => {
  venue = await startVenueServer()
  venue.behave = answer(200, '{"orderId":"7"}')
  clock = new ManualClock()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await venue.stop()
})

function connect(sign: Credentials['sign'] = credentials.sign): VenueClient {
  const client = createVenueClient({
    spotBaseUrl: venue.baseUrl,
    contractBaseUrl: venue.baseUrl,
    credentials: { ...credentials, sign },
    clock,
    // One cancel per 30 s, so the second one waits that long in the queue.
    dialect: { ...DEFAULT_DIALECT, limits: { 'contract.cancelOrder': { count: 1, windowMs: 30_000 } } },
  })
  clients.push(client)
  return client
}

const cancel = (client: VenueClient) => client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
const stamps = (): number[] => venue.arrivals.map(({ headers }) => Number.parseInt(headers['x-ch-ts'] ?? '', 10))

describe('the timestamp of a signed call', () => {
  it('is the time of sending, even after 30 s in the queue', async () => {
    const client = connect()
    await cancel(client)
    const queued = cancel(client)
    // The window, plus 15 ms for clocks that differ in speed.
    await clock.advance(30_014)
    expect(venue.arrivals).toHaveLength(1)
    await clock.advance(1)
    expect(await queued).toMatchObject({ ok: true })
    const [first = NaN, second = NaN] = stamps()
    expect(second - first).toBe(30_015)
  })

  it('is renewed when signing took long, so that no old one is sent', async () => {
    let slow = 2
    const client = connect(async (text) => {
      if (slow-- > 0) await clock.advance(300)
      return credentials.sign(text)
    })
    const begun = clock.mono()
    const canceled = await cancel(client)
    expect(canceled).toMatchObject({ ok: true, value: { sentAt: begun + 600 } })
    expect(stamps()[0]).toBe(canceled.ok ? canceled.value.timestamp : NaN)
    expect((client.venueTime() ?? 0) - (stamps()[0] ?? 0)).toBeLessThan(250)
  })

  it('expires when signing never comes in time, and nothing is sent', async () => {
    const client = connect(async (text) => {
      await clock.advance(300)
      return credentials.sign(text)
    })
    expect(await cancel(client)).toMatchObject({ ok: false, error: { kind: 'vaultUnavailable', outcome: 'notSent' } })
    expect(venue.arrivals).toHaveLength(0)
  })
})

describe('a signed call', () => {
  it('is not sent when the vault is locked, and returns its slot', async () => {
    const client = connect(() =>
      Promise.resolve(err(localFailure('vaultLocked', 'vault.sign', verbatim('unlock the keyring')))),
    )
    const failed = await cancel(client)
    expect(failed).toMatchObject({ ok: false, error: { kind: 'vaultLocked', outcome: 'notSent' } })
    expect(failed.ok || failed.error.operation).toBe('contract.cancelOrder')
    expect(venue.arrivals).toHaveLength(0)
    expect(client.budget().pools.find(({ pool }) => pool === 'contract.cancelOrder')?.used).toBe(0)
  })

  it('is not sent when a ban came while it was being signed', async () => {
    venue.behave = answer(418, '')
    let banned = false
    const client = connect(async (text) => {
      if (!banned) {
        banned = true
        await client.call('spot.ping', {})
      }
      return credentials.sign(text)
    })
    expect(await cancel(client)).toMatchObject({ ok: false, error: { kind: 'banned', outcome: 'notSent' } })
    expect(venue.arrivals.map(({ target }) => target)).toEqual(['/sapi/v1/ping'])
  })

  it('is not sent when it was aborted while it waited', async () => {
    const client = connect()
    await cancel(client)
    const controller = new AbortController()
    const queued = client.call(
      'contract.cancelOrder',
      { contract: 'E-BTC-USDT', orderId: '7' },
      { signal: controller.signal },
    )
    await clock.advance(10)
    controller.abort()
    expect(await queued).toMatchObject({ ok: false, error: { kind: 'closed', outcome: 'notSent' } })
    expect(venue.arrivals).toHaveLength(1)
  })

  it('is not sent when it was aborted while the venue’s clock was measured', async () => {
    venue.isTimeSilent = true
    const controller = new AbortController()
    const { signal } = controller
    const params = { contract: 'E-BTC-USDT', orderId: '7' }
    const waiting = connect().call('contract.cancelOrder', params, { signal })
    await vi.waitUntil(() => venue.timeReads === 1, { timeout: 30_000 })
    controller.abort()
    expect(await waiting).toMatchObject({
      ok: false,
      error: { kind: 'closed', outcome: 'notSent', operation: 'contract.cancelOrder' },
    })
    expect([venue.arrivals.length, venue.timeReads]).toEqual([0, 1])
  })

  it('needs credentials', async () => {
    const client = createVenueClient({
      spotBaseUrl: venue.baseUrl,
      contractBaseUrl: venue.baseUrl,
      credentials: null,
      clock,
    })
    clients.push(client)
    expect(await cancel(client)).toMatchObject({ ok: false, error: { kind: 'noCredentials', outcome: 'notSent' } })
  })

  it('with a parameter out of bounds says which, what and why, before anything is sent', async () => {
    const failed = await connect().call('spot.depth', { symbol: 'BTCUSDT', limit: 101 })
    expect(failed).toMatchObject({ ok: false, error: { kind: 'invalidParameter', outcome: 'notSent' } })
    expect(failed.ok || inEnglish(failed.error.message)).toBe(
      'spot.depth: limit: expected a whole number from 1 to 100, was 101.',
    )
    expect(venue.arrivals).toHaveLength(0)
  })
})
