/** F13: the name of the venue is not found, or leads to another host. */
import dns from 'node:dns'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import { credentials } from './venue-server.ts'

const pem = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/tls/${name}.pem`, import.meta.url), 'utf8')

type Tell = (error: Error | null, addresses?: readonly { address: string; family: number }[]) => void

afterEach(() => void vi.restoreAllMocks())

/** Answers address lookups as a name service does, and returns the names that were looked up. */
function nameService(tell: (done: Tell) => void): readonly string[] {
  const asked: string[] = []
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, _options: unknown, done: Tell) => {
    asked.push(name)
    tell(done)
  }) as never)
  return asked
}

async function cancelAt(baseUrl: string) {
  const client = createVenueClient({ spotBaseUrl: baseUrl, contractBaseUrl: baseUrl, credentials, clock: systemClock })
  onTestFinished(() => client.close())
  return client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
}

it('a name that is not found: nothing is sent, and no other host is tried', async () => {
  const asked = nameService((done) => done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' })))
  const cancel = await cancelAt('https://venue.example')
  expect(cancel).toMatchObject({ ok: false, error: { kind: 'network', outcome: 'notSent' } })
  expect(new Set(asked)).toEqual(new Set(['venue.example']))
})

it('a name that leads to another host: none of our headers is sent there', async () => {
  // The host's certificate is valid, but for another name.
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, pem('authority.cert')])
  onTestFinished(() => setDefaultCACertificates(trusted))
  let arrivals = 0
  const elsewhere = createServer({ key: pem('good.key'), cert: pem('good.cert') }, (_, response) => {
    arrivals += 1
    response.end('{"serverTime":1767225600000}')
  })
  elsewhere.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  onTestFinished(() => void elsewhere.close())
  const asked = nameService((done) => done(null, [{ address: '127.0.0.1', family: 4 }]))
  const cancel = await cancelAt(`https://venue.example:${String((elsewhere.address() as AddressInfo).port)}`)
  expect(cancel).toMatchObject({ ok: false, error: { kind: 'tls', outcome: 'notSent' } })
  expect([asked.length > 0, arrivals]).toEqual([true, 0])
})
