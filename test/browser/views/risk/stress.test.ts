import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { NewScenario } from '#shared/ipc/contract.ts'
import type { OwnScenario } from '#shared/risk/stress/report.ts'
import { emptySnapshot, fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import { useWhatIfStore } from '../../../../renderer/src/stores/what-if.ts'
import { usePlanSheet } from '../../../../renderer/src/ui/use-plan-sheet.ts'
import StressTab from '../../../../renderer/src/views/risk/StressTab.vue'
import { openWindow, painted, type Bench, type BenchOptions } from '../../support/window.ts'

const LINK = 'E-LINK-USDT:isolated:long'
/** What is read, element by element. */
function plain(element: Element | null | undefined): string {
  if (!element) return ''
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let read = ''
  while (texts.nextNode()) read += ` ${texts.currentNode.nodeValue ?? ''}`
  return read.replaceAll('\u202f', ' ').replaceAll(/\s+/g, ' ').trim()
}

let bench: Bench
async function open(snapshot = fixtureSnapshot(), desk: BenchOptions['desk'] = {}): Promise<void> {
  bench = await openWindow(StressTab, snapshot, { desk })
}
const rowOf = (table: string, name: string): HTMLElement => {
  const rows = [...bench.root.querySelectorAll<HTMLElement>(`${table} tbody tr`)]
  const found = rows.find((row) => plain(row).startsWith(name))
  if (!found) throw new Error(`expected a row ${name} among ${rows.map(plain).join(' | ')}`)
  return found
}
const outcomeOf = (name: string): string => {
  const units = [...bench.root.querySelectorAll('.unit')]
  return plain(units.find((unit) => plain(unit).startsWith(name)))
}
const frame = () => bench.root.querySelector('.frame.on')
const field = (name: string) => page.getByRole('textbox', { name: `Move of ${name} in percent, as a number` })

describe('the account as it is', () => {
  beforeEach(() => open())

  it('is no simulation, and says what its figures leave out', () => {
    expect(frame()).toBeNull()
    expect(plain(bench.find('.bar'))).toContain('Live account')
    expect(plain(bench.find('.outcome'))).toContain('No price, so not in it: WEN.')
  })

  it('shows beside each margin rate what its age may hide', () => {
    expect(outcomeOf('USDT cross')).toMatch(/^USDT cross \d+\.\d % ± \d+\.\d\d$/)
    expect(bench.find('.hidden-band').title).toContain('one standard deviation')
  })

  it('draws the load line of all prices, of one coin, and by beta with the assumed ones named', async () => {
    const finding = () => plain(bench.root.querySelector('.line .finding'))
    expect(finding()).toMatch(/is liquidated if all prices/)
    await page.getByText('One coin').click()
    await bench.advance(600)
    expect(finding()).toMatch(/BTC alone/)
    await page.getByRole('combobox', { name: 'The coin that moves' }).selectOptions('SOL')
    await bench.advance(600)
    expect(finding()).toMatch(/SOL alone/)
    await page.getByText('By beta').click()
    await bench.advance(600)
    expect(finding()).toMatch(/BTC (fall|rise)s .*, the rest by beta/)
    expect(plain(bench.root.querySelector('.line .badge'))).toMatch(/β 1\.5 assumed: .*WEN/)
  })

  it('says of each load line by which formula prices move, and what orders do on the way', async () => {
    const formula = async (button: string): Promise<string> => {
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => document.querySelector('.explained .formula')).not.toBeNull()
      const said = plain(document.querySelector('.explained .formula'))
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('.explained')).toBeNull()
      return said
    }
    expect(await formula('margin rate, from live prices')).toContain('every price × (1 + x), cash stays')
    await page.getByText('One coin').click()
    expect(await formula('margin rate, from live prices')).toContain('all others stay')
    await page.getByText('By beta').click()
    expect(await formula('margin rate, from live prices')).toContain('× (1 + x)^β')
    await page.getByRole('checkbox', { name: /with open orders filled/ }).click()
    await bench.advance(600)
    expect(await formula('orders filled')).toContain('a buy fills where its price at x ≤ its limit')
  })

  it('lists who falls in which order, with the loss and what is left', () => {
    const [head, first] = [...bench.root.querySelectorAll('.dominoes tr')].map(plain)
    expect(head).toBe('Liquidated at Lost, USDT Equity left, USDT')
    expect(first).toMatch(/^falling: LINK long −2\.\d % −\d+\.\d\d [\d,.]+$/)
  })

  it('says how far each position is from liquidation, nearest first, and how that is reckoned', async () => {
    const panel = bench.find('.distances')
    expect(plain(panel.querySelector('.finding'))).toBe('E-LINK-USDT long goes first: 0.60 σ-days away.')
    expect([...panel.querySelectorAll('tbody th')].map(plain)).toEqual([
      'E-LINK-USDT LONG isolated',
      'E-ETH-USDT SHORT isolated',
      'E-BTC-USDT LONG cross',
      'E-SOL-USDT LONG cross',
      'E-BTC-USD LONG cross',
      'E-XRP-USDT SHORT cross',
    ])
    expect(plain(rowOf('.distances', 'E-ETH-USDT'))).toMatch(/isolated 3,498\.10 3,739\.00 \+6\.9 % 1\.3 2\.0 4\.4 %$/)
    expect(plain(panel)).toContain('No price in reach liquidates E-DOGE-USDT long.')
    const scroll = panel.querySelector('.scroll')!
    expect(scroll.scrollWidth).toBe(scroll.clientWidth)
    await page.getByRole('button', { name: 'touch: Gaussian, no drift' }).click()
    await expect.poll(() => plain(document.querySelector('.explained'))).toContain('Bachelier 1900')
    expect(plain(document.querySelector('.explained'))).toMatch(
      /σ and ATR of a day 299 days, 2025-03-22 to 2026-01-14 12 h 03 min /,
    )
  })

  it('has no σ-days without price history, says so, and still orders by the price', async () => {
    const { statistics } = withPart(fixtureSnapshot(), 'statistics', { data: null, readAt: null }).parts
    await bench.send({ ...push(fixtureSnapshot(), []), parts: { statistics } })
    await bench.advance(600)
    expect(plain(bench.find('.distances .finding'))).toContain('is nearest by price, −2.3 %; σ-days are not known')
    expect(plain(rowOf('.distances', 'E-LINK-USDT'))).toMatch(/13\.911 −2\.3 % \? \? \?$/)
    expect(plain(bench.find('.distances'))).toContain('price history not worked out yet')
  })

  it('lets open orders fill on the way and says how many do', async () => {
    const before = plain(bench.find('.dominoes'))
    await page.getByRole('checkbox', { name: /with open orders filled/ }).click()
    await bench.advance(600)
    expect(plain(bench.find('.orders'))).toMatch(/\d+ on the way down, \d+ up/)
    expect(plain(bench.find('.dominoes'))).not.toBe(before)
  })

  it('says what the account is at worst if its orders fill, and how that is reckoned', async () => {
    const panel = bench.find('.fills')
    expect(plain(panel)).toMatch(/at worst [\d,]+, \d+\.\d\d× equity USDT/)
    expect(plain(rowOf('.fills', 'E-BTC-USDT'))).toMatch(/^E-BTC-USDT [+−]?[\d,]+ [+−]?[\d,]+ to [+−]?[\d,]+ /)
    await page.getByRole('button', { name: 'at worst' }).click()
    await expect.poll(() => plain(document.querySelector('.explained'))).toMatch(/Open orders \d+ /)
    expect(plain(document.querySelector('.explained'))).toContain('Condition orders are not in it')
  })

  it('says by which rule it is liquidated, and what the age of a rate may hide', async () => {
    await page.getByRole('button', { name: 'USDT cross', exact: true }).click()
    await expect
      .poll(() => plain(document.querySelector('.explained')))
      .toContain('Liquidation rule assumed, no price of the venue’s yet')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: /^±/ }).first().click()
    await expect.poll(() => plain(document.querySelector('.explained'))).toContain('What its age may hide')
  })

  it('says in every cell of the matrix what is liquidated, not by colour alone', () => {
    const cells = [...bench.root.querySelectorAll('.matrix td')]
    expect(cells).toHaveLength(72)
    const lost = cells.filter((each) => each.classList.contains('red') && each.querySelector('svg'))
    expect(lost.length).toBeGreaterThan(0)
    for (const each of lost) expect(plain(each)).toMatch(/^liquidated: .+; −?\d/)
    expect(plain(rowOf('.matrix', '0'))).toMatch(/^0( 2\.8){6}$/)
  })

  it('explains a figure from its label', async () => {
    await page.getByRole('button', { name: 'with liquidations' }).click()
    await expect.poll(() => plain(document.querySelector('.explained'))).toContain('Positions')
    expect(plain(document.querySelector('.explained'))).toMatch(/Prices \d+ 1\.1 s/)
  })
})

describe('a simulation', () => {
  beforeEach(() => open())

  it('begins with a typed move, says so around everything, and ends with Esc', async () => {
    await field('BTC').fill('-20')
    await bench.advance(600)
    expect(plain(frame())).toMatch(/SIMULATION BTC −20\.0 %/)
    expect(plain(frame())).toContain('Nothing can be sent from here. The strip above stays live.')
    expect(outcomeOf('LINK long')).toMatch(/2\.8 %/)
    expect(outcomeOf('Equity')).toMatch(/^Equity USDT 92,658 [\d,]+ −[\d,]+$/)
    await userEvent.keyboard('{Escape}')
    expect(frame()).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(frame()).toBeNull()
    expect(bench.submitted).toEqual([])
  })

  it('takes a slider as well, and moves back to nothing are the live account', async () => {
    const slider = bench.find('[aria-label="Move of ETH, percent"]') as HTMLInputElement
    const slide = async (to: string): Promise<void> => {
      slider.value = to
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await bench.advance(600)
    }
    await slide('-30')
    expect(useWhatIfStore().moves.named).toEqual({ ETH: -0.3 })
    await slide('0')
    expect(frame()).toBeNull()
  })

  it('never takes what no price can do', async () => {
    await field('BTC').fill('-120')
    expect(field('BTC').element().getAttribute('aria-invalid')).toBe('true')
    expect(frame()).toBeNull()
  })

  it('spreads the move of the benchmark by beta', async () => {
    await field('BTC').fill('-10')
    await page.getByRole('button', { name: 'Others by beta' }).click()
    const { moves } = useWhatIfStore()
    expect(moves.named['BTC']).toBeCloseTo(-0.1, 12)
    expect(moves.named['WEN']).toBeCloseTo(0.9 ** 1.5 - 1, 12)
  })

  it('tries a scenario out at a click, and at another is live again', async () => {
    const row = rowOf('.scenarios', 'FTX')
    expect(plain(row)).toMatch(/^FTX −25\.4 % −[\d,]+ −[\d,]+ [\d,]+ 2 : USDT cross, LINK long [\d.]+ %$/)
    await page.getByRole('button', { name: 'FTX', exact: true }).click()
    expect(plain(frame())).toMatch(/SIMULATION FTX/)
    expect(outcomeOf('LINK long')).toContain('liquidated')
    await page.getByRole('button', { name: 'FTX', exact: true }).click()
    expect(frame()).toBeNull()
  })

  it('looks at the account without a position, and stages its close as the ordinary plan', async () => {
    await page.getByText('Leave out').click()
    await page.getByRole('checkbox', { name: /E-LINK-USDT long/ }).click()
    await bench.advance(600)
    expect(plain(frame())).toMatch(/SIMULATION without 1 position/)
    expect(outcomeOf('LINK long')).toContain('left out')
    expect(plain(bench.find('.dominoes'))).not.toContain('LINK long')
    await page.getByRole('button', { name: 'Stage as plan' }).click()
    expect(usePlanSheet().view).toMatchObject({ action: { kind: 'closePosition', positionKey: LINK } })
    expect(bench.submitted).toEqual([])
  })

  it('leaves the distances to liquidation those of the live account, and says so', async () => {
    const before = plain(bench.find('.distances tbody'))
    expect(plain(bench.find('.distances'))).not.toContain('of the live account')
    useWhatIfStore().leavePosition(LINK, true)
    await bench.advance(600)
    expect(plain(bench.find('.distances tbody'))).toBe(before)
    expect(plain(bench.find('.distances'))).toContain('of the live account')
  })

  it('stages un-ticked orders as one plan to cancel them', async () => {
    await page.getByText('Leave out').click()
    const boxes = page.getByRole('checkbox', { name: /open buy E-BTC-USDT/ })
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await page.getByRole('button', { name: 'Stage 2 as plan' }).click()
    const { view } = usePlanSheet()
    expect(view?.kind === 'plan' && view.action.kind === 'cancelOrders' && view.action.orders.length).toBe(2)
  })

  it('turns off the keys that lead to orders, and only while it lasts', async () => {
    const passed: string[] = []
    const listen = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented) passed.push(event.key.toLowerCase())
    }
    window.addEventListener('keydown', listen)
    await field('BTC').fill('-20')
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    await userEvent.keyboard('a')
    expect(passed.filter((key) => key === 'f' || key === 'a')).toEqual([])
    expect(plain(frame())).toContain('The arming key is off in a simulation.')
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('a')
    window.removeEventListener('keydown', listen)
    expect(passed).toContain('a')
  })

  it('is of the account that is open: another one starts live', async () => {
    useWhatIfStore().leavePosition(LINK, true)
    await painted()
    expect(frame()).not.toBeNull()
    const other = { ...push(fixtureSnapshot(), []), runId: 'run-2', parts: fixtureSnapshot().parts }
    await bench.send(other)
    expect(frame()).toBeNull()
  })

  it('forgets that a position was left out once it is closed', async () => {
    useWhatIfStore().leavePosition(LINK, true)
    const snapshot = fixtureSnapshot()
    const data = snapshot.parts.positions.data!.filter(({ key }) => key !== LINK)
    const { positions } = withPart(snapshot, 'positions', { data }).parts
    await bench.send({ ...push(snapshot, []), parts: { positions } })
    await bench.advance(600)
    expect(frame()).toBeNull()
  })
})

describe('how it follows the account', () => {
  let seq = 1
  /** The account with so much USDT on Spot, as a push. */
  async function send(free: string): Promise<void> {
    const snapshot = fixtureSnapshot()
    const data = snapshot.parts.balances.data!.map((balance) =>
      balance.asset === 'USDT' ? { ...balance, free: toText(decimal(free)) } : balance,
    )
    seq += 1
    const { balances } = withPart(snapshot, 'balances', { data }).parts
    await bench.send({ ...push(snapshot, []), seq, parts: { balances: { ...balances, version: seq } } })
  }
  const equity = () => outcomeOf('Equity').split(' ')[2]

  beforeEach(async () => {
    seq = 1
    await open()
    await bench.advance(2_000)
  })

  it('takes what is new at once, and then at most twice a second', async () => {
    await send('21380')
    expect(equity()).toBe('102,658')
    await send('31380')
    expect(equity()).toBe('102,658')
    await bench.advance(5_000)
    expect(equity()).toBe('112,658')
  })

  it('rests while nobody looks, and has the newest as soon as somebody does', async () => {
    let state = 'hidden'
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
    await send('21380')
    await bench.advance(5_000)
    expect(equity()).toBe('92,658')
    state = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    await bench.advance(5_000)
    Reflect.deleteProperty(document, 'visibilityState')
    expect(equity()).toBe('102,658')
  })
})

describe('scenarios of the trader’s own', () => {
  const kept: OwnScenario = {
    id: '7d3f3c52-8d9e-4a5b-8f37-2f6f0c1f9a10',
    name: 'My crash',
    savedAt: 1,
    moves: { named: { BTC: -0.3 }, others: -0.45 },
  }

  it('are listed first, run as the others, and can be forgotten', async () => {
    await open(undefined, {
      listScenarios: () => Promise.resolve(ok([kept])),
      forgetScenario: () => Promise.resolve(ok([])),
    })
    expect(plain(bench.root.querySelector('.scenarios tbody tr'))).toMatch(/^My crash −30\.0 %/)
    await page.getByRole('button', { name: 'My crash', exact: true }).click()
    expect(frame()).not.toBeNull()
    await page.getByRole('button', { name: 'Forget “My crash”' }).click()
    await expect.poll(() => plain(bench.find('.scenarios'))).not.toContain('My crash')
    expect(frame()).toBeNull()
  })

  it('are saved with a name and their moves, and again under the same id', async () => {
    const saved: NewScenario[] = []
    const saveScenario = (scenario: NewScenario) => {
      saved.push(scenario)
      return Promise.resolve(ok([{ ...scenario, savedAt: 1 }]))
    }
    await open(undefined, { saveScenario })
    await field('BTC').fill('-20')
    for (const attempt of [1, 2]) {
      await page.getByRole('textbox', { name: 'Name of the scenario' }).fill('Winter')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(() => saved.length).toBe(attempt)
    }
    expect(saved[0]).toMatchObject({ name: 'Winter', moves: { named: { BTC: -0.2 }, others: 0 } })
    expect(saved[1]?.id).toBe(saved[0]?.id)
    expect(plain(bench.root.querySelector('.scenarios tbody tr'))).toMatch(/^Winter/)
  })

  it('say why they were not saved, and keep the name that was typed', async () => {
    const failure = localFailure('notSupported', 'scenario.save', 'The disk is full.')
    await open(undefined, { saveScenario: () => Promise.resolve(err(failure)) })
    await field('BTC').fill('-20')
    await page.getByRole('textbox', { name: 'Name of the scenario' }).fill('Winter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => plain(bench.root.querySelector('[role="alert"]'))).toBe('Not saved: The disk is full.')
    expect((bench.find('[aria-label="Name of the scenario"]') as HTMLInputElement).value).toBe('Winter')
  })
})

describe('what is not known', () => {
  it('is not taken for no orders', async () => {
    await open(withPart(fixtureSnapshot(), 'orders', { data: null, readAt: null }))
    expect(plain(bench.find('.fills'))).toContain('Not all open orders were read yet')
  })

  it('holds when some places were read and others not: nothing fills, and no order can be left out', async () => {
    const { data } = fixtureSnapshot().parts.orders
    if (data === null) throw new Error('expected a fixture with orders')
    const scopes = data.scopes.map((scope, index) => (index === 0 ? { ...scope, readAt: null } : scope))
    await open(withPart(fixtureSnapshot(), 'orders', { data: { ...data, scopes } }))
    expect(plain(bench.find('.fills'))).toContain('Not all open orders were read yet')
    expect(plain(bench.find('.orders'))).toContain('not all read, none filled')
    expect(plain(bench.find('.outcome'))).toContain('Not all open orders were read: none are filled')
    await page.getByText('Leave out').click()
    const boxes = [...bench.root.querySelectorAll<HTMLInputElement>('.try input[type=checkbox]')]
    expect(boxes.map(({ disabled }) => disabled)).toContain(true)
    expect(plain(bench.find('.try'))).toContain('Not all open orders were read: none can be left out.')
  })

  it('is said in words before the first read, and nothing is drawn', async () => {
    await open(emptySnapshot())
    expect(plain(bench.root)).toContain('Waiting for the first read from the venue.')
    expect(bench.root.querySelector('canvas')).toBeNull()
  })

  it('shows no band where no volatility is known', async () => {
    await open(withPart(fixtureSnapshot(), 'statistics', { data: null, readAt: null }))
    expect(bench.root.querySelector('.hidden-band')).toBeNull()
  })

  it('grows stale with the parts it is made from', async () => {
    await open()
    await bench.advance(20_000)
    expect(bench.find('.line .body').classList).toContain('is-stale')
  })
})

describe('the layout', () => {
  afterEach(async () => {
    await page.viewport(1280, 800)
  })

  it.each([
    [1280, 800, '1092px', '620px'],
    [1920, 1080, '1732px', '900px'],
  ])('fits %d × %d without scrolling sideways', async (width, height, boxWidth, boxHeight) => {
    await page.viewport(width, height)
    await open()
    Object.assign(bench.root.style, { width: boxWidth, height: boxHeight })
    await painted()
    for (const box of bench.root.querySelectorAll('.stress, .scroll, .units')) {
      expect(box.scrollWidth, box.className).toBeLessThanOrEqual(box.clientWidth)
    }
  })
})
