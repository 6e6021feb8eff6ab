import { describe, expect, it } from 'vitest'
import { createLocking } from '#electron/main/lock/locking.ts'
import type { AppLock } from '#electron/main/lock/app-lock.ts'

function setUp(isAsked: boolean) {
  let isLocked = false
  const view = {
    isLocked: false,
    settings: { idleMinutes: 15, onSleep: true, waysOut: false },
    waysOut: true,
    fault: null,
  }
  const lock = { view: () => view, lock: () => void (isLocked = true) } as unknown as AppLock
  const askPassphrase = async () => 'no' as const
  const needs = { file: 'lock.json', isAsked: () => isAsked, onChange: () => undefined }
  return { locking: createLocking({ lock, askPassphrase, ...needs }), isLocked: () => isLocked }
}

describe('a page that locks', () => {
  it('takes no native box away: the way out may be in it', async () => {
    const { locking, isLocked } = setUp(true)
    const answer = await locking.handlers.lock({}, 1)
    expect([answer, isLocked()]).toMatchObject([
      { ok: false, error: { message: { code: 'main.confirm.busy' } } },
      false,
    ])
    await locking.lockNow()
    expect(isLocked()).toBe(true)
  })

  it('locks at once otherwise', async () => {
    const { locking, isLocked } = setUp(false)
    expect([await locking.handlers.lock({}, 1), isLocked()]).toEqual([{ ok: true, value: null }, true])
  })
})
