/**
 * F58: the main process stands still past a deadline. An answer that arrived meanwhile is accepted, however late it is
 * read.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#electron/main/system-clock.ts'
import { scaledClock } from '#electron/simulator/testing/scaled-clock.ts'
import { DEADLINE_MS } from '#electron/venue/http/transport.ts'
import { createVenueClient } from '#electron/venue/venue.ts'
import { decimal } from '#test/support/amounts.ts'
import { credentials } from './venue-server.ts'

/** The clock runs this many times faster, so that a deadline of the client takes 0.2 s. */
const SPEED = 50

/** Indexes of flags in the memory that the test and the venue share. */
const [ARRIVED, MAY_ANSWER, ANSWERED] = [0, 1, 2] as const

/**
 * A venue in a thread of its own, which answers while the test's thread stands still. It answers an order when allowed,
 * and sets ANSWERED once the whole answer is on its way.
 */
const VENUE = `
  const { createServer } = require('node:http')
  const { parentPort, workerData: { marks, bytes } } = require('node:worker_threads')
  const set = (mark) => { Atomics.store(marks, mark, 1); Atomics.notify(marks, mark) }
  const server = createServer((request, response) => {
    if (request.url.endsWith('/time')) return response.end(JSON.stringify({ serverTime: Date.now() }))
    set(${ARRIVED})
    parentPort.postMessage('arrived')
    Atomics.wait(marks, ${MAY_ANSWER}, 0)
    response.once('finish', () => set(${ANSWERED}))
    response.end(JSON.stringify({ orderId: '7'.padEnd(18, '1'), filler: 'x'.repeat(bytes) }))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

it.each([
  ['a short answer', 0],
  ['an answer of many packets', 300_000],
])('%s that arrived while main stood still is not declared lost', async (_, bytes) => {
  const marks = new Int32Array(new SharedArrayBuffer(12))
  const worker = new Worker(VENUE, { eval: true, workerData: { marks, bytes } })
  onTestFinished(async () => void (await worker.terminate()))
  const [port] = (await once(worker, 'message')) as [number]
  const url = `http://127.0.0.1:${String(port)}`
  const clock = scaledClock(systemClock, SPEED)
  const client = createVenueClient({ spotBaseUrl: url, contractBaseUrl: url, credentials, clock })
  onTestFinished(() => client.close())
  const asked = client.call('contract.placeOrder', {
    ...{ contract: 'E-BTC-USDT', side: 'sell', action: 'close', marginMode: 'cross', type: 'market' },
    ...{ volume: decimal(1), clientOrderId: 'a' },
  })
  await once(worker, 'message')
  const since = clock.mono()
  Atomics.store(marks, MAY_ANSWER, 1)
  Atomics.notify(marks, MAY_ANSWER)
  expect(Atomics.wait(marks, ANSWERED, 0, 20_000)).not.toBe('timed-out')
  while (clock.mono() < since + 2 * DEADLINE_MS);
  expect(await asked).toMatchObject({ ok: true, value: { value: { orderId: '711111111111111111' } } })
})
