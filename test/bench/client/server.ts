/**
 * The venue of the client bench, in a separate process. It answers "/NAME/…" with the next reading of payload NAME,
 * whatever follows, and answers every request for the time. It prints its port and ends when its parent does.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PAYLOADS, PAYLOAD_NAMES, VARIANTS } from '../payloads.ts'

const readings = new Map(
  PAYLOAD_NAMES.map((name) => [
    name.replace(' ', ''),
    Array.from({ length: VARIANTS }, (_, variant) => Buffer.from(PAYLOADS[name](variant))),
  ]),
)
let answered = 0

const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?')
  const reading = path.endsWith('/time')
    ? Buffer.from(`{"timezone":"UTC","serverTime":${Date.now()}}`)
    : readings.get(path.split('/')[1] ?? '')?.[answered++ % VARIANTS]
  if (reading === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': reading.length }).end(reading)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
