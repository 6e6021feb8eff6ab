/** Which key signs which call, for a client that was given a key to read with. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { realClock } from '#electron/simulator/real-clock.ts'
import { startSimulator, type Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Credentials, Lane, VenueClient } from '#electron/venue/port.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { decimal } from '#test/support/amounts.ts'

const READING = { apiKey: 'reading-key-7c1d', apiSecret: 'reading-secret', readsOnly: true } as const
const ORDER = { symbol: 'btcusdt', side: 'buy', type: 'limit', quantity: decimal(1), price: decimal(1) } as const

let venue: Simulator
let client: VenueClient
/** Whether the vault signs with no key at all. */
let isVaultGone: boolean

const credentialsOf = ({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }): Credentials => ({
  apiKey,
  sign: async (text) => {
    if (isVaultGone) return err(localFailure('vaultUnavailable', 'vault.sign', message('failure.vault.crashed')))
    return ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  },
})

beforeEach(async () => {
  venue = await startSimulator({ seed: 3, clock: realClock, autoTick: false, life: false, otherKeys: [READING] })
  const { spotBaseUrl, contractBaseUrl } = venue
  client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: credentialsOf(venue), clock: realClock })
  client.readWith(credentialsOf(READING))
  isVaultGone = false
})
afterEach(async () => {
  await client.close()
  await venue.stop()
})

/** The keys of all requests to these endpoints, in order. */
const keysOf = (endpoint: string) => venue.ledger.arrivals({ endpoint }).map(({ apiKey }) => apiKey)
const read = (lane?: Lane) => client.call('contract.account', {}, lane && { lane })

describe('the reading key', () => {
  it('signs polls, and no read of another lane', async () => {
    for (const lane of [undefined, 'poll', 'act', 'verify', 'place'] as const)
      expect(await read(lane)).toMatchObject({ ok: true })
    const { apiKey } = venue
    expect(keysOf('contract.account')).toEqual([READING.apiKey, READING.apiKey, apiKey, apiKey, apiKey])
  })

  it.each(['act', 'place', 'poll'] as const)('signs no write, not even in the lane %s', async (lane) => {
    await client.call('spot.placeOrder', { ...ORDER, clientOrderId: 'a' }, { lane })
    expect(keysOf('spot.newOrder')).toEqual([venue.apiKey])
  })

  it('goes with no public call', async () => {
    expect(await client.call('spot.ticker', { symbol: 'btcusdt' })).toMatchObject({ ok: true })
    expect(keysOf('spot.ticker')).toEqual([null])
    venue.faults.inject({ match: 'spot.ticker', kind: 'errorWith200', code: -2015 })
    expect(await client.call('spot.ticker', { symbol: 'btcusdt' })).toMatchObject({ ok: false, error: { kind: 'key' } })
    expect(client.readingFailure()).toBeNull()
  })

  it('is put aside at its first refusal: that poll and those after it are made with the other key', async () => {
    const { apiKey } = READING
    venue.faults.inject({ match: '*', kind: 'errorWith200', code: -2015, times: Infinity, apiKey })
    const polls = await Promise.all([read(), client.call('spot.account', {}), client.call('contract.openOrders', {})])
    expect(polls.map((answer) => answer.ok)).toEqual([true, true, true])
    expect(client.readingFailure()).toMatchObject({
      kind: 'key',
      operation: expect.stringMatching(/account|openOrders/),
    })
    venue.ledger.clear()
    expect(await read()).toMatchObject({ ok: true })
    expect(keysOf('contract.account')).toEqual([venue.apiKey])
    client.readWith(credentialsOf(READING))
    expect(client.readingFailure()).toBeNull()
  })

  it('is put aside when the vault can not sign with it', async () => {
    const failure = localFailure('vaultLocked', 'vault.open', message('failure.vault.locked'))
    client.readWith({ apiKey: '7c1d', sign: async () => err(failure) })
    expect(await read()).toMatchObject({ ok: true })
    expect(client.readingFailure()).toMatchObject({ kind: 'vaultLocked', message: failure.message })
    expect(keysOf('contract.account')).toEqual([venue.apiKey])
  })

  it('stays when the vault can sign with neither key', async () => {
    isVaultGone = true
    expect(await read()).toMatchObject({ ok: false, error: { kind: 'vaultUnavailable', outcome: 'notSent' } })
    isVaultGone = false
    expect(await read()).toMatchObject({ ok: true })
    expect([keysOf('contract.account'), client.readingFailure()]).toEqual([[READING.apiKey], null])
  })

  it.each([
    ['the venue is broken', { kind: 'serverError' }],
    ['the venue asks for a pause', { kind: 'status429' }],
    ['the answer is unreadable', { kind: 'malformed', times: 3 }],
  ] as const)('stays when %s', async (_what, fault) => {
    venue.faults.inject({ match: 'contract.account', ...fault })
    await read()
    expect(client.readingFailure()).toBeNull()
    expect(new Set(keysOf('contract.account'))).toEqual(new Set([READING.apiKey]))
  })

  it('is not used any more once it was taken away', async () => {
    client.readWith(null)
    expect(await read()).toMatchObject({ ok: true })
    expect([keysOf('contract.account'), client.readingFailure()]).toEqual([[venue.apiKey], null])
  })
})
