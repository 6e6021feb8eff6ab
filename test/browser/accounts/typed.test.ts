/** What is half typed on the accounts screen is there again when the trader comes back to it. */
import { page, userEvent } from 'vitest/browser'
import { expect, it } from 'vitest'
import { USUAL_LIMITS } from '#shared/desk/order-limits.ts'
import { ok } from '#shared/domain/result.ts'
import App from '../../../renderer/src/app/App.vue'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { openWindow } from '../support/window.ts'

const ACCOUNT = fixtureSnapshot().account!

/** Each form: the button that opens it, and its field. */
const FORMS: readonly (readonly [form: string, opener: string, field: string, typed: string])[] = [
  ['the name of an account', 'Rename', 'input[name=rename]', 'Harbour 2'],
  ['a reading key', 'Add a reading key', 'input[name=readingKey]', 'reading-key-1'],
  ['the limits of orders', 'Change', '[aria-labelledby="order-limits"] input', String(Number(USUAL_LIMITS.value) + 7)],
]

it.each(FORMS)('%s', async (_form, opener, field, typed) => {
  const accounts = { listAccounts: async () => ok([ACCOUNT]) }
  const { root, askPlace } = await openWindow(App, fixtureSnapshot(), { accounts })
  const input = () => root.querySelector<HTMLInputElement>(field)
  const visit = async (screen: 'accounts' | 'journal') => {
    await askPlace({ kind: 'screen', screen })
    await expect.poll(() => root.querySelector('nav a[aria-current]')?.textContent.toLowerCase()).toContain(screen)
  }
  await visit('accounts')
  await page.getByRole('button', { name: opener, exact: false }).first().click()
  await expect.poll(input).not.toBeNull()
  await userEvent.fill(input()!, typed)
  await visit('journal')
  expect(input()).toBeNull()
  await visit('accounts')
  await expect.poll(() => input()?.value).toBe(typed)
  await userEvent.click(input()!)
  await userEvent.keyboard('{Escape}')
  await expect.poll(input).toBeNull()
})
