import { expect, it } from 'vitest'
import { keepAwake } from '#electron/main/desktop/awake.ts'

/** The requests to the system, for each push. */
function asked(platform: NodeJS.Platform, pushes: readonly (readonly [isLive: boolean, isRunning: boolean])[]) {
  const calls: string[] = []
  const tell = keepAwake({ start: () => calls.push('start'), stop: () => calls.push('stop') > 0 }, platform)
  return pushes.map(([isLive, isRunning]) => {
    tell({ isLive, isRunning })
    return calls.splice(0).join()
  })
}

const IDLE = [true, false] as const
const RUNNING = [true, true] as const
const CLOSED = [false, false] as const

it('keeps the system awake while a plan runs on any account, and no longer', () => {
  const calls = asked('linux', [IDLE, RUNNING, RUNNING, IDLE, RUNNING, CLOSED])
  expect(calls).toEqual(['', 'start', '', 'stop', 'start', 'stop'])
})

it('on macOS keeps it awake as long as an account is live', () => {
  expect(asked('darwin', [CLOSED, IDLE, RUNNING, IDLE, CLOSED])).toEqual(['', 'start', '', '', 'stop'])
})
