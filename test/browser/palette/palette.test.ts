/** The palette, by keyboard alone: from Ctrl+K to a place or a plan. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { instrumentName } from '#shared/domain/instrument.ts'
import { err, ok } from '#shared/domain/result.ts'
import { instrumentTitle, titlesOf } from '#shared/words/instrument-words.ts'
import { verbatim } from '#shared/words/message.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { accounts, liveWith } from '../fan-out/sheet.ts'
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

  it('shows the keys of what has keys, and none beside the rest', async () => {
    await openPalette()
    const keysOf = (name: string): string[] => {
      const row = [...document.querySelectorAll('[role="option"]')].find((each) => each.textContent.includes(name))
      return [...(row?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent)
    }
    expect(keysOf('Flatten')).toEqual(['Ctrl', 'Shift', 'F'])
    const others = options().filter((each) => each.includes('Cancel all'))
    expect(others.length).toBeGreaterThan(0)
    expect(keysOf('Cancel all')).toEqual([])
  })

  it('opens the plan of an action, and asks main for nothing else', async () => {
    const { previewed, submitted } = await openPalette()
    await userEvent.keyboard('flatten keep{Enter}')
    await expect.poll(() => previewed).toEqual([{ kind: 'flatten', spot: 'keep' }])
    expect(submitted).toEqual([])
    expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1)
  })

  it('reaches every position and every instrument of the venue', async () => {
    const snapshot = fixtureSnapshot()
    await openPalette(snapshot)
    const { positions, instruments } = snapshot.parts
    for (const { contract, side } of positions.data!) {
      await userEvent.fill(document.activeElement!, `close ${side} ${contract}`)
      await expect.poll(() => options().some((each) => each.includes(contract) && each.includes(side))).toBe(true)
    }
    const idle = instruments.data!.at(-1)!
    for (const title of [idle, ...instruments.data!.slice(0, 2)].map(instrumentTitle)) {
      await userEvent.fill(document.activeElement!, title)
      await expect.poll(() => options()[0]).toContain(title)
    }
  })

  it.each([
    ['25 every', { kind: 'reduceAll', side: null, percent: 25 }],
    ['cancel buy', { kind: 'cancelMatching', filter: { area: null, instrument: null, side: 'buy', closing: true } }],
    ['break-even stop every', { kind: 'breakEvenAll' }],
  ])('opens the plan of "%s"', async (typed, action) => {
    const { previewed, submitted } = await openPalette()
    await userEvent.keyboard(`${typed}{Enter}`)
    await expect.poll(() => previewed).toEqual([action])
    expect(submitted).toEqual([])
  })

  it('opens the plan of a break-even stop for one position', async () => {
    const snapshot = fixtureSnapshot()
    const { key, contract } = snapshot.parts.positions.data![0]!
    const { previewed } = await openPalette(snapshot)
    await userEvent.keyboard(`break-even ${contract}{Enter}`)
    await expect
      .poll(() => previewed)
      .toMatchObject([{ kind: 'protect', positionKey: key, trigger: { kind: 'breakEven' } }])
  })

  it('names first what is held, then what has orders, and then other instruments', async () => {
    await openPalette()
    await userEvent.fill(document.activeElement!, 'usd')
    await expect.poll(() => options()[0]).toMatch(/usd/i)
    const ranks = options()
      .filter((name) => /: (\d+ (position|order)|no position)/.test(name))
      .map((name) => (/\d position/.test(name) ? 0 : /\d order/.test(name) ? 1 : 2))
    expect(new Set(ranks).size).toBe(3)
    expect(ranks).toEqual(ranks.toSorted())
  })

  it('opens Rescue', async () => {
    await openPalette()
    await userEvent.keyboard('rescue{Enter}')
    await expect.poll(() => dialog()?.querySelector('h2')?.textContent).toContain('Rescue')
  })

  it('looks for the orders of an instrument, and in the journal if nothing is open in it', async () => {
    const snapshot = fixtureSnapshot()
    const { positions, orders, instruments } = snapshot.parts
    const idle = instruments.data!.find(
      (each) =>
        positions.data!.every(({ contract }) => contract !== instrumentName(each)) &&
        orders.data!.orders.every(({ instrument }) => instrument !== instrumentName(each)),
    )!
    const { find } = await openPalette(snapshot)
    await userEvent.keyboard(`${instrumentTitle(idle)}{Enter}`)
    await expect
      .poll(() => document.querySelector<HTMLInputElement>('[data-filter]')?.value)
      .toBe(instrumentTitle(idle))
    expect(find('a.router-link-exact-active').textContent).toContain('Journal')
    const { instrument } = orders.data!.orders[0]!
    const title = titlesOf(instruments.data!)(orders.data!.orders[0]!.area, instrument)
    await userEvent.keyboard(`{Control>}k{/Control}`)
    await expect.poll(() => document.querySelector('[role="option"][data-highlighted]')).not.toBeNull()
    await userEvent.keyboard(`orders of ${title}{Enter}`)
    await expect.poll(() => find('a.router-link-exact-active').textContent).toContain('Orders')
    await expect.poll(() => document.querySelector<HTMLInputElement>('[data-filter]')?.value).toBe(title)
  })

  it('leads to what getting out of a position costs', async () => {
    const snapshot = fixtureSnapshot()
    const { contract } = snapshot.parts.positions.data!.at(-1)!
    await openPalette(snapshot)
    await userEvent.keyboard(`getting out ${contract}{Enter}`)
    await expect.poll(() => document.activeElement?.className ?? '').toContain('row')
    expect(document.activeElement?.textContent).toContain(contract)
    localStorage.removeItem('plimsoll.riskTab')
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

  it('brings another account to the front, and says why if it does not come', async () => {
    const [, other] = accounts(2)
    const opened: string[] = []
    const openAccount = async ({ accountId }: { accountId: string }) => {
      opened.push(accountId)
      return err(localFailure('closed', 'account.open', verbatim('The keychain is locked.')))
    }
    const all = { listAccounts: async () => ok(accounts(2)), openAccount }
    await openPalette(liveWith(accounts(2)), { accounts: all })
    await userEvent.keyboard('switch berth{Enter}')
    await expect.poll(() => dialog()?.querySelector('[role="alert"]')?.textContent).toContain('The keychain is locked.')
    expect(opened).toEqual([other!.id])
  })

  it('brings an account to the front before it shows the plan of its flatten', async () => {
    const [, other] = accounts(2)
    const opened: string[] = []
    const openAccount = async ({ accountId }: { accountId: string }) => (opened.push(accountId), ok(other!))
    const all = { listAccounts: async () => ok(accounts(2)), openAccount }
    const snapshot = liveWith(accounts(2))
    const { previewed, send } = await openPalette(snapshot, { accounts: all })
    await userEvent.keyboard('flatten berth{Enter}')
    await expect.poll(() => opened).toEqual([other!.id])
    await painted()
    // The window still shows the first account: a plan now would be of that one.
    expect(previewed).toEqual([])
    await send({ ...snapshot, runId: 'another run', seq: 1, account: other! })
    await expect.poll(() => previewed).toEqual([{ kind: 'flatten', spot: 'keep' }])
    expect(dialog()?.textContent).toContain('Berth 2')
  })

  it('sets the trading mode where its answer is shown', async () => {
    const modes: string[] = []
    const setMode = async ({ mode }: { mode: string }) => (modes.push(mode), ok(null))
    await openPalette(fixtureSnapshot(), { desk: { setMode } })
    await userEvent.keyboard('trading halted{Enter}')
    await expect.poll(() => modes).toEqual(['halted'])
    await expect.element(page.getByRole('radio', { name: 'Halted' })).toBeVisible()
  })

  it.each([
    ['reading key', 'section[aria-labelledby="reading-key"]'],
    ['connect venue', 'section[aria-labelledby="door-venue"]'],
    ['totals another', '[data-action="reporting"]'],
    ['run drill', '[data-action="drill"]'],
  ])('leads to the control of "%s"', async (typed, place) => {
    const { root } = await openPalette()
    await userEvent.keyboard(`${typed}{Enter}`)
    await expect.poll(() => root.querySelector(place)?.contains(document.activeElement)).toBe(true)
  })

  it('unlocks the workspace, and opens the columns and CSV of a table', async () => {
    const { find } = await openPalette()
    await userEvent.keyboard('arrange{Enter}')
    await expect.poll(() => document.querySelector('[data-action="arrange"]')?.ariaPressed).toBe('true')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.poll(() => document.querySelector('[role="option"][data-highlighted]')).not.toBeNull()
    await userEvent.keyboard('csv orders{Enter}')
    await expect.element(page.getByRole('button', { name: 'Copy rows' })).toBeVisible()
    expect(find('a.router-link-exact-active').textContent).toContain('Orders')
  })

  it('does what the menu does, and changes settings', async () => {
    const { menuItems, settings } = await openPalette()
    await userEvent.keyboard('mini strip{Enter}')
    await expect.poll(() => menuItems).toEqual(['toggleMini'])
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.poll(() => document.querySelector('[role="option"][data-highlighted]')).not.toBeNull()
    await userEvent.keyboard('totals btc{Enter}')
    await expect.poll(() => settings().reporting.reportingCoin).toBe('BTC')
  })

  it('opens by its button, and from the menu', async () => {
    const { find, askPlace } = await openWindow(App, fixtureSnapshot())
    await userEvent.click(find('[data-action="find"]'))
    await expect.poll(dialog).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    await askPlace({ kind: 'palette' })
    await expect.poll(dialog).not.toBeNull()
  })

  it('offers only the accounts and the window when no account is open', async () => {
    const stored = { ...fixtureSnapshot().account!, id: 'a1', name: 'Harbour' }
    const listAccounts = () => Promise.resolve(ok([stored]))
    await openPalette({ ...fixtureSnapshot(), account: null }, { accounts: { listAccounts } })
    expect(options().join()).not.toContain('Flatten')
    await userEvent.keyboard('harb')
    await expect
      .poll(options)
      .toEqual([
        expect.stringContaining('Switch to Harbour'),
        expect.stringContaining('Check Harbour'),
        expect.stringContaining('Harbour …'),
      ])
  })
})
