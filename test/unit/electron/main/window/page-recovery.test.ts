import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, it, vi } from 'vitest'
import { keepPageAlive } from '#electron/main/window/page-recovery.ts'
import { ManualClock } from '#test/support/clock.ts'

function open(pid = 42) {
  const webContents = Object.assign(new EventEmitter(), {
    getOSProcessId: () => pid,
    isDevToolsOpened: vi.fn(() => false),
  })
  const window = { webContents, reload: vi.fn<() => void>(), isDestroyed: vi.fn(() => false) }
  const clock = new ManualClock()
  const kill = vi.fn<(pid: number, signal: string) => true>()
  const onLost = vi.fn<() => void>()
  const tryAgain = keepPageAlive(window as unknown as BrowserWindow, clock, { kill }, onLost)
  const end = (reason = 'crashed'): void => void webContents.emit('render-process-gone', {}, { reason })
  return { webContents, window, clock, kill, onLost, tryAgain, end, reloads: () => window.reload.mock.calls.length }
}

it.each([
  'clean-exit',
  'crashed',
  'killed',
  'oom',
  'abnormal-exit',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
])('reloads a page that ended: %s', (reason) => {
  const { end, reloads } = open()
  end(reason)
  expect(reloads()).toBe(1)
})

it.each(['clean-exit', 'crashed'])('leaves a page alone whose window is gone: %s', (reason) => {
  const { end, window, reloads } = open()
  window.isDestroyed.mockReturnValue(true)
  end(reason)
  expect(reloads()).toBe(0)
})

it('reloads it three times in five minutes, and then reports it as lost until it is tried again', async () => {
  const { end, onLost, tryAgain, reloads } = open()
  for (let nth = 1; nth <= 5; nth++) end()
  expect([reloads(), onLost.mock.calls.length]).toEqual([3, 2])
  tryAgain()
  expect(reloads()).toBe(4)
  for (let nth = 1; nth <= 4; nth++) end()
  expect([reloads(), onLost.mock.calls.length]).toEqual([7, 3])
})

it('does not count an end more than five minutes ago', async () => {
  const { end, onLost, clock, reloads } = open()
  for (let nth = 1; nth <= 6; nth++) {
    end()
    await clock.advance(100_001)
  }
  expect([reloads(), onLost.mock.calls.length]).toEqual([6, 0])
})

it('kills a page that stays silent for 15 s more, but not one stopped in the developer tools', async () => {
  const { webContents, kill, clock } = open()
  webContents.isDevToolsOpened.mockReturnValue(true)
  webContents.emit('unresponsive')
  await clock.advance(15_000)
  expect(kill).not.toHaveBeenCalled()
  webContents.isDevToolsOpened.mockReturnValue(false)
  webContents.emit('unresponsive')
  await clock.advance(14_999)
  expect(kill).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(kill.mock.calls).toEqual([[42, 'SIGKILL']])
})

it.each(['responsive', 'render-process-gone'])(
  'spares a page that was only slow or ended meanwhile: %s',
  async (event) => {
    const { webContents, kill, clock } = open()
    webContents.emit('unresponsive')
    await clock.advance(10_000)
    webContents.emit(event, {}, { reason: 'crashed' })
    await clock.advance(60_000)
    expect(kill).not.toHaveBeenCalled()
  },
)

it('kills no page of a window that is gone, and tolerates one that ended by itself', async () => {
  const { webContents, window, kill, clock } = open()
  kill.mockImplementation(() => {
    throw new Error('ESRCH')
  })
  webContents.emit('unresponsive')
  await clock.advance(15_000)
  expect(kill).toHaveBeenCalledTimes(1)
  webContents.emit('unresponsive')
  window.isDestroyed.mockReturnValue(true)
  await clock.advance(15_000)
  expect(kill).toHaveBeenCalledTimes(1)
})

it('kills nothing when no process shows the page', async () => {
  const { webContents, kill, clock } = open(0)
  webContents.emit('unresponsive')
  await clock.advance(15_000)
  expect(kill).not.toHaveBeenCalled()
})
