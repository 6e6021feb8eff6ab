import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import { openWindow } from '../support/window.ts'

const modes = () => page.getByRole('radiogroup', { name: 'Trading mode' }).getByRole('radio').elements()

describe('the trading mode', () => {
  it.each([
    ['can be chosen once the probe has passed for the key', 0, false],
    ['cannot be chosen before', null, true],
  ])('%s', async (_what, probedAt, isShut) => {
    const snapshot = fixtureSnapshot()
    await openWindow(AccountsView, { ...snapshot, account: { ...snapshot.account!, kind: 'venue', probedAt } })
    await expect.poll(modes).toHaveLength(3)
    expect(modes().map((mode) => (mode as HTMLInputElement).disabled)).toEqual([isShut, isShut, isShut])
  })
})
