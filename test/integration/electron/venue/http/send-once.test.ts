import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Agent } from 'undici'
import { Sending } from '#electron/venue/http/send-once.ts'

const LETTER = { method: 'POST', headers: [], body: '{"a":1}' }

let arrivals = 0
let address: string
const server = createServer((request, response) => {
  arrivals++
  if (request.url === '/hints') response.writeEarlyHints({ link: '</style.css>; rel=preload' })
  response.writeHead(request.url === '/moved' ? 307 : 200, { location: '/', 'Retry-After': '7' })
  response.end(request.url === '/large' ? 'x'.repeat(100) : '{}')
})
const agent = new Agent()

beforeEach(async () => {
  arrivals = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const sending = (mayLeave = () => true): Sending => new Sending(agent, 50, () => 7, mayLeave)

describe('a single-use sender', () => {
  it('sends a request once, whoever calls it a second time', async () => {
    const only = sending()
    const { status, body, headers } = await only.fetch(address, LETTER)
    expect([status, body.toString(), headers.get('retry-after')]).toEqual([200, '{}', '7'])
    expect(only).toMatchObject({ sentAt: 7, status: 200, ended: null })

    await expect(only.fetch(address, LETTER)).rejects.toThrow('refused to send a request twice')
    expect(arrivals).toBe(1)
  })

  it('refuses by itself when a pool would start the request again', () => {
    const only = sending()
    const aborts: string[] = []
    const controller = { abort: (reason: Error) => aborts.push(reason.message) }
    only.onRequestStart(controller as never)
    expect(aborts).toEqual([])
    only.onRequestStart(controller as never)
    expect(aborts).toEqual(['refused to send a request twice'])
  })

  it('sends nothing if it was ended before', async () => {
    const only = sending()
    only.end('aborted')
    await expect(only.fetch(address, LETTER)).rejects.toThrow('aborted')
    expect(only).toMatchObject({ sentAt: null, ended: 'aborted' })
    expect(arrivals).toBe(0)
  })

  it('sends nothing if it was ended while the connection was being made', async () => {
    const only = sending()
    const sent = only.fetch(address, LETTER)
    only.end('timeout')
    await expect(sent).rejects.toThrow('timeout')
    // The connection still opens. Another request on it shows that nothing went before.
    await sending().fetch(address, LETTER)
    expect(arrivals).toBe(1)
    expect(only.sentAt).toBeNull()
  })

  it('sends nothing if that was forbidden while the connection was being made', async () => {
    let may = true
    const only = sending(() => may)
    const sent = only.fetch(address, LETTER)
    may = false
    await expect(sent).rejects.toThrow('aborted')
    await sending().fetch(address, LETTER)
    expect(arrivals).toBe(1)
    expect(only).toMatchObject({ sentAt: null, ended: 'aborted' })
  })

  it('follows no redirect', async () => {
    const only = sending()
    await expect(only.fetch(`${address}moved`, LETTER)).rejects.toThrow('redirect')
    expect(only).toMatchObject({ status: 307, ended: 'redirect' })
    expect(arrivals).toBe(1)
  })

  it('reads no more than its limit', async () => {
    const only = sending()
    await expect(only.fetch(`${address}large`, LETTER)).rejects.toThrow('tooLarge')
    expect(only).toMatchObject({ status: 200, ended: 'tooLarge' })
  })

  it('does not take an informational response for the answer', async () => {
    const only = sending()
    expect((await only.fetch(`${address}hints`, LETTER)).status).toBe(200)
    expect(only.status).toBe(200)
  })
})
