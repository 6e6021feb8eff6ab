/** Adding a key in the whole window, where main's pushes arrive independently. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, type Result } from '#shared/domain/result.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { AccountAdded, NewAccount } from '#shared/ipc/contract.ts'
import { SCREENS, type ScreenName } from '#shared/ipc/place.ts'
import { emptySnapshot, fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
// Preloaded, so that a wrong early navigation is already visible when a test checks.
import '../../../renderer/src/orders/OrdersView.vue'
import '../../../renderer/src/overview/OverviewView.vue'
import { openWindow } from '../support/window.ts'
import { button, failing, field, fillForm, HEALTHY, REFUSED, valueOf } from './support.ts'

const NO_ACCOUNT: Snapshot = { ...emptySnapshot(), account: null }
/** The added account, as in main's first push of it. */
const OPENED: Snapshot = { ...fixtureSnapshot(), runId: 'run-2' }

/** The window without an account, and a main that answers on request. */
async function openApp(snapshot = NO_ACCOUNT) {
  const sent: NewAccount[] = []
  const { promise, resolve } = Promise.withResolvers<Result<AccountAdded | null, Failure>>()
  const bench = await openWindow(App, snapshot, {
    accounts: { addAccount: (account) => (sent.push(account), promise) },
  })
  await goTo('accounts')
  await expect.element(field('API key')).toBeVisible()
  return { ...bench, sent, answer: resolve }
}

const goTo = (screen: ScreenName): Promise<void> =>
  userEvent.keyboard(`{Control>}${SCREENS.indexOf(screen) + 1}{/Control}`)
const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
const overview = () => page.getByRole('heading', { name: 'Load line' })
const orders = () => page.getByLabelText('Filter orders')

describe('the window without an account', () => {
  it('does not call main silent when main has nothing to report', async () => {
    const { root, advance, send } = await openApp()
    await advance(60_000)
    expect(root.querySelector('.silence')).toBeNull()
    await send({ ...OPENED, mono: OPENED.mono + 60_000 })
    await advance(60_000)
    expect(root.querySelector('.silence')).not.toBeNull()
  })
})

describe('adding a key', () => {
  it('shows the report even if the account is open before the report comes, and then the portfolio', async () => {
    const { send, answer } = await openApp()
    await fillForm()
    await userEvent.keyboard('{Enter}')
    await send(OPENED)
    await expect.element(button('Connecting…')).toBeVisible()
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(overview()).toBeVisible()
    await goTo('accounts')
    await expect.element(field('API key')).toBeVisible()
    expect(valueOf('API key')).toBe('')
  })

  it('shows the report also when the push comes after it', async () => {
    const { send, answer } = await openApp()
    await fillForm()
    await userEvent.keyboard('{Enter}')
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toHaveFocus()
    await send(OPENED)
    await expect.element(heading('Connected to Main')).toBeVisible()
  })

  it('keeps the report for a trader who moved to another screen, and calls nobody back', async () => {
    const { answer, sent } = await openApp(fixtureSnapshot())
    await fillForm()
    await userEvent.keyboard('{Enter}')
    await goTo('orders')
    await expect.element(orders()).toBeVisible()
    await goTo('accounts')
    await expect.element(button('Connecting…')).toBeDisabled()
    await goTo('orders')
    answer(ok(REFUSED))
    await expect.element(orders()).toBeVisible()
    await goTo('accounts')
    await expect.element(heading('Not connected')).toHaveFocus()
    expect(sent).toHaveLength(1)
  })

  it('keeps a failure for a trader who moved to another screen', async () => {
    const { answer } = await openApp(fixtureSnapshot())
    await fillForm()
    await userEvent.keyboard('{Enter}')
    await goTo('orders')
    await expect.element(orders()).toBeVisible()
    answer(failing('vaultLocked', 'Unlock the keychain.'))
    await goTo('accounts')
    await expect.element(page.getByText('Unlock the keychain.')).toBeVisible()
    await button('Check again').click()
    await expect.element(page.getByText('Unlock the keychain.')).not.toBeInTheDocument()
  })

  it('shows a report once: a trader who continued another way does not see it again', async () => {
    const { answer } = await openApp(fixtureSnapshot())
    await fillForm()
    await userEvent.keyboard('{Enter}')
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toBeVisible()
    await goTo('orders')
    await expect.element(orders()).toBeVisible()
    await goTo('accounts')
    await expect.element(field('API key')).toBeVisible()
  })

  it('keeps the input while another screen is shown', async () => {
    await openApp(fixtureSnapshot())
    await fillForm()
    await goTo('orders')
    await expect.element(orders()).toBeVisible()
    await goTo('accounts')
    await expect.element(field('API key')).toBeVisible()
    expect(['Name', 'API key'].map(valueOf)).toEqual(['Main', 'key-7F2a'])
  })
})
