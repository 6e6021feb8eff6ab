import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { watchAbsence } from '#electron/main/lock/watch-absence.ts'
import type { LockSettings } from '#shared/ipc/lock.ts'
import { ManualClock } from '#test/support/clock.ts'

function open(settings: LockSettings | null) {
  const clock = new ManualClock()
  const system = { idleSeconds: 0 }
  const powerMonitor = Object.assign(new EventEmitter(), { getSystemIdleTime: () => system.idleSeconds })
  const state = { isLocked: false, waysOut: true }
  const lock = vi.fn(() => void (state.isLocked = true))
  const view = () => ({ isLocked: state.isLocked, settings, waysOut: state.waysOut, fault: null })
  watchAbsence({ powerMonitor, clock, lock: { view, lock } })
  return { clock, system, powerMonitor, lock, state }
}

/** The system counts seconds without input, and nothing locks before the 300th. */
async function idles({ clock, system, lock }: Pick<ReturnType<typeof open>, 'clock' | 'system' | 'lock'>) {
  system.idleSeconds = 299
  await clock.advance(5_000)
  expect(lock).not.toHaveBeenCalled()
  system.idleSeconds = 300
  await clock.advance(5_000)
  expect(lock).toHaveBeenCalledOnce()
}

const SETTINGS: LockSettings = { idleMinutes: 5, onSleep: true, waysOut: true }

it.each(['suspend', 'resume', 'lock-screen', 'user-did-resign-active'])('locks on %s if that was chosen', (event) => {
  const { powerMonitor, lock } = open(SETTINGS)
  powerMonitor.emit(event)
  expect(lock).toHaveBeenCalledOnce()
  const other = open({ ...SETTINGS, onSleep: false })
  other.powerMonitor.emit(event)
  expect(other.lock).not.toHaveBeenCalled()
})

it('locks after the chosen time without input', async () => {
  const bench = open(SETTINGS)
  await bench.clock.advance(600_000)
  await idles(bench)
})

it('takes away the ways out that the lock of a page left, once the trader is away', async () => {
  const bench = open({ ...SETTINGS, waysOut: false })
  const { clock, lock, state } = bench
  state.isLocked = true
  await idles(bench)
  state.waysOut = false
  await clock.advance(60_000)
  expect(lock).toHaveBeenCalledOnce()
})

it('does not lock if that was never chosen, or without a passphrase', async () => {
  for (const settings of [{ ...SETTINGS, idleMinutes: null }, null]) {
    const { clock, system, lock } = open(settings)
    system.idleSeconds = 100_000
    await clock.advance(1_000_000)
    expect(lock).not.toHaveBeenCalled()
  }
})

it('does not lock again at once when the system does not count the typed passphrase as input', async () => {
  const { clock, system, lock, state } = open(SETTINGS)
  system.idleSeconds = 100_000
  await clock.advance(300_000)
  expect(lock).toHaveBeenCalledOnce()
  await clock.advance(60_000)
  state.isLocked = false
  await clock.advance(290_000)
  expect(lock).toHaveBeenCalledOnce()
  await clock.advance(20_000)
  expect(lock).toHaveBeenCalledTimes(2)
})
