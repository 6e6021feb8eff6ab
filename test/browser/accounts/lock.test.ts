import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { CommandResult } from '#shared/ipc/contract.ts'
import type { LockChange, LockView } from '#shared/ipc/lock.ts'
import { message } from '#shared/words/message.ts'
import { alertText, button, openAccounts } from './support.ts'

const SET: LockView = {
  ...{ isLocked: false, waysOut: true, fault: null },
  settings: { idleMinutes: 15, onSleep: true, waysOut: true },
}

/** The panel for a given lock. The test decides when main answers its changes. */
function panel(view: LockView) {
  const asked: LockChange[] = []
  const answers: ((answer: CommandResult<'changeLock'>) => void)[] = []
  openAccounts(
    {},
    {
      getLock: () => Promise.resolve(ok(view)),
      changeLock: ({ change }) => (asked.push(change), new Promise((resolve) => answers.push(resolve))),
    },
  )
  const answer = (given: CommandResult<'changeLock'>): void => answers.at(-1)?.(given)
  return { asked, answer }
}

const ways = () => page.getByRole('checkbox', { name: 'Cancel all and Flatten work while it is locked' })
const idle = (name: string) =>
  page.getByRole('radiogroup', { name: 'Lock after inactivity of' }).getByRole('radio', { name })

it('is off until a passphrase is set, also by keyboard', async () => {
  const { asked, answer } = panel({ ...SET, settings: null })
  await expect.element(page.getByText(/^Off\. With a passphrase it hides every figure/)).toBeVisible()
  ;(button('Set a passphrase…').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(asked).toEqual([{ kind: 'passphrase' }])
  answer(ok(SET))
  await expect.element(button('Lock now')).toBeVisible()
  await expect
    .element(page.getByText(/The lock guards a screen that is left alone\. It encrypts nothing/))
    .toBeVisible()
})

it('has no button to lock it when the ways out close with it: only the keys and the menu do that', async () => {
  panel({ ...SET, settings: { ...SET.settings!, waysOut: false } })
  await expect.element(page.getByText('Ctrl+Shift+L locks it.')).toBeVisible()
  expect(button('Lock now').query()).toBeNull()
})

it("sends one change at a time, and shows main's state until main reports another", async () => {
  const { asked, answer } = panel(SET)
  await expect.element(ways()).toBeChecked()
  ;(ways().element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  expect(asked).toEqual([{ kind: 'settings', settings: { ...SET.settings, waysOut: false } }])
  await expect.element(ways()).toBeDisabled()
  await expect.element(ways()).toBeChecked()
  for (const name of ['Change the passphrase…', 'Remove the lock…']) await expect.element(button(name)).toBeDisabled()
  await expect.element(idle('5 min')).toBeDisabled()
  answer(err(localFailure('closed', 'lock.ask', message('main.confirm.busy'))))
  await expect.poll(alertText).toContain('Another confirmation is open')
  await expect.element(ways()).toBeEnabled()
  await expect.element(ways()).toBeChecked()
})

it('says so when main does not lock it', async () => {
  openAccounts({}, { getLock: () => Promise.resolve(ok(SET)), lock: () => Promise.reject(new Error('main is gone')) })
  await button('Lock now').click()
  await expect.poll(alertText).toContain('Plimsoll’s core did not answer')
})

it("returns to main's time when a change was not granted", async () => {
  const { asked, answer } = panel(SET)
  await expect.element(idle('15 min')).toBeChecked()
  await idle('Never').click({ force: true })
  expect(asked).toEqual([{ kind: 'settings', settings: { ...SET.settings, idleMinutes: null } }])
  answer(ok(SET))
  await expect.element(idle('15 min')).toBeChecked()
  expect(alertText()).toBe('')
})
