/** Several connected accounts: the state of each, whose figures are shown, and the way to the others. */
import { page, userEvent } from 'vitest/browser'
import { expect, it } from 'vitest'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { AllAccounts, LiveAccount, Snapshot } from '#shared/snapshot/snapshot.ts'
import { allAccounts } from '#shared/snapshot/all-accounts.ts'
import { fiveFacts } from '#shared/snapshot/facts.ts'
import { verbatim } from '#shared/words/message.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import { openWindow, painted } from '../support/window.ts'

/** An account to watch: half of its equity is required. */
const FRONT = watched(fixtureSnapshot())
const UNREAD = { ...FRONT.parts.risk, data: null, readAt: null }
const QUAY = { ...FRONT.account!, id: '3b6b7c1e-5a55-4f2c-9b63-0f4f3d0c7a10', name: 'Quay' }
/** Another one, whose venue does not answer: nothing of it is known. */
const LOST = {
  ...withPart(withPart(FRONT, 'health', { data: { ...FRONT.parts.health.data!, phase: 'blind' } }), 'risk', UNREAD),
  account: QUAY,
}

function watched(snapshot: Snapshot): Snapshot {
  const report = snapshot.parts.risk.data!
  const [unit] = report.margin.filter(({ id }) => id === 'cross:USDT')
  const margin = [{ ...unit!, breachDown: null, breachUp: null, usage: 0.5 }]
  return withPart(snapshot, 'risk', { data: { ...report, margin, positions: [] } })
}

function together(all: AllAccounts | null = null): Snapshot {
  const live = [FRONT, LOST].map((each): LiveAccount => ({ account: each.account!, ...fiveFacts(each)! }))
  return { ...FRONT, live, all }
}

/**
 * The accounts screen with both accounts. `opened` lists the accounts that main was asked to show. `follows`: whether the
 * window shows the account by the time main answers.
 */
async function accountsScreen(snapshot: Snapshot, follows = true) {
  const opened: string[] = []
  const view = await openWindow(App, snapshot, {
    accounts: {
      listAccounts: async () => ok([FRONT.account!, QUAY]),
      openAccount: async ({ accountId }) => {
        opened.push(accountId)
        if (follows)
          await view.send({ ...FRONT, runId: 'run-2', seq: 1, account: QUAY, live: snapshot.live, all: snapshot.all })
        return ok(QUAY)
      },
    },
  })
  await view.askPlace({ kind: 'screen', screen: 'accounts' })
  await expect.poll(() => view.root.querySelector('[aria-labelledby="live-accounts"] tbody')).not.toBeNull()
  const rows = () => [...view.find('[aria-labelledby="live-accounts"] tbody').children]
  return { view, opened, rows }
}

it('are shown side by side with their five facts, the worst first', async () => {
  const { rows } = await accountsScreen(together())
  expect(rows().map((row) => row.querySelector('.strong')?.textContent)).toEqual(['Quay', FRONT.account!.name])
  expect(rows()[0]?.textContent).toContain('not computed yet')
  expect(rows()[1]?.textContent).toMatch(/rate [\d.]+ %.*USDT.*net .*gross/)
})

it('are filtered by any of their words, and the totals stay those of all', async () => {
  const { view, rows } = await accountsScreen(together(allAccounts([FRONT, FRONT])))
  const names = () => rows().map((row) => row.querySelector('.strong')?.textContent)
  const note = () => view.root.querySelector('[aria-labelledby="live-accounts"] [role=status]')?.textContent.trim()
  expect(note()).toBeUndefined()
  const foot = () => view.find('[aria-labelledby="live-accounts"] tfoot').textContent
  const before = foot()
  await page.getByLabelText('Filter accounts').fill('not computed')
  expect(names()).toEqual(['Quay'])
  expect(note()).toBe('1 of 2 accounts shown. The totals, and the buttons above, are still for all 2.')
  await page.getByLabelText('Filter accounts').fill('nowhere')
  expect(rows().map(({ textContent }) => textContent.trim())).toEqual(['No account matches the filter.'])
  expect(foot()).toBe(before)
})

it('have sums that name the excluded accounts, and no margin', async () => {
  const all = allAccounts([FRONT, { ...FRONT, account: QUAY, parts: { ...FRONT.parts, risk: UNREAD } }])!
  const { view } = await accountsScreen(together(all))
  const foot = view.find('[aria-labelledby="live-accounts"] tfoot').textContent.replace(/\s+/g, ' ')
  expect(foot).toContain('1 of 2 accounts')
  expect(foot).toContain('Not counted, totals not known: Quay')
  expect(foot).toContain(`Totals leave something out: ${FRONT.account!.name}`)
  expect(foot).toContain('never summed')
  expect(foot).toMatch(/oldest [\d.]+ s/)
  expect(foot).toMatch(/[\d,]+\.\d\d USDT ?net −?[\d,]+ USDT, gross [\d,]+/)
})

it('are flattened one by one, each with its own plan, where the trader sees it', async () => {
  const { view, opened, rows } = await accountsScreen(together())
  await userEvent.click(rows()[0]!.querySelector('[data-action=flatten]')!)
  await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain('Quay')
  expect([opened, view.previewed]).toEqual([[QUAY.id], [{ kind: 'flatten', spot: 'keep' }]])
  expect(view.submitted).toEqual([])
})

it('are flattened without asking main for the one in front', async () => {
  const { opened, rows } = await accountsScreen(together(), false)
  await userEvent.click(rows()[1]!.querySelector('[data-action=flatten]')!)
  await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain(FRONT.account!.name)
  expect(opened).toEqual([])
})

it('are flattened only once the window shows the account', async () => {
  const { view, opened, rows } = await accountsScreen(together(), false)
  await userEvent.click(rows()[0]!.querySelector('[data-action=flatten]')!)
  await expect.poll(() => opened).toEqual([QUAY.id])
  await painted()
  expect(view.previewed).toEqual([])
  await view.send({ ...together(), runId: 'run-2', seq: 1, account: QUAY })
  await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain('Quay')
})

it('say so when an account does not come to the front, and plan nothing', async () => {
  const { view, opened, rows } = await accountsScreen(together(), false)
  await userEvent.click(rows()[0]!.querySelector('[data-action=flatten]')!)
  await expect.poll(() => opened).toEqual([QUAY.id])
  await view.advance(3_000)
  expect(view.find('[aria-labelledby="live-accounts"] [role=alert]').textContent).toContain('did not come to the front')
  expect(view.previewed).toEqual([])
})

it('stay in reach while a key is being checked, and when none is in front', async () => {
  const accounts = {
    listAccounts: async () => ok([FRONT.account!, QUAY]),
    probeAccount: () => new Promise<never>(() => {}),
  }
  const view = await openWindow(AccountsView, together(), { accounts })
  await userEvent.click(view.find(`[data-account="${QUAY.id}"] [data-action=probe]`))
  await view.tellProbe([{ id: 'spotClock', outcome: 'running', found: [] }])
  expect(view.root.textContent).toContain('Cancel')
  expect(view.root.querySelectorAll('[data-live] [data-action=flatten]')).toHaveLength(2)

  const none = await openWindow(AccountsView, { ...together(), account: null })
  expect(none.root.querySelectorAll('[data-live] [data-action=flatten]')).toHaveLength(2)
})

it('name those in danger again, a while after another could not be shown', async () => {
  const openAccount = async () => err(localFailure('closed', 'account.open', verbatim('The keychain is locked.')))
  const view = await openWindow(App, together(), { accounts: { openAccount } })
  const words = () => view.find('[data-cell=account], .account').textContent
  expect(words()).toContain('Quay')
  await userEvent.click(view.find('[data-action=accounts]'))
  await userEvent.click(document.querySelector(`[data-account="${QUAY.id}"]`)!)
  await expect.poll(words).toContain('The keychain is locked.')
  await view.advance(8_000)
  expect(words()).not.toContain('The keychain is locked.')
  expect(words()).toContain('Quay')
})

it('are disconnected one by one', async () => {
  const asked: string[] = []
  const accounts = {
    listAccounts: async () => ok([FRONT.account!, QUAY]),
    disconnectAccount: async ({ accountId }: { accountId: string }) => {
      asked.push(accountId)
      return ok(null)
    },
  }
  const view = await openWindow(AccountsView, together(), { accounts })
  const row = view.find(`[data-account="${QUAY.id}"]`)
  expect(row.textContent).toContain('connected')
  const disconnect = [...row.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Disconnect'))
  await userEvent.click(disconnect!)
  expect(asked).toEqual([QUAY.id])
})
