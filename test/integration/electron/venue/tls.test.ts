import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import { credentials } from './venue-server.ts'

const pem = (name: string): Buffer =>
  readFileSync(new URL(`../../../fixtures/tls/self-signed.${name}.pem`, import.meta.url))

afterEach(() => vi.unstubAllEnvs())

describe('a certificate nobody vouches for', () => {
  it.each(['', '0'])(
    'stops every call before a header leaves, with NODE_TLS_REJECT_UNAUTHORIZED=%j',
    async (setting) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting)
      let arrivals = 0
      const server = createServer({ key: pem('key'), cert: pem('cert') }, (_, response) => {
        arrivals++
        response.end('{"serverTime":1767225600000}')
      })
      server.on('tlsClientError', () => undefined)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const baseUrl = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`
      const client = createVenueClient({
        spotBaseUrl: baseUrl,
        contractBaseUrl: baseUrl,
        credentials,
        clock: systemClock,
      })

      const cancel = await client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })

      expect(cancel).toMatchObject({ ok: false, error: { kind: 'tls', outcome: 'notSent', retry: 'never' } })
      expect(arrivals).toBe(0)
      await client.close()
      server.close()
    },
  )
})
