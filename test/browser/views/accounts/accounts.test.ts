import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/domain/snapshot.ts'
import type { NewAccount } from '#shared/ipc/contract.ts'
import type { Session } from '../../../../renderer/src/session.ts'
import AccountsView from '../../../../renderer/src/views/accounts/AccountsView.vue'
import { show, type Shown } from '../../charts/window.ts'

const MAIN: AccountView = {
  id: '7d3f3c52-8d9e-4a5b-8f37-2f6f0c1f9a10',
  name: 'Main',
  kind: 'venue',
  spotBaseUrl: 'https://spot.example',
  contractBaseUrl: 'https://contract.example',
  keyTail: '7F2a',
}
const SECRET = 's3cr3t-canary'

let shown: Shown | null = null
afterEach(() => {
  shown?.close()
  shown = null
})

/** Main, as far as this screen talks to it; every answer can be replaced. */
function openAccounts(answers: Partial<Session['accounts']> = {}): Shown {
  const accounts: Session['accounts'] = {
    startDemo: () => Promise.resolve(ok({ ...MAIN, kind: 'demo' as const })),
    listAccounts: () => Promise.resolve(ok([])),
    addAccount: () => Promise.resolve(ok(MAIN)),
    openAccount: () => Promise.resolve(ok(MAIN)),
    forgetAccount: () => Promise.resolve(ok(null)),
    ...answers,
  }
  const session: Session = { accounts, start: () => Promise.resolve(), stop: () => {}, submit: () => Promise.resolve() }
  shown = show(AccountsView, { session, size: ['1104px', '760px'] })
  void shown.router.replace({ name: 'accounts' })
  return shown
}

const failing = (kind: FailureKind, message: string, venue: Failure['venue'] = null) =>
  err<Failure>({ ...localFailure(kind, 'spot.account', message), venue })
const field = (label: string) => page.getByLabelText(label)
const alertText = () => page.getByRole('alert').query()?.textContent ?? ''
const route = (): unknown => shown?.router.currentRoute.value.name

async function fillForm(change: Partial<Record<string, string>> = {}): Promise<void> {
  const values: Record<string, string | undefined> = {
    Name: 'Main',
    'Spot base URL': 'https://spot.example',
    'Contract base URL': 'https://contract.example',
    'API key': 'key-7F2a',
    'API secret': SECRET,
    ...change,
  }
  for (const [label, value] of Object.entries(values)) if (value) await field(label).fill(value)
}
const secretField = () => field('API secret').element() as HTMLInputElement

describe('the accounts screen', () => {
  it('opens the demo at one click and goes to the overview', async () => {
    openAccounts()
    await page.getByRole('button', { name: 'Open the Demo account' }).click()
    await expect.poll(route).toBe('overview')
  })

  it('sends the form once, empties the secret at that moment, and shows progress', async () => {
    const sent: NewAccount[] = []
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<AccountView>>>()
    openAccounts({ addAccount: (account) => (sent.push(account), promise) })
    await fillForm()
    await page.getByRole('button', { name: 'Connect' }).click()
    expect(secretField().value).toBe('')
    await expect.element(page.getByText(/^Checking the key with the venue/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Connecting…' })).toBeDisabled()
    expect(sent).toMatchObject([{ name: 'Main', apiKey: 'key-7F2a', apiSecret: SECRET }])
    resolve(ok(MAIN))
    await expect.poll(route).toBe('overview')
  })

  it('keeps the addresses but never the secret when the venue refuses, and shows its words as text', async () => {
    const venue = { code: '-2015', message: '<b>Invalid</b> API-key' }
    openAccounts({ addAccount: () => Promise.resolve(failing('key', 'The venue did not accept this key.', venue)) })
    await fillForm()
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect.poll(alertText).toMatch(/The venue did not accept this key\./)
    await expect.poll(alertText).toMatch(/The venue says: -2015 <b>Invalid<\/b> API-key/)
    expect(secretField().value).toBe('')
    expect((field('Spot base URL').element() as HTMLInputElement).value).toBe('https://spot.example')
    expect(document.body.innerHTML).not.toContain(SECRET)
    expect(route()).toBe('accounts')
  })

  it('asks main for nothing while a field is wrong, says what, and goes to it', async () => {
    let asked = 0
    openAccounts({ addAccount: () => (asked++, Promise.resolve(ok(MAIN))) })
    await fillForm({ 'Spot base URL': 'http://spot.example' })
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect.element(page.getByText('The address must begin with https://')).toBeVisible()
    expect(asked).toBe(0)
    expect(secretField().value).toBe('')
    expect(document.activeElement).toBe(field('Spot base URL').element())
    expect(field('Spot base URL').element().getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps key and secret from autofill, spell checkers and eyes', () => {
    openAccounts()
    expect(secretField()).toMatchObject({ type: 'password', autocomplete: 'new-password', spellcheck: false })
    expect(field('API key').element()).toMatchObject({ autocomplete: 'off', spellcheck: false })
  })

  it('opens a stored account, or says why not beside it', async () => {
    openAccounts({
      listAccounts: () => Promise.resolve(ok([MAIN])),
      openAccount: () => Promise.resolve(failing('network', 'The venue could not be reached.')),
    })
    await expect.element(page.getByText(/key …7F2a/)).toBeVisible()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect.poll(alertText).toMatch(/The venue could not be reached\./)
    expect(route()).toBe('accounts')
  })

  it('forgets an account only when held on purpose', async () => {
    const forgotten: string[] = []
    const { clock } = openAccounts({
      listAccounts: () => Promise.resolve(ok(forgotten.length === 0 ? [MAIN] : [])),
      forgetAccount: ({ accountId }) => (forgotten.push(accountId), Promise.resolve(ok(null))),
    })
    const button = page.getByRole('button', { name: /^Forget Main/ })
    await button.click()
    expect(forgotten).toEqual([])
    const element = button.element() as HTMLElement
    element.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))
    clock.step(1_199)
    expect(forgotten).toEqual([])
    clock.step(1)
    expect(forgotten).toEqual([MAIN.id])
    await expect.element(button).not.toBeInTheDocument()
  })

  it.each([
    ['vaultLocked', 'The keychain is locked'],
    ['vaultUnavailable', 'No keychain'],
  ] as const)('tells a keyring that is %s apart, and looks again on request', async (kind, title) => {
    let locked = true
    openAccounts({
      listAccounts: () => Promise.resolve(locked ? failing(kind, 'Unlock it, then try again.') : ok([MAIN])),
    })
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByText('Unlock it, then try again.')).toBeVisible()
    locked = false
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect.element(page.getByText(title)).not.toBeInTheDocument()
    await expect.element(page.getByText(/key …7F2a/)).toBeVisible()
  })

  it('says so when main does not answer at all', async () => {
    openAccounts({ startDemo: () => Promise.reject(new Error('gone')) })
    await page.getByRole('button', { name: 'Open the Demo account' }).click()
    await expect.poll(alertText).toMatch(/main process did not answer/)
  })

  it('does not pull a trader back who has gone to another screen', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<AccountView>>>()
    const { router, wrapper } = openAccounts({ startDemo: () => promise })
    await page.getByRole('button', { name: 'Open the Demo account' }).click()
    await router.push({ name: 'orders' })
    wrapper.unmount()
    const visits: unknown[] = []
    router.beforeEach((to) => void visits.push(to.name))
    resolve(ok(MAIN))
    await promise
    // A navigation of ours: had the screen asked for one before it, it would have come first.
    await router.push({ name: 'positions' })
    expect(visits).toEqual(['positions'])
  })
})
