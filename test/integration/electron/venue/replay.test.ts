/**
 * T9: a copied request is sent again. Only the venue's time window protects against that, so our timestamps must
 * respect it.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createVenueClient } from '#electron/venue/venue.ts'
import { ok } from '#shared/domain/result.ts'
import { decimal } from '#test/support/amounts.ts'
import { stillVenue } from '#test/support/still-venue.ts'
import { WireTime } from '#test/support/wire-time.ts'

/** Longer than a venue accepts a timestamp, including our margin. */
const TOO_LATE_MS = 5_001

/** Forwards everything to `port`, and keeps a copy. */
async function listener(
  port: number,
): Promise<{ readonly url: string; readonly heard: () => Buffer; clear: () => void }> {
  let heard: Buffer[] = []
  const server = createServer((client) => {
    const venue = connect(port, '127.0.0.1')
    client.on('data', (bytes) => heard.push(bytes))
    for (const side of [client, venue]) side.on('error', () => undefined)
    client.pipe(venue).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return { url, heard: () => Buffer.concat(heard), clear: () => (heard = []) }
}

it('is refused by the venue as soon as its timestamp is out of the window, and does nothing', async () => {
  const time = new WireTime()
  onTestFinished(() => time.stop())
  const venue = await stillVenue({ clock: time.forVenue() })
  const port = Number(new URL(venue.contractBaseUrl).port)
  const { url, heard, clear } = await listener(port)
  const sign = async (text: string) => ok(createHmac('sha256', venue.apiSecret).update(text).digest('hex'))
  const client = createVenueClient({
    ...{ spotBaseUrl: url, contractBaseUrl: url, clock: time },
    credentials: { apiKey: venue.apiKey, sign },
  })
  onTestFinished(() => client.close())
  await time.during(client.syncClock())
  const position = venue.exchange.contracts.positions().find(({ spec }) => spec.name === 'E-LINK-USDT')!
  clear()
  const placed = await time.during(
    client.call('contract.placeOrder', {
      ...{ contract: 'E-LINK-USDT', side: 'sell', action: 'close', marginMode: 'cross', type: 'market' },
      ...{ volume: decimal(1), clientOrderId: 'once' },
    }),
  )
  expect(placed).toMatchObject({ ok: true })
  const before = position.volume.toString()
  await time.pass(TOO_LATE_MS)
  const thief = connect(port, '127.0.0.1')
  onTestFinished(() => void thief.destroy())
  thief.write(heard())
  const [answer] = (await once(thief, 'data')) as [Buffer]
  expect(answer.toString()).toContain('-1021')
  expect(position.volume.toString()).toBe(before)
  const orders = venue.ledger.arrivals({ endpoint: 'contract.newOrder' })
  expect(orders.map(({ executed }) => executed)).toEqual([true, false])
})
