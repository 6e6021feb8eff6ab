import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { accounts, liveWith } from '../fan-out/sheet.ts'
import { openWindow } from '../support/window.ts'

it('says so when main does not answer that an account comes to the front', async () => {
  const { live } = liveWith(accounts(2))
  const bench = await openWindow(
    App,
    { ...fixtureSnapshot(), live },
    { accounts: { openAccount: () => Promise.reject(new Error('main is gone')) } },
  )
  await userEvent.click(bench.find('[data-account]:not([aria-current])'))
  await expect.element(page.getByText('Plimsoll’s core did not answer.')).toBeVisible()
})
