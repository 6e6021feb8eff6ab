/** Another account comes to the front: by its name in the strip, and on the screen that the trader looks at. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { CommandResult } from '#shared/ipc/contract.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import SafetyStrip from '../../../renderer/src/strip/SafetyStrip.vue'
import { accounts, liveWith } from '../fan-out/sheet.ts'
import { openWindow, painted, type Bench } from '../support/window.ts'

const [MAIN, BERTH] = accounts(2) as [Snapshot['account'] & object, Snapshot['account'] & object]

/** Both accounts, the second one in danger. `inFront`: the one whose figures these are. */
function together(inFront = MAIN): Snapshot {
  const live = liveWith([MAIN, BERTH]).live.map((one) => ({
    ...one,
    severity: one.account === BERTH ? ('red' as const) : ('neutral' as const),
  }))
  return { ...fixtureSnapshot(), account: inFront, live }
}

/** The second account, which holds another contract. */
function ofBerth(): Snapshot {
  const parts = JSON.stringify(fixtureSnapshot().parts).replaceAll('E-LINK-USDT', 'E-BERTH-USDT')
  return { ...together(BERTH), runId: 'run-2', parts: JSON.parse(parts) as Snapshot['parts'] }
}

const opener = ({ find }: Bench): HTMLElement => find('.strip [data-action=accounts]')
const choices = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=menu] [data-account]')]

async function choose(bench: Bench, { id }: { readonly id: string }): Promise<void> {
  await userEvent.click(opener(bench))
  await expect.poll(choices).toHaveLength(2)
  await userEvent.click(document.querySelector(`[role=menu] [data-account="${id}"]`)!)
}

it('is chosen from a list with the state of each, which is in sight before it opens', async () => {
  const asked: string[] = []
  const openAccount = async ({ accountId }: { accountId: string }) => (asked.push(accountId), ok(BERTH))
  const bench = await openWindow(SafetyStrip, together(), { accounts: { openAccount } })
  const cell = bench.find('[aria-label="Account"]')
  expect(cell.querySelector('.why')?.textContent).toContain('Berth 2')
  expect(cell.querySelector('.why svg.lucide-octagon-alert')).not.toBeNull()
  await userEvent.click(opener(bench))
  await expect.poll(() => choices().map((each) => each.ariaChecked)).toEqual(['true', 'false'])
  expect(choices()[1]?.textContent).toMatch(/Berth 2.*Margin: DANGER/)
  expect(choices()[1]?.querySelector('svg.red')).not.toBeNull()
  await userEvent.click(choices()[1]!)
  expect(asked).toEqual([BERTH.id])
})

it('is chosen by keyboard, and no key of the menu arms or opens anything else', async () => {
  const asked: string[] = []
  const openAccount = async ({ accountId }: { accountId: string }) => (asked.push(accountId), ok(BERTH))
  const bench = await openWindow(App, together(), { accounts: { openAccount } })
  opener(bench).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(choices).toHaveLength(2)
  await userEvent.keyboard('a')
  expect(bench.find('[role=switch]').ariaChecked).toBe('false')
  await userEvent.keyboard('{Home}{ArrowDown}{Enter}')
  await expect.poll(() => asked).toEqual([BERTH.id])
  await expect.poll(() => document.activeElement).toBe(opener(bench))
  await userEvent.keyboard('{Enter}')
  await expect.poll(choices).toHaveLength(2)
  await userEvent.keyboard('{End}{Enter}')
  await expect.poll(() => bench.root.querySelector('nav [aria-current=page]')?.textContent).toContain('Accounts')
})

it('says why another account is not shown, and when main does not answer', async () => {
  const busy = err(localFailure('closed', 'account.open', message('main.confirm.busy')))
  const refused = await openWindow(SafetyStrip, together(), { accounts: { openAccount: async () => busy } })
  await choose(refused, BERTH)
  await expect.poll(() => refused.root.querySelector('[role=status]')?.textContent).toMatch(/Another confirmation/)
  refused.root.remove()
  const lost = await openWindow(SafetyStrip, together(), {
    accounts: { openAccount: () => Promise.reject(new Error('main is gone')) },
  })
  await choose(lost, BERTH)
  await expect.element(page.getByText('Plimsoll’s core did not answer.')).toBeVisible()
})

it('does not report an earlier choice once another account was chosen', async () => {
  const late = Promise.withResolvers<CommandResult<'openAccount'>>()
  const bench = await openWindow(SafetyStrip, together(), { accounts: { openAccount: () => late.promise } })
  await choose(bench, BERTH)
  await choose(bench, MAIN)
  late.resolve(err(localFailure('closed', 'account.open', message('main.confirm.busy'))))
  await painted()
  expect(bench.root.querySelector('[role=status]')).toBeNull()
})

it('vouches for none of them while main is silent', async () => {
  const bench = await openWindow(SafetyStrip, together())
  const cell = bench.find('[aria-label="Account"]')
  expect(cell.classList).not.toContain('hatched')
  await bench.advance(5_000)
  expect(cell.classList).toContain('hatched')
})

it('stays on the screen that is open, and shows nothing of the account before', async () => {
  const bench = await openWindow(App, together())
  await bench.askPlace({ kind: 'screen', screen: 'positions' })
  await expect.poll(() => bench.root.querySelector('[aria-label="Filter positions"]')).not.toBeNull()
  await expect.poll(() => bench.root.querySelector('main tr.row')).not.toBeNull()
  bench.find('main tr[tabindex="0"]').focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bench.root.querySelector('aside')?.textContent).toContain('E-LINK-USDT')
  await userEvent.hover(bench.find('main tr.row'))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull()
  await bench.send(ofBerth())
  await expect.poll(() => bench.root.querySelector('main tr.row')?.textContent).toContain('E-BERTH-USDT')
  await painted()
  expect(bench.root.querySelector('nav [aria-current=page]')?.textContent).toContain('Positions')
  expect(bench.root.querySelector('aside')).toBeNull()
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(document.body.textContent).not.toMatch(/E-LINK-USDT|No longer there/)
})
