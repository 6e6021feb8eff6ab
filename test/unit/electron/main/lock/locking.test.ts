import { describe, expect, it } from 'vitest'
import { createLocking } from '#electron/main/lock/locking.ts'
import type { AppLock } from '#electron/main/lock/app-lock.ts'
import type { PassphraseQuestion } from '#electron/main/window/secret-page.ts'
import { passphrasePage } from '#electron/main/window/secret-page.ts'
import type { LockChange } from '#shared/ipc/lock.ts'
import { inEnglish } from '#shared/words/say.ts'

function setUp(isAsked: boolean) {
  let isLocked = false
  const by: (string | undefined)[] = []
  const view = {
    isLocked: false,
    settings: { idleMinutes: 15, onSleep: true, waysOut: false },
    waysOut: true,
    fault: null,
  }
  const changes: string[] = []
  const changed = (how: string) => () => {
    changes.push(how)
    return { ok: true, value: null }
  }
  const lock = {
    ...{ view: () => view, lock: (who?: 'page') => void ((isLocked = true), by.push(who)) },
    ...{ set: changed('settings'), remove: changed('remove'), setPassphrase: changed('passphrase') },
  } as unknown as AppLock
  const asked: PassphraseQuestion[] = []
  const askPassphrase = async (question: PassphraseQuestion) => {
    asked.push(question)
    return 'no' as const
  }
  const needs = { file: 'lock.json', isAsked: () => isAsked, onChange: () => undefined }
  return { locking: createLocking({ lock, askPassphrase, ...needs }), isLocked: () => isLocked, by, asked, changes }
}

describe('a page that locks', () => {
  it('closes no native dialog, because the way out may be in it', async () => {
    const { locking, isLocked } = setUp(true)
    const answer = await locking.handlers.lock({}, 1)
    expect([answer, isLocked()]).toMatchObject([
      { ok: false, error: { message: { code: 'main.confirm.busy' } } },
      false,
    ])
    await locking.lockNow()
    expect(isLocked()).toBe(true)
  })

  it('locks at once otherwise, as a page: the ways out stay', async () => {
    const { locking, isLocked, by } = setUp(false)
    expect([await locking.handlers.lock({}, 1), isLocked()]).toEqual([{ ok: true, value: null }, true])
    await locking.lockNow()
    expect(by).toEqual(['page', undefined])
  })
})

describe('a page that changes the lock', () => {
  const OFF = { idleMinutes: null, onSleep: false, waysOut: false } as const

  it.each([{ kind: 'settings', settings: OFF }, { kind: 'remove' }, { kind: 'passphrase' }] as const)(
    'changes nothing until the passphrase is typed: $kind',
    async (change: LockChange) => {
      const { locking, asked, changes } = setUp(false)
      await locking.handlers.changeLock({ change }, 1)
      expect([asked.length, changes]).toEqual([1, []])
    },
  )

  it.each([
    [
      OFF,
      'It stays open however long the computer',
      'It stays open when the computer',
      'Cancel all and Flatten do not work',
    ],
    [
      { idleMinutes: 5, onSleep: true, waysOut: true },
      'It locks after 5 min',
      'It locks when the computer sleeps',
      'Cancel all and Flatten work',
    ],
  ] as const)('asks for the passphrase together with the new settings: %j', async (settings, ...said) => {
    const { locking, asked } = setUp(false)
    await locking.handlers.changeLock({ change: { kind: 'settings', settings } }, 1)
    const page = passphrasePage(asked[0]!, inEnglish)
    for (const each of said) expect(page).toContain(each)
  })
})
