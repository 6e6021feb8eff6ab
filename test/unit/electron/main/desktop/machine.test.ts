import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { watchMachine } from '#electron/main/desktop/machine.ts'
import { ManualClock } from '#test/support/clock.ts'

function watch() {
  const clock = new ManualClock()
  const powerMonitor = new EventEmitter()
  const net = { online: true, isOnline: () => net.online }
  const done: unknown[] = []
  watchMachine(powerMonitor, net, clock, {
    wake: () => void done.push('wake'),
    readAgain: () => void done.push('readAgain'),
    noteMachine: (code, since) => void done.push([code, clock.wall() - since]),
  })
  return { clock, powerMonitor, net, done }
}

it('makes everything old before and after a sleep, and logs how long it was', async () => {
  const { clock, powerMonitor, done } = watch()
  powerMonitor.emit('suspend')
  powerMonitor.emit('suspend')
  await clock.advance(60_000)
  powerMonitor.emit('resume')
  expect(done).toEqual(['wake', ['suspended', 0], 'wake', 'wake', ['resumed', 60_000]])
})

it('reports waking up even if the system did not report a sleep', () => {
  const { powerMonitor, done } = watch()
  powerMonitor.emit('resume')
  expect(done).toEqual(['wake', ['resumed', 0]])
})

it('reads everything when the screen is unlocked', async () => {
  const { clock, powerMonitor, done } = watch()
  powerMonitor.emit('lock-screen')
  await clock.advance(5_000)
  powerMonitor.emit('unlock-screen')
  expect(done).toEqual([['screenLocked', 0], ['screenUnlocked', 5_000], 'readAgain'])
})

it('logs a network outage once, and reads everything within a second of its end', async () => {
  const { clock, net, done } = watch()
  net.online = false
  await clock.advance(1_000)
  await clock.advance(30_000)
  expect(done).toEqual([['networkLost', 0]])
  net.online = true
  await clock.advance(1_000)
  expect(done.slice(1)).toEqual([['networkFound', 31_000], 'readAgain'])
  await clock.advance(30_000)
  expect(done).toHaveLength(3)
})
