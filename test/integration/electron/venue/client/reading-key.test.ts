/** Which key signs which call, for a client that was given a key to read with. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { realClock } from '#electron/simulator/real-clock.ts'
import { startSimulator, type Simulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Credentials, Lane, VenueClient } from '#electron/venue/port.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { decimal } from '#test/support/amounts.ts'

const READING = { apiKey: 'reading-key-7c1d', apiSecret: 'reading-secret', readsOnly: true } as const
const ORDER = { symbol: 'btcusdt', side: 'buy', type: 'limit', quantity: decimal(1), price: decimal(1) } as const

let venue: Simulator
let clock: Clock
/** How far the client's clock is ahead of the venue's, ms. */
let aheadMs: number
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
  aheadMs = 0
  clock = { ...realClock, mono: () => realClock.mono() + aheadMs }
  client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: credentialsOf(venue), clock })
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

  it('is put aside when the vault cannot sign with it', async () => {
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
    ['an HTTP status', { kind: 'serverError', status: 401 }],
    ['a code about the call', { kind: 'errorWith200', code: -1002 }],
    ['a code about the account', { kind: 'errorWith200', code: 10001 }],
    ['a page', { kind: 'malformed' }],
  ] as const)('is put aside when it is refused by %s, twice, what the other key is given', async (_what, fault) => {
    const { apiKey } = READING
    venue.faults.inject({ match: 'contract.account', ...fault, times: Infinity, apiKey })
    expect(await read()).toMatchObject({ ok: true })
    expect(client.readingFailure()).toBeNull()
    expect(await read()).toMatchObject({ ok: true })
    expect(client.readingFailure()).toMatchObject({ operation: 'contract.account' })
    venue.ledger.clear()
    expect(await read()).toMatchObject({ ok: true })
    expect(keysOf('contract.account')).toEqual([venue.apiKey])
  })

  it('stays when it is answered between two refusals', async () => {
    for (let nth = 1; nth <= 2; nth++) {
      venue.faults.inject({ match: 'contract.account', kind: 'malformed', apiKey: READING.apiKey })
      expect(await read()).toMatchObject({ ok: true })
      expect(await read()).toMatchObject({ ok: true })
    }
    expect(client.readingFailure()).toBeNull()
  })

  it.each([
    [10001, 'rejected'],
    [-2015, 'key'],
    [-1022, 'signature'],
  ])('stays when both keys are refused by code %s, and then only one of them asks', async (code, kind) => {
    venue.faults.inject({ match: 'contract.account', kind: 'errorWith200', code, times: Infinity })
    for (let nth = 1; nth <= 3; nth++) expect(await read()).toMatchObject({ ok: false, error: { kind } })
    expect(client.readingFailure()).toBeNull()
    expect(keysOf('contract.account')).toEqual([READING.apiKey, venue.apiKey, READING.apiKey, READING.apiKey])
  })

  it.each([
    ['the venue is broken', { kind: 'serverError' }],
    ['the venue asks for a pause', { kind: 'status429' }],
  ] as const)('stays when %s, and the other key does not ask', async (_what, fault) => {
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

describe('the trading key beside it', () => {
  /** The keys of the next polls, after a minute. */
  async function keysAfterAMinute(polls: number): Promise<readonly (string | null)[]> {
    venue.ledger.clear()
    aheadMs += 60_000
    for (let nth = 0; nth < polls; nth++) expect(await read()).toMatchObject({ ok: true })
    return keysOf('contract.account')
  }

  it('makes one poll of the account a minute', async () => {
    await read()
    expect(await keysAfterAMinute(3)).toEqual([venue.apiKey, READING.apiKey, READING.apiKey])
    expect(client.tradingFailure()).toBeNull()
  })

  it('is reported when the venue refuses it, while the reads go on, and no more once it works', async () => {
    await read()
    const { apiKey } = venue
    const end = venue.faults.inject({ match: '*', kind: 'errorWith200', code: -2015, times: Infinity, apiKey })
    expect(await keysAfterAMinute(2)).toEqual([venue.apiKey, READING.apiKey, READING.apiKey])
    expect(client.tradingFailure()).toMatchObject({ kind: 'key', operation: 'contract.account' })
    expect(client.readingFailure()).toBeNull()
    end()
    await keysAfterAMinute(1)
    expect(client.tradingFailure()).toBeNull()
  })

  it('is reported until it works again where it was refused', async () => {
    const { apiKey } = venue
    const spot = { match: 'spot.account', kind: 'errorWith200', code: -2015, times: Infinity, apiKey } as const
    const end = venue.faults.inject(spot)
    aheadMs += 60_000
    const pollBoth = () => Promise.all([client.call('spot.account', {}), read()])
    await pollBoth()
    expect(client.tradingFailure()).toMatchObject({ operation: 'spot.account' })
    aheadMs += 60_000
    await read()
    expect(client.tradingFailure()).toMatchObject({ operation: 'spot.account' })
    end()
    await pollBoth()
    expect(client.tradingFailure()).toBeNull()
  })

  it('is reported when it is refused twice in a row without a word of the key', async () => {
    await read()
    venue.faults.inject({ match: '*', kind: 'serverError', status: 403, times: Infinity, apiKey: venue.apiKey })
    await keysAfterAMinute(1)
    expect(client.tradingFailure()).toBeNull()
    expect(await read()).toMatchObject({ ok: true })
    expect(client.tradingFailure()).toMatchObject({ httpStatus: 403 })
  })
})
