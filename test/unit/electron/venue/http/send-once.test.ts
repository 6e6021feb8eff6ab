import { describe, expect, it, vi } from 'vitest'
import type { Dispatcher } from 'undici'
import { Sending } from '#electron/venue/http/send-once.ts'

const ORDER = { method: 'POST', headers: [], body: '{}' }

function sendingTo(dispatch: () => boolean): Sending {
  return new Sending(
    { dispatch } as unknown as Dispatcher,
    100,
    () => 0,
    () => true,
  )
}

describe('a request', () => {
  it('is handed over once, however often it is requested', async () => {
    const dispatch = vi.fn(() => true)
    const sending = sendingTo(dispatch)
    void sending.fetch('https://venue.example/order', ORDER)
    const again = Promise.race([sending.fetch('https://venue.example/order', ORDER), Promise.resolve('sent')])
    await expect(again).rejects.toThrow('twice')
    expect(dispatch).toHaveBeenCalledOnce()
  })

  it('is sent on one socket: on another it is aborted before a byte is sent', () => {
    const sending = sendingTo(() => true)
    const sockets = [{ abort: vi.fn() }, { abort: vi.fn() }]
    for (const socket of sockets) sending.onRequestStart(socket as unknown as Dispatcher.DispatchController)
    expect(sockets.map(({ abort }) => abort.mock.calls.length)).toEqual([0, 1])
  })
})
