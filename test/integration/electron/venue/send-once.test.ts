import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { Agent, request } from 'undici'
import { sendOnce } from '#electron/venue/send-once.ts'

it('lets a request through once, whoever asks a second time', async () => {
  let arrivals = 0
  const server = createServer((_, response) => {
    arrivals++
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent()
  const passage = { sentAt: null, status: null }
  const dispatcher = agent.compose(sendOnce(passage, () => 7))
  const send = () =>
    request(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`, {
      dispatcher,
      method: 'POST',
      body: '{}',
    })

  const first = await send()
  await first.body.dump()
  await expect(send()).rejects.toThrow('refused to send a request twice')

  expect(passage).toEqual({ sentAt: 7, status: 200 })
  expect(arrivals).toBe(1)
  await agent.destroy()
  server.close()
})
