/** The way out without a page, on a real desk at the simulated venue: what its dialogs say and what they send. */
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { expect, it, vi } from 'vitest'
import { openAccountIndex } from '#electron/main/accounts/account-index.ts'
import { createAsking, type Boxes } from '#electron/main/desktop/boxes.ts'
import { createWayOut, type OpenWayOut } from '#electron/main/window/way-out.ts'
import { inEnglish } from '#shared/words/say.ts'
import { cancelsIn, writesOf } from '#test/support/ledger.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

/** Shows the dialogs of a way out; the test presses a button by its name once it is there. */
function desktop(leave: () => Promise<boolean> = async () => true, lock?: Boxes['lock']) {
  const boxes: (MessageBoxOptions & { readonly press: (button: string) => void; readonly owned: boolean })[] = []
  const showMessageBox = (...args: unknown[]) =>
    new Promise((resolve, reject) => {
      const options = args.at(-1) as MessageBoxOptions
      const press = (button: string): void => {
        const response = options.buttons?.indexOf(button) ?? -1
        if (response < 0) reject(new Error(`no button ${button}`))
        else resolve({ response })
      }
      boxes.push({ ...options, press, owned: args.length === 2 })
    })
  const tryWindow = vi.fn<() => void>()
  const asking = createAsking()
  const open: OpenWayOut = createWayOut({
    boxes: {
      dialog: { showMessageBox } as unknown as Dialog,
      say: inEnglish,
      window: () => ({ isDestroyed: () => false }) as unknown as BrowserWindow,
      ...(lock && { lock }),
    },
    accounts: {
      snapshot: () => bench.accounts.snapshot(),
      atDesk: (...asked) => bench.accounts.atDesk(...asked),
      others: () => bench.accounts.others(),
      list: () => bench.accounts.list(),
      open(...asked) {
        // No page opens an account while a dialog asks a question.
        bench.isAsked = asking.isOpen()
        return bench.accounts.open(...asked)
      },
    },
    clock: bench.clock,
    newId: randomUUID,
    asking,
    tryWindow,
    leave,
  })
  /** Waits for the next dialog. */
  async function next() {
    const count = boxes.length
    await bench.until(() => boxes.length > count - 1 && boxes.at(-1) !== answered)
    answered = boxes.at(-1)
    return answered!
  }
  let answered: (typeof boxes)[number] | undefined
  return { open, next, tryWindow, boxes, asking }
}

async function opened(): Promise<void> {
  await bench.addedAs()
  await bench.known()
  bench.venue.ledger.clear()
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 }
/** "1 min 30 s" in ms. */
const msOf = (age: string): number =>
  [...age.matchAll(/([\d.]+) (\w+)/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit!]!, 0)

const sent = () => writesOf(bench.venue.ledger)
const openIds = (): string[] =>
  [...bench.venue.exchange.spot.openOrders(), ...bench.venue.exchange.contracts.openOrders()]
    .map(({ orderId }) => orderId)
    .sort()
const positions = (): number => bench.venue.exchange.contracts.positions().length

it('describes the account in words, each figure with its age, in a dialog that belongs to the window', async () => {
  await opened()
  const { open, next } = desktop()
  open('pageLost')
  const first = await next()
  expect(first).toMatchObject({ owned: true, title: 'Plimsoll without its window', defaultId: 3, cancelId: 3 })
  expect(first.buttons).toEqual([
    'Cancel all orders',
    'Flatten…',
    'Look again',
    'Try the window again',
    'Close Plimsoll',
  ])
  const { detail = '' } = first
  expect(detail).toContain('• Account: Harbour')
  expect(detail).toMatch(/• Equity, .+: [\d,]+\.\d\d USDT, as read .+ ago\./)
  expect(detail).toMatch(/• Margin, USDT cross: [\d.]+ % of equity is required to avoid liquidation, as read .+ ago\./)
  expect(detail).toMatch(new RegExp(`• ${positions()} positions, as read .+ ago: (?:long|short) E-.+ contracts\\)`))
  expect(detail).toMatch(new RegExp(`• ${openIds().length} open orders: .+\\(as read .+ ago\\)`))
  expect(sent()).toEqual([])
})

it('says how old each figure is after the venue stopped answering', async () => {
  await opened()
  const agesIn = (text = ''): number[] => [...text.matchAll(/as read (.+?) ago/g)].map(([, age]) => msOf(age!))
  const { open, next } = desktop()
  open('pageLost')
  const box = await next()
  const young = agesIn(box.detail)
  bench.venue.faults.inject({ match: '*', kind: '504NotExecuted', times: 1_000_000 })
  const before = bench.clock.mono()
  await bench.pass(20_000)
  const passed = bench.clock.mono() - before
  box.press('Look again')
  const old = agesIn((await next()).detail)
  expect([young.length > 10, young.filter((ms) => ms > 15_000)]).toEqual([true, []])
  expect([old.length, old.filter((ms) => ms < passed || ms > passed + 60_000)]).toEqual([young.length, []])
})

it('cancels every order, each once, after its plan was shown and confirmed', async () => {
  await opened()
  const before = openIds()
  const { open, next } = desktop()
  open('asked')
  ;(await next()).press('Cancel all orders')
  const asked = await next()
  expect(asked).toMatchObject({ message: 'Cancel every open order?', defaultId: 0, cancelId: 0 })
  expect(asked.detail).toMatch(new RegExp(`• Cancels ${before.length} orders: `))
  expect(sent()).toEqual([])
  asked.press('Back')
  ;(await next()).press('Cancel all orders')
  expect(sent()).toEqual([])
  ;(await next()).press('Cancel the orders')
  const after = await next()
  expect(after.detail).toContain('It is under way.')
  await bench.until(() => openIds().length === 0)
  expect(sent().flatMap(cancelsIn).sort()).toEqual(before)
})

it('names its account, and follows its plan however many plans a page requests meanwhile', async () => {
  await opened()
  const { open, next } = desktop()
  open('pageLost', 'flatten')
  const asked = await next()
  expect(asked.detail).toContain('• Account: Harbour')
  const { runId } = bench.accounts.snapshot()
  for (let nth = 0; nth < 10; nth++) {
    await bench.accounts.atDesk(runId, 'test', (desk) => desk.preview({ kind: 'flatten', spot: 'keep' }))
  }
  asked.press('Flatten now')
  expect((await next()).detail).toContain('It is under way.')
})

it('shows a new plan at once when the dialog of the old plan was open too long', async () => {
  await opened()
  const { open, next } = desktop()
  open('asked', 'flatten')
  const old = await next()
  await bench.pass(121_000)
  const [gone] = bench.venue.exchange.spot.openOrders()
  bench.venue.exchange.spot.cancel(gone!)
  await bench.until(() => bench.accounts.snapshot().parts.orders.data?.orders.length === openIds().length)
  old.press('Flatten now')
  const anew = await next()
  expect(anew.message).toBe(old.message)
  expect(anew.detail).toMatch(
    /^• The plan shown before was too old. Nothing was sent. This is the current plan.\n• Account: Harbour/,
  )
  expect(anew.detail).toContain(`• Cancels ${openIds().length} orders: `)
  expect(sent()).toEqual([])
  anew.press('Flatten now')
  expect((await next()).detail).toContain('It is under way.')
  await bench.until(() => openIds().length === 0)
})

it('flattens after its plan was shown and confirmed, and shows the progress', async () => {
  await opened()
  const { open, next } = desktop()
  open('pageLost', 'flatten')
  const asked = await next()
  expect(asked.message).toBe('Cancel every open order and close every position at market?')
  expect(asked.detail).toMatch(new RegExp(`• Cancels ${openIds().length} orders: `))
  expect(asked.detail).toMatch(/• (?:long|short) E-.+: (?:sells|buys) /)
  asked.press('Flatten now')
  let shown = await next()
  await bench.until(() => positions() === 0 && openIds().length === 0)
  await bench.until(() => bench.accounts.snapshot().parts.desk.data?.intents[0]?.state === 'done')
  shown.press('Look again')
  shown = await next()
  expect(shown.detail).toContain('Positions: none')
  expect(shown.detail).not.toContain('Under way')
  expect(bench.venue.ledger.twice().arrived).toEqual([])
})

it('sells Spot as well where that is what the account does in a flatten, and asks about that', async () => {
  await opened()
  const { runId } = bench.accounts.snapshot()
  await bench.accounts.atDesk(runId, 'test', (desk) => desk.setSpotPolicy('sell'))
  const { open, next } = desktop()
  open('asked', 'flatten')
  const asked = await next()
  expect(asked.message).toBe('Cancel every open order, close every position and sell Spot holdings, all at market?')
  expect(asked.detail).toMatch(/• Sells \d+ Spot holdings at market: [^.]*BTC/)
  asked.press('Back')
  expect(sent()).toEqual([])
})

it('says why when the desk does nothing, and opens one dialog however often it is requested', async () => {
  await opened()
  const { open, next, boxes } = desktop()
  open('asked')
  open('asked', 'flatten')
  const first = await next()
  expect(boxes).toHaveLength(1)
  bench.accounts.stop({ code: 'main.fault.why', facts: {} })
  first.press('Flatten…')
  const refused = await next()
  expect(refused.detail).toMatch(/^• .*(?:nothing was sent|stopped trading)/i)
  expect(sent()).toEqual([])
})

it('returns to the window, or quits unless the trader prefers to stay', async () => {
  const answers = [false, true]
  const { open, next, tryWindow, boxes, asking } = desktop(async () => answers.shift() ?? true)
  open('asked')
  const first = await next()
  // Without an account there is nothing to exit.
  expect(first.buttons).toEqual(['Try the window again', 'Close Plimsoll'])
  expect(first.detail).toBe('• No account is open.')
  expect(asking.isOpen()).toBe(true)
  first.press('Close Plimsoll')
  ;(await next()).press('Close Plimsoll')
  await bench.until(() => answers.length === 0)
  open('asked')
  ;(await next()).press('Try the window again')
  await bench.until(() => tryWindow.mock.calls.length === 1)
  expect(boxes).toHaveLength(3)
  await bench.until(() => !asking.isOpen())
})

const lockOf = (waysOut: boolean): NonNullable<Boxes['lock']> => ({
  isLocked: () => true,
  untilLocked: () => null,
  waysOut: () => waysOut,
})

it('opens the account itself when Plimsoll starts locked, shows only its name, and cancels', async () => {
  await opened()
  await bench.accounts.close()
  bench.restart()
  const before = openIds()
  const { open, next } = desktop(undefined, lockOf(true))
  open('asked', 'cancelAll')
  const asked = await next()
  expect(asked).toMatchObject({ message: 'Cancel every open order?' })
  expect(asked.detail).toBe('• Account: Harbour\n• Plimsoll is locked: holdings and orders are not shown.')
  expect(sent()).toEqual([])
  asked.press('Cancel the orders')
  expect((await next()).detail).toContain('It is under way.')
  await bench.until(() => openIds().length === 0)
  expect(sent().flatMap(cancelsIn).sort()).toEqual(before)
})

it('asks which of several stored accounts (even six) to use, and can go back from there', async () => {
  await opened()
  const index = openAccountIndex(join(bench.folder, 'accounts.json'))
  const listed = index.list()
  const [one] = listed.ok ? listed.value : []
  for (const name of ['B', 'C', 'D', 'E', 'F']) index.add({ ...one!, id: randomUUID(), name, keyTail: name })
  await bench.accounts.close()
  bench.restart()
  const { open, next } = desktop(undefined, lockOf(true))
  open('asked', 'flatten')
  const first = await next()
  const harbour = first.buttons![0]!
  expect(first.message).toBe('For which account?')
  expect(first.buttons).toEqual([harbour, 'B (key …B)', 'C (key …C)', 'D (key …D)', 'Others…', 'Back'])
  expect(harbour).toMatch(/^Harbour \(key ….{1,4}\)$/)
  first.press('Others…')
  const second = await next()
  expect(second.buttons).toEqual(['E (key …E)', 'F (key …F)', 'Others…', 'Back'])
  second.press('Others…')
  ;(await next()).press('Back')
  const none = await next()
  expect(none.detail).toBe('• No account is open.')
  none.press('Flatten…')
  ;(await next()).press(harbour)
  ;(await next()).press('Flatten now')
  expect((await next()).detail).toContain('It is under way.')
  await bench.until(() => positions() === 0 && openIds().length === 0)
})

it.each([
  ['from the plan', true],
  ['where there is no plan', false],
])('leads from an account that a page opened to the intended one, %s', async (_from, hasPlan) => {
  await opened()
  await bench.accounts.startDemo()
  await bench.known()
  const [harbour, demo] = [bench.accounts.list(), bench.accounts.snapshot()]
  const { spot, contracts } = bench.venue.exchange
  if (!hasPlan) for (const order of spot.openOrders()) spot.cancel(order)
  if (!hasPlan) for (const order of contracts.openOrders()) contracts.cancel(order)
  const { open, next } = desktop(undefined, lockOf(true))
  open('asked', 'cancelAll')
  const first = await next()
  expect([demo.account?.name, first.detail]).toEqual(['Demo', expect.stringContaining('• Account: Demo\n')])
  expect(first.buttons?.includes('Back')).toBe(hasPlan)
  first.press('Another account…')
  expect((await next()).detail).toContain('• Account: Harbour\n')
  expect(harbour).toMatchObject({ value: [{ id: bench.accounts.snapshot().account?.id }] })
})

it.each([
  ['is gone', (file: string) => rmSync(file)],
  ['is damaged', (file: string) => writeFileSync(file, '{')],
])('leads to a live account even if the account list %s', async (_what, harm) => {
  await opened()
  await bench.accounts.startDemo()
  await bench.known()
  harm(join(bench.folder, 'accounts.json'))
  const { open, next } = desktop()
  open('asked', 'flatten')
  const first = await next()
  expect(first.detail).toContain('• Account: Demo\n')
  first.press('Another account…')
  expect((await next()).detail).toContain('• Account: Harbour\n')
})

it('says why an account was not opened, and tries again', async () => {
  await opened()
  await bench.accounts.close()
  bench.restart()
  for (const match of ['spot.account', 'contract.account'])
    bench.venue.faults.inject({ match, kind: 'errorWith200', code: -2015, times: 1_000 })
  const { open, next } = desktop(undefined, lockOf(true))
  open('asked', 'cancelAll')
  const failed = await next()
  expect(failed.buttons).toContain('Cancel all orders')
  bench.venue.faults.clear()
  failed.press('Cancel all orders')
  expect((await next()).message).toBe('Cancel every open order?')
})

it('opens no account when no way out was kept for the lock', async () => {
  await opened()
  await bench.accounts.close()
  bench.restart()
  const { open, next } = desktop(undefined, lockOf(false))
  open('asked', 'flatten')
  expect((await next()).buttons).toEqual(['Try the window again', 'Close Plimsoll'])
  expect(bench.accounts.snapshot().account).toBeNull()
})

it('opened from a menu shows its plan at once, and ends when the trader goes back', async () => {
  await opened()
  const { open, next, boxes, tryWindow, asking } = desktop()
  open('asked', 'flatten')
  const plan = await next()
  expect(plan.buttons).toEqual(['Back', 'Flatten now'])
  plan.press('Back')
  await bench.until(() => !asking.isOpen())
  expect([boxes.length, tryWindow.mock.calls, sent()]).toEqual([1, [], []])
})

it('opened by a page blocks no other way out: going back leads to all of them', async () => {
  await opened()
  const { open, next } = desktop()
  open('byPage', 'cancelAll')
  const plan = await next()
  open('asked', 'flatten')
  plan.press('Back')
  ;(await next()).press('Flatten…')
  expect((await next()).buttons).toEqual(['Back', 'Flatten now'])
  expect(sent()).toEqual([])
})
