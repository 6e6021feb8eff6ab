import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { alertText, button, failing, MAIN, openAccounts } from './support.ts'

describe('the accounts screen', () => {
  it('opens the demo with one click and shows the overview', async () => {
    const { router } = openAccounts()
    await button('Open the Demo account').click()
    await expect.poll(() => router.currentRoute.value.name).toBe('overview')
  })

  it('opens a stored account, or says beside it why not', async () => {
    const { router } = openAccounts({
      listAccounts: () => Promise.resolve(ok([MAIN])),
      openAccount: () => Promise.resolve(failing('network', 'The venue could not be reached.')),
    })
    await expect.element(page.getByText(/key …7F2a/)).toBeVisible()
    await button('Open').click()
    await expect.poll(alertText).toMatch(/The account was not opened\.The venue could not be reached\./)
    expect(router.currentRoute.value.name).toBe('accounts')
  })

  it('says so when the data folder is not shown', async () => {
    openAccounts({ openDataFolder: () => Promise.reject(new Error('main is gone')) })
    await button('Show the folder').click()
    await expect.poll(alertText).toContain('Plimsoll’s core did not answer')
  })

  it('stores the color chosen for an account, and shows it beside the name', async () => {
    const account = { ...MAIN, id: crypto.randomUUID() }
    const listed = { listAccounts: () => Promise.resolve(ok([account])) }
    openAccounts(listed)
    await expect.element(page.getByText(/key …7F2a/)).toBeVisible()
    const mark = (): HTMLElement | null => document.querySelector('.who .mark')
    expect(mark()).toBeNull()
    await page.getByRole('combobox', { name: /^Colour of Main/ }).selectOptions('Teal')
    await expect.poll(() => mark() && getComputedStyle(mark()!).backgroundColor).toMatch(/^oklch/)
    // The value that the next start reads.
    expect(localStorage.getItem(`plimsoll.colour.${account.id}`)).toBe('teal')
  })

  it('forgets an account only after a deliberate hold', async () => {
    const forgotten: string[] = []
    const { clock } = openAccounts({
      listAccounts: () => Promise.resolve(ok(forgotten.length === 0 ? [MAIN] : [])),
      forgetAccount: ({ accountId }) => (forgotten.push(accountId), Promise.resolve(ok(null))),
    })
    const forget = page.getByRole('button', { name: /^Forget Main/ })
    await forget.click()
    expect(forgotten).toEqual([])
    const element = forget.element() as HTMLElement
    element.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))
    clock.step(1_199)
    expect(forgotten).toEqual([])
    clock.step(1)
    expect(forgotten).toEqual([MAIN.id])
    await expect.element(forget).not.toBeInTheDocument()
  })

  it.each([
    ['vaultLocked', 'The keychain is locked'],
    ['vaultUnavailable', 'No keychain'],
  ] as const)('reports a keychain that is %s, and checks again on request', async (kind, title) => {
    let locked = true
    openAccounts({
      listAccounts: () => Promise.resolve(locked ? failing(kind, 'Unlock it, then try again.') : ok([MAIN])),
    })
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByText('Unlock it, then try again.')).toBeVisible()
    locked = false
    await button('Check again').click()
    await expect.element(page.getByText(title)).not.toBeInTheDocument()
    await expect.element(page.getByText(/key …7F2a/)).toBeVisible()
  })

  it('says so when main does not answer', async () => {
    openAccounts({ startDemo: () => Promise.reject(new Error('gone')) })
    await button('Open the Demo account').click()
    await expect.poll(alertText).toMatch(/main process did not answer/)
  })

  it('does not call a trader back who has moved to another screen', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<AccountView>>>()
    const { router, wrapper } = openAccounts({ startDemo: () => promise })
    await button('Open the Demo account').click()
    await router.push({ name: 'orders' })
    wrapper.unmount()
    const visits: unknown[] = []
    router.beforeEach((to) => void visits.push(to.name))
    resolve(ok(MAIN))
    await promise
    // Our own navigation is queued after any navigation of the screen. If the screen had requested one, it would have
    // come first.
    await router.push({ name: 'positions' })
    expect(visits).toEqual(['positions'])
  })
})
