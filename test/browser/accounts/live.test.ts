/** Several accounts that are connected: how each stands, whose figures are shown, and the way to the others. */
import { userEvent } from 'vitest/browser'
import { expect, it } from 'vitest'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { LiveAccount, Snapshot } from '#shared/snapshot/snapshot.ts'
import { fiveFacts } from '#shared/snapshot/facts.ts'
import { message } from '#shared/words/message.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import NavBar from '../../../renderer/src/app/NavBar.vue'
import { openWindow } from '../support/window.ts'

const FRONT = fixtureSnapshot()
const QUAY = { ...FRONT.account!, id: '3b6b7c1e-5a55-4f2c-9b63-0f4f3d0c7a10', name: 'Quay' }

function together(): Snapshot {
  const { says } = fiveFacts(FRONT)!
  const live: LiveAccount[] = [
    { account: FRONT.account!, severity: 'neutral', says },
    { account: QUAY, severity: 'red', says: { ...says, safe: message('desktop.fact.notComputed') } },
  ]
  return { ...FRONT, live }
}

it('are named in the window with how each stands, and another is shown at a click', async () => {
  const asked: string[] = []
  const openAccount = async ({ accountId }: { accountId: string }) => {
    asked.push(accountId)
    return ok(QUAY)
  }
  const nav = await openWindow(NavBar, together(), { accounts: { openAccount } })
  const buttons = [...nav.root.querySelectorAll<HTMLElement>('button[data-account]')]
  expect(buttons.map((button) => button.getAttribute('aria-current'))).toEqual(['true', null])
  expect(buttons.map((button) => button.textContent)).toEqual([
    expect.stringContaining(FRONT.account!.name),
    expect.stringContaining('Quay'),
  ])
  expect(buttons[1]?.querySelector('svg.red')).not.toBeNull()
  await userEvent.click(buttons[1]!)
  expect(asked).toEqual([QUAY.id])
})

it('says why another is not shown', async () => {
  const busy = err(localFailure('closed', 'account.open', message('main.confirm.busy')))
  const nav = await openWindow(NavBar, together(), { accounts: { openAccount: async () => busy } })
  await userEvent.click(nav.find(`button[data-account="${QUAY.id}"]`))
  await expect.poll(() => nav.root.querySelector('[role=status]')?.textContent).toMatch(/Another question/)
})

it('vouches for none of them while main is silent', async () => {
  const nav = await openWindow(NavBar, together())
  const list = nav.find('ul:has(button[data-account])')
  expect(list.classList).not.toContain('hatched')
  await nav.advance(5_000)
  expect(list.classList).toContain('hatched')
})

it('stand side by side with their five facts, and are disconnected one by one', async () => {
  const asked: string[] = []
  const accounts = {
    listAccounts: async () => ok([FRONT.account!, QUAY]),
    disconnectAccount: async ({ accountId }: { accountId: string }) => {
      asked.push(accountId)
      return ok(null)
    },
  }
  const view = await openWindow(AccountsView, together(), { accounts })
  const cards = [...view.find('[aria-labelledby="live-accounts"] ul').children]
  expect(cards.map((card) => card.querySelectorAll('p').length)).toEqual([5, 5])
  const row = view.find(`[data-account="${QUAY.id}"]`)
  expect(row.textContent).toContain('connected')
  const disconnect = [...row.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Disconnect'))
  await userEvent.click(disconnect!)
  expect(asked).toEqual([QUAY.id])
})
