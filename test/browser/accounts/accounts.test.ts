import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/domain/result.ts'
import type { CommandArgs } from '#shared/ipc/contract.ts'
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

  describe('an account that is changed', () => {
    /** A main that keeps one account, and what it was asked to change. */
    function opened(answer?: ReturnType<typeof failing>) {
      let account = MAIN
      const asked: CommandArgs<'changeAccount'>[] = []
      openAccounts({
        listAccounts: async () => ok([account]),
        changeAccount: async (change) => {
          asked.push(change)
          const { name = account.name, colour = account.colour } = change
          return answer ?? ok((account = { ...account, name, colour }))
        },
      })
      return asked
    }
    const name = () => page.getByRole('textbox', { name: 'Name' }).first()

    it('has its colour kept by main, and shows it beside the name', async () => {
      const asked = opened()
      await expect.element(page.getByText(/key …7F2a/)).toBeVisible()
      const mark = (): HTMLElement | null => document.querySelector('.who .mark')
      expect(mark()).toBeNull()
      const colours = page.getByRole('combobox', { name: /^Colour of Main/ })
      await colours.selectOptions('Teal')
      await expect.poll(() => mark() && getComputedStyle(mark()!).backgroundColor).toMatch(/^oklch/)
      await colours.selectOptions('No colour')
      await expect.poll(mark).toBeNull()
      expect(asked).toEqual([
        { accountId: MAIN.id, colour: 'teal' },
        { accountId: MAIN.id, colour: null },
      ])
    })

    it('is renamed by keyboard alone, and has the focus again', async () => {
      const asked = opened()
      await expect.element(button('Rename…')).toBeVisible()
      ;(button('Rename…').element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(name()).toHaveFocus()
      await userEvent.keyboard('Pier{Enter}')
      await expect.element(button('Rename…')).toHaveFocus()
      await expect.element(page.getByText('Pier', { exact: true })).toBeVisible()
      expect(asked).toEqual([{ accountId: MAIN.id, name: 'Pier' }])
    })

    it('keeps what was typed, and says why it was not renamed', async () => {
      opened(failing('invalidParameter', 'Another account is called Pier.'))
      await button('Rename…').click()
      await name().fill('Pier')
      await userEvent.keyboard('{Enter}')
      await expect.poll(alertText).toMatch(/The account was not changed\.Another account is called Pier\./)
      await expect.element(name()).toHaveValue('Pier')
    })

    it('is not renamed to nothing, nor when that is put away', async () => {
      const asked = opened()
      await button('Rename…').click()
      await name().fill(' ')
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText('Name is missing.')).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(button('Rename…')).toHaveFocus()
      expect(asked).toEqual([])
    })
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
    await expect.poll(alertText).toMatch(/core did not answer/)
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
