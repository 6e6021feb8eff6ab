/** The palette, by keyboard alone: from Ctrl+K to a place or a plan. */
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ok } from '#shared/domain/result.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const dialog = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="dialog"]')
const options = (): string[] => [...document.querySelectorAll('[role="option"]')].map((each) => each.textContent)

async function openPalette(snapshot = fixtureSnapshot(), found = {}): Promise<Bench> {
  const bench = await openWindow(App, snapshot, found)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  await expect.poll(() => document.querySelector('[role="option"][data-highlighted]')).not.toBeNull()
  return bench
}

describe('the palette', () => {
  it('leads to a screen', async () => {
    const { find } = await openPalette()
    await userEvent.keyboard('journ{Enter}')
    await expect.poll(() => find('a.router-link-exact-active').textContent).toContain('Journal')
    expect(dialog()).toBeNull()
  })

  it('opens the plan of an action, and asks main for nothing else', async () => {
    const { previewed, submitted } = await openPalette()
    await userEvent.keyboard('flatten keep{Enter}')
    await expect.poll(() => previewed).toEqual([{ kind: 'flatten', spot: 'keep' }])
    expect(submitted).toEqual([])
    expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1)
  })

  it('reaches every position and every instrument with orders', async () => {
    const snapshot = fixtureSnapshot()
    await openPalette(snapshot)
    const { positions, orders } = snapshot.parts
    for (const { contract, side } of positions.data!) {
      await userEvent.fill(document.activeElement!, `close ${side} ${contract}`)
      await expect.poll(() => options().some((each) => each.includes(contract) && each.includes(side))).toBe(true)
    }
    for (const instrument of new Set(orders.data!.orders.map((order) => order.instrument))) {
      await userEvent.fill(document.activeElement!, `cancel ${instrument.slice(0, 3)}`)
      await expect.poll(() => options().length).toBeGreaterThan(0)
    }
  })

  it('leads to a position, whose row then has the focus', async () => {
    const snapshot = fixtureSnapshot()
    const { contract } = snapshot.parts.positions.data!.at(-1)!
    await openPalette(snapshot)
    await userEvent.keyboard(`show ${contract}{Enter}`)
    await expect.poll(() => document.activeElement?.className ?? '').toContain('row')
    expect(document.activeElement?.textContent).toContain(contract)
  })

  it('shows a tab of the risk screen', async () => {
    const { root } = await openPalette()
    await userEvent.keyboard('funding{Enter}')
    await expect.poll(() => root.querySelector('[role="tab"][data-state="active"]')?.textContent).toContain('Funding')
    localStorage.removeItem('plimsoll.riskTab')
  })

  it('says what is not found, and closes with the key that opened it', async () => {
    await openPalette()
    await userEvent.keyboard('qqqq')
    await expect.poll(() => dialog()?.querySelector('[role="status"]')?.textContent).toContain('Nothing matches')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.poll(dialog).toBeNull()
  })

  it('does not open while a sheet has the keyboard', async () => {
    await openWindow(App, fixtureSnapshot())
    await userEvent.keyboard('?')
    await expect.poll(dialog).not.toBeNull()
    await userEvent.keyboard('{Control>}k{/Control}')
    await painted()
    expect(dialog()?.textContent).toContain('Keyboard')
  })

  it('offers only the accounts and the window when no account is open', async () => {
    const stored = { ...fixtureSnapshot().account!, id: 'a1', name: 'Harbour' }
    const listAccounts = () => Promise.resolve(ok([stored]))
    await openPalette({ ...fixtureSnapshot(), account: null }, { accounts: { listAccounts } })
    expect(options().join()).not.toContain('Flatten')
    await userEvent.keyboard('harb')
    await expect.poll(options).toEqual([expect.stringContaining('Account Harbour')])
  })
})
