import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { LockView } from '#shared/ipc/lock.ts'
import { message } from '#shared/words/message.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import type { Session } from '../../../renderer/src/app/session.ts'
import LockScreen from '../../../renderer/src/app/LockScreen.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const LOCKED: LockView = {
  ...{ isLocked: true, waysOut: true, fault: null },
  settings: { idleMinutes: 15, onSleep: true, waysOut: true },
}

const open = (view: LockView, locking: Partial<Session['locking']> = {}): Promise<Bench> =>
  openWindow(LockScreen, fixtureSnapshot(), { locking: { getLock: () => Promise.resolve(ok(view)), ...locking } })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = (): string => page.getByRole('alert').query()?.textContent.trim() ?? ''

it('shows no figure, and works by keyboard: first unlocking, then the ways out', async () => {
  const asked: unknown[] = []
  const bench = await open(LOCKED, {
    unlock: async () => (asked.push('unlock'), ok(LOCKED)),
    openWayOut: async ({ way }) => (asked.push(way), ok(null)),
  })
  expect(bench.root.textContent).not.toMatch(/\d/)
  expect(bench.find('h1').textContent).toContain('Plimsoll is locked')
  expect(bench.find('button').hasAttribute('autofocus')).toBe(true)
  bench.find('button').focus()
  await userEvent.keyboard('{Enter}{Tab}{Enter}{Tab} ')
  expect(asked).toEqual(['unlock', 'cancelAll', 'flatten'])
  expect(alert()).toBe('')
})

it('has no way out when none was kept, and says why no passphrase opens it', async () => {
  await open({ ...LOCKED, waysOut: false })
  expect(button('Flatten…').query()).toBeNull()
  await open({ ...LOCKED, settings: null, fault: message('lock.unreadable', { file: '/p/lock.json' }) })
  await expect.poll(alert).toContain('The app lock’s file cannot be used: /p/lock.json.')
  await expect.element(button('Flatten…')).toBeVisible()
})

it('says that a question is already open, and that main does not answer', async () => {
  const busy = err(localFailure('closed', 'lock.ask', message('main.confirm.busy')))
  const bench = await open(LOCKED, {
    unlock: () => Promise.resolve(busy),
    openWayOut: () => Promise.reject(new Error('main is gone')),
  })
  await button('Unlock…').click()
  await expect.poll(alert).toContain('Another confirmation is open')
  await button('Cancel all…').click()
  await painted()
  expect(alert()).toContain('Plimsoll’s core did not answer')
  expect(bench.root.querySelectorAll('[role=alert]')).toHaveLength(1)
})
