/** A key while it is being tried: its checks as they come in, and the way to cancel it. */
import type { Component } from 'vue'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Failure } from '#shared/domain/failure.ts'
import type { StepProgress } from '#shared/domain/probe.ts'
import { ok, type Result } from '#shared/domain/result.ts'
import type { AccountAdded } from '#shared/ipc/contract.ts'
import { verbatim } from '#shared/words/message.ts'
import { emptySnapshot } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import App from '../../../renderer/src/app/App.vue'
import { violations } from '../support/axe.ts'
import { openWindow, painted } from '../support/window.ts'
import { button, failing, field, fillForm, HEALTHY, MAIN, valueOf } from './support.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
/** The checks on screen: result, name and what was found. */
const rows = (): string[][] =>
  [...document.querySelectorAll('ol > li')].map((row) => [...row.children].map((cell) => cell.textContent.trim()))

const PASSED = { id: 'spotClock', outcome: 'passed', found: [verbatim('Answers in 38 ms.')] } as const
const FAILED = {
  id: 'signature',
  outcome: 'failed',
  found: [verbatim('The secret is another one. '.repeat(20))],
} as const
/** Three checks: the second is running at first. */
const BEGUN: readonly StepProgress[] = [
  PASSED,
  { id: 'signature', outcome: 'running', found: [] },
  { id: 'testOrder', outcome: 'waiting', found: [] },
]

/** The accounts screen, and a main whose answer the test gives. `listed`: an account that is there before. */
async function opened(listed: readonly (typeof MAIN)[] = [], view: Component = AccountsView) {
  const tries: PromiseWithResolvers<Result<AccountAdded | null, Failure>>[] = []
  const cancels: number[] = []
  function tryKey(): Promise<Result<AccountAdded | null, Failure>> {
    const one = Promise.withResolvers<Result<AccountAdded | null, Failure>>()
    tries.push(one)
    return one.promise
  }
  const bench = await openWindow(
    view,
    { ...emptySnapshot(), account: null },
    {
      accounts: {
        ...{ addAccount: tryKey, probeAccount: tryKey },
        listAccounts: async () => ok(listed),
        cancelProbe: async () => (cancels.push(cancels.length), ok(null)),
      },
    },
  )
  return { ...bench, cancels, answer: (found: Result<AccountAdded | null, Failure>) => tries.at(-1)?.resolve(found) }
}

async function adding(view?: Component) {
  const bench = await opened([], view)
  await expect.element(field('API key')).toBeVisible()
  await fillForm()
  await userEvent.keyboard('{Enter}')
  return bench
}

describe('a key that is being tried', () => {
  it('shows each check as soon as it is known, without moving the others, and then the report', async () => {
    const { tellProbe, answer } = await adding()
    await tellProbe(BEGUN)
    await expect.element(heading('Checking Main')).toHaveFocus()
    await expect.element(page.getByText('1 of 3 checks are done.')).toBeVisible()
    expect(rows()).toEqual([
      ['Passed', 'Spot venue and its clock', 'Answers in 38 ms.'],
      ['Running', 'Key and signature', ''],
      ['Waiting', 'Test order, not traded', ''],
    ])
    const tops = () => [...document.querySelectorAll('ol > li')].map((row) => row.getBoundingClientRect().top)
    const before = tops()
    await tellProbe([PASSED, FAILED, { id: 'testOrder', outcome: 'running', found: [] }])
    expect(rows()[1]?.slice(0, 2)).toEqual(['Failed', 'Key and signature'])
    expect(tops()).toEqual(before)
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toHaveFocus()
    expect(rows()).toHaveLength(18)
  })

  it('can be cancelled at once, before its first check, and says that nothing was kept', async () => {
    const { cancels, answer } = await adding()
    await button('Cancel').click()
    expect(cancels).toEqual([0])
    await expect.element(button('Cancelling…')).toBeVisible()
    answer(ok(null))
    await expect.element(page.getByText(/^Cancelled\. Nothing was kept/)).toBeVisible()
    await expect.element(field('API key')).toHaveFocus()
    expect(valueOf('API key')).toBe('key-7F2a')
    await expect.element(button('Connect')).toBeEnabled()
  })

  it.each([
    ['its button', async () => button('Cancel').click()],
    ['Esc', async () => userEvent.keyboard('{Escape}')],
  ])('can be cancelled among its checks by %s, and leads back to the form', async (_by, cancel) => {
    const { cancels, tellProbe, answer } = await adding()
    await tellProbe(BEGUN)
    await expect.element(heading('Checking Main')).toHaveFocus()
    await cancel()
    expect(cancels).toEqual([0])
    // Checks that end meanwhile are shown, and do not look like a result.
    await tellProbe([PASSED, FAILED, BEGUN[2]!])
    await expect.element(heading('Checking Main')).toBeVisible()
    answer(ok(null))
    await expect.element(page.getByText(/^Cancelled\. Nothing was kept/)).toBeVisible()
    await expect.element(field('API key')).toHaveFocus()
  })

  it('is not cancelled by the Enter that sent the form, nor does a late press go on by itself', async () => {
    const { cancels, tellProbe } = await adding()
    await tellProbe(BEGUN)
    await expect.element(heading('Checking Main')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(cancels).toEqual([])
    await expect.element(heading('Checking Main')).toBeVisible()
  })

  it('shows its report when the cancel came too late', async () => {
    const { tellProbe, answer } = await adding()
    await tellProbe(BEGUN)
    await button('Cancel').click()
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toHaveFocus()
  })

  it('says why it failed although it was cancelled', async () => {
    const { tellProbe, answer } = await adding()
    await tellProbe(BEGUN)
    await button('Cancel').click()
    answer(failing('storage', 'The list could not be written.'))
    await expect.element(page.getByText('The list could not be written.')).toBeVisible()
    expect(page.getByText(/^Cancelled\./).query()).toBeNull()
  })

  it('starts with no check of the one before', async () => {
    const { tellProbe, answer } = await adding()
    await tellProbe(BEGUN)
    answer(ok(null))
    await button('Connect').click()
    await painted()
    expect(heading('Checking Main').query()).toBeNull()
    await expect.element(button('Cancel')).toBeVisible()
  })

  it('has no accessibility fault among its checks', async () => {
    const { tellProbe } = await adding(App)
    await tellProbe(BEGUN)
    await expect.element(heading('Checking Main')).toHaveFocus()
    expect(await violations()).toEqual([])
  })
})

describe('a stored account that is checked again', () => {
  it('shows its checks, and is as it was when that is cancelled', async () => {
    const { cancels, tellProbe, answer, find } = await opened([MAIN])
    await button('Check').click()
    await tellProbe(BEGUN)
    await expect.element(heading('Checking Main')).toHaveFocus()
    await button('Cancel').click()
    answer(ok(null))
    await expect.element(page.getByText('Cancelled. The account is as it was.')).toBeVisible()
    await expect.poll(() => document.activeElement).toBe(find(`[data-account="${MAIN.id}"]`))
    expect(cancels).toEqual([0])
  })
})

it('checks of a probe that this page did not ask for are not shown', async () => {
  const { tellProbe } = await opened([MAIN])
  await tellProbe(BEGUN)
  expect(page.getByRole('heading', { name: /^Checking/ }).query()).toBeNull()
})
