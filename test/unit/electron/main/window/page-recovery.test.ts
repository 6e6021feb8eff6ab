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
  const tryAgain = keepPageAlive({
    window: window as unknown as BrowserWindow,
    clock,
    process: { kill },
    onLost,
  })
  const end = (reason = 'crashed'): void => void webContents.emit('render-process-gone', {}, { reason })
  return { webContents, window, clock, kill, onLost, tryAgain, end, reloads: () => window.reload.mock.calls.length }
}

it.each(['crashed', 'killed', 'oom', 'abnormal-exit', 'launch-failed', 'integrity-failure', 'memory-eviction'])(
  'brings a page back that ended: %s',
  (reason) => {
    const { end, reloads } = open()
    end(reason)
    expect(reloads()).toBe(1)
  },
)

it('leaves one alone that ended as it should, or whose window is gone', () => {
  const { end, window, reloads } = open()
  end('clean-exit')
  window.isDestroyed.mockReturnValue(true)
  end()
  expect(reloads()).toBe(0)
})

it('brings it back thrice in five minutes, and then says that it is lost, until it is tried again', async () => {
  const { end, onLost, tryAgain, reloads } = open()
  for (let nth = 1; nth <= 5; nth++) end()
  expect([reloads(), onLost.mock.calls.length]).toEqual([3, 2])
  tryAgain()
  expect(reloads()).toBe(4)
  for (let nth = 1; nth <= 4; nth++) end()
  expect([reloads(), onLost.mock.calls.length]).toEqual([7, 3])
})

it('counts no end of longer ago than five minutes', async () => {
  const { end, onLost, clock, reloads } = open()
  for (let nth = 1; nth <= 6; nth++) {
    end()
    await clock.advance(100_001)
  }
  expect([reloads(), onLost.mock.calls.length]).toEqual([6, 0])
})

it('ends a page that does nothing any more, but not one that stands still for its developer', () => {
  const { webContents, kill } = open()
  webContents.isDevToolsOpened.mockReturnValue(true)
  webContents.emit('unresponsive')
  expect(kill).not.toHaveBeenCalled()
  webContents.isDevToolsOpened.mockReturnValue(false)
  webContents.emit('unresponsive')
  expect(kill.mock.calls).toEqual([[42, 'SIGKILL']])
  kill.mockImplementation(() => {
    throw new Error('ESRCH')
  })
  expect(() => webContents.emit('unresponsive')).not.toThrow()
})

it('ends nothing where no process shows the page', () => {
  const { webContents, kill } = open(0)
  webContents.emit('unresponsive')
  expect(kill).not.toHaveBeenCalled()
})
