import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import { credentials } from './venue-server.ts'

const pem = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/tls/${name}.pem`, import.meta.url), 'utf8')

/**
 * Cancels at a host on 127.0.0.1 with this certificate, on a system that trusts our authority. Returns the outcome and
 * what arrived.
 */
async function cancelAt(certificate: string, setting: string) {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting)
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, pem('authority.cert')])
  onTestFinished(() => {
    vi.unstubAllEnvs()
    setDefaultCACertificates(trusted)
  })
  let arrivals = 0
  const server = createServer({ key: pem(`${certificate}.key`), cert: pem(`${certificate}.cert`) }, (_, response) => {
    arrivals++
    response.end('{"serverTime":1767225600000}')
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const client = createVenueClient({ spotBaseUrl: baseUrl, contractBaseUrl: baseUrl, credentials, clock: systemClock })
  const cancel = await client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
  await client.close()
  server.close()
  return { cancel, arrivals }
}

describe.each(['', '0'])('with NODE_TLS_REJECT_UNAUTHORIZED=%j', (setting) => {
  it.each([
    ['no authority has signed', 'self-signed'],
    ['of another host', 'other'],
    ['that has expired', 'expired'],
  ])('a certificate %s stops every call before a header is sent', async (_what, certificate) => {
    const { cancel, arrivals } = await cancelAt(certificate, setting)
    expect(cancel).toMatchObject({ ok: false, error: { kind: 'tls', outcome: 'notSent', retry: 'never' } })
    expect(arrivals).toBe(0)
  })

  it('a valid certificate of the same authority is trusted', async () => {
    expect((await cancelAt('good', setting)).arrivals).toBeGreaterThan(0)
  })
})
