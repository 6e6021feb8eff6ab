/**
 * Replies that try to fill the memory or to block the client. Each ends as one clear failure, and a write is never
 * repeated.
 */
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import { buffersInUse } from '#test/support/memory-in-use.ts'
import { connect, credentials, feed, ImpatientClock, startVenueServer } from './venue-server.ts'
import type { Behaviour, VenueServer } from './venue-server.ts'

const MIB = 2 ** 20
/** A reply may have 8 MiB. The buffers of the operating system's sockets come on top. */
const MOST_TAKEN = 24 * MIB

let venue: VenueServer
let clock: ImpatientClock
let client: VenueClient
/** Every connection that carried a request. Each socket counts the bytes written to it. */
let used: Set<Socket>

beforeEach(async () => {
  venue = await startVenueServer()
  clock = new ImpatientClock()
  client = connect(venue, clock)
  used = new Set()
})
afterEach(async () => {
  await client.close()
  await venue.stop()
})

/** Answers with one compressed body. */
function packed(encoding: string, body: Buffer): Behaviour {
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`)
    socket.write(body)
  }
}

/** Answers without an end. */
function endless(head: string, chunk: string): Behaviour {
  const block = chunk.repeat(Math.ceil(MIB / chunk.length))
  return (socket) => {
    socket.write(head)
    feed(socket, block)
  }
}

/** Starts an answer and then sends nothing more. */
function stopsAt(text: string): Behaviour {
  return (socket) => {
    socket.write(text)
    clock.fireDeadlines()
  }
}

const OK = 'HTTP/1.1 200 OK\r\n'
const SPACES = Buffer.alloc(200 * MIB, ' ')
const GZIP = gzipSync(SPACES, { level: 1 })
const BROTLI = brotliCompressSync(SPACES, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
const CASES: readonly (readonly [what: string, () => Behaviour])[] = [
  ['200 MiB packed by gzip', () => packed('gzip', GZIP)],
  ['200 MiB packed by brotli', () => packed('br', BROTLI)],
  ['200 MiB packed without saying so', () => packed('identity', GZIP)],
  ['a body without end', () => endless(`${OK}\r\n`, ' ')],
  ['chunks without end', () => endless(`${OK}transfer-encoding: chunked\r\n\r\n`, `400\r\n${' '.repeat(1024)}\r\n`)],
  ['a number without end', () => endless(`${OK}\r\n{"orderId":`, '9')],
  ['headers without end', () => endless(OK, `x-filler: ${'x'.repeat(1000)}\r\n`)],
  ['one header without end', () => endless(`${OK}x-filler: `, 'x')],
  ['answers to come later, without end', () => endless('', 'HTTP/1.1 102 Processing\r\n\r\n')],
  ['a head that never ends', () => stopsAt(`${OK}content-le`)],
  ['a body that never ends', () => stopsAt(`${OK}content-length: 9\r\n\r\n{`)],
]

/** Lets the deadline pass once this much was read. Until the deadline, a flood may be read. */
function within(behave: Behaviour): Behaviour {
  return (socket, arrival) => {
    used.add(socket)
    behave(socket, arrival)
    const look = (): void => {
      if (socket.destroyed) return
      if (socket.bytesWritten > 2 * MOST_TAKEN) clock.fireDeadlines()
      else setImmediate(look)
    }
    look()
  }
}

describe.each(CASES)('%s', (_what, made) => {
  it('ends a cancel as unknown, after one request and a bounded number of bytes', async () => {
    venue.behave = within(made())
    const before = buffersInUse()
    const cancel = await client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
    expect(cancel).toMatchObject({ ok: false, error: { outcome: 'unknown' } })
    expect(venue.arrivals).toHaveLength(1)
    for (const socket of used) expect(socket.bytesWritten).toBeLessThan(MOST_TAKEN)
    expect(buffersInUse() - before).toBeLessThan(2 * MOST_TAKEN)
  })

  it('ends a read as one failure', async () => {
    venue.behave = within(made())
    const read = await client.call('contract.account', {})
    expect(read).toMatchObject({ ok: false, error: { outcome: 'unknown' } })
    for (const socket of used) expect(socket.bytesWritten).toBeLessThan(MOST_TAKEN)
  })
})

describe('an endless status line', () => {
  it('is read until the deadline passes, and not stored', async () => {
    venue.behave = within(endless('HTTP/1.1 200 ', 'x'))
    const before = buffersInUse()
    const cancel = await client.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
    expect(cancel).toMatchObject({ ok: false, error: { kind: 'timeout', outcome: 'unknown' } })
    expect(buffersInUse() - before).toBeLessThan(MOST_TAKEN)
  })
})

describe('a host that accepts the connection and sends nothing', () => {
  it('gets nothing over https, and a cancel is reported as not sent', async () => {
    let taken = 0
    const mute = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => {
        taken += 1
        clock.fireDeadlines()
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const baseUrl = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`
    const over = createVenueClient({ spotBaseUrl: venue.baseUrl, contractBaseUrl: baseUrl, credentials, clock })
    const cancel = await over.call('contract.cancelOrder', { contract: 'E-BTC-USDT', orderId: '7' })
    expect(cancel).toMatchObject({ ok: false, error: { outcome: 'notSent' } })
    expect(taken).toBeGreaterThan(0)
    await over.close()
    mute.close()
  })
})
