/** The columns of a table as the trader arranges them, by mouse and by keyboard, stored for the account. */
import { page, userEvent } from 'vitest/browser'
import { expect, it } from 'vitest'
import { returnBasis, pnlBasis } from '../../../renderer/src/kit/use-look.ts'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { cutFigures } from '../support/text-boxes.ts'
import { openWindow, painted } from '../support/window.ts'
import { ok } from '#shared/domain/result.ts'

const heads = (root: HTMLElement): string[] =>
  [...root.querySelectorAll('thead th')].map((each) => each.textContent.trim()).filter((text) => text !== '')

async function open(tableOwner: string) {
  const bench = await openWindow(PositionsView, fixtureSnapshot(), { tableOwner })
  return bench.root
}

it('shows the chosen columns, order and sorting, for that account only', async () => {
  const owner = crypto.randomUUID()
  const root = await open(owner)
  const first = heads(root)
  expect(first).not.toContain('Exit P&L')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Exit P&L' }).click()
  await page.getByRole('checkbox', { name: 'Notional' }).click()
  await page.getByRole('button', { name: 'Move Size to the right' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'P&L, mark' }).click()
  const arranged = heads(root)
  expect(arranged).toContain('Exit P&L')
  expect(arranged).not.toContain('Notional')
  expect(arranged.indexOf('Size')).toBe(arranged.indexOf('Mark') + 1)
  root.remove()

  const again = await open(owner)
  expect(heads(again)).toEqual(arranged)
  expect(again.querySelector('th.pnl')?.getAttribute('aria-sort')).toBe('ascending')
  again.remove()

  const other = await open(crypto.randomUUID())
  expect(heads(other)).toEqual(first)
})

it('shows more columns where width is left, and hides one of them if asked', async () => {
  await page.viewport(1920, 900)
  const root = await open(crypto.randomUUID())
  const first = heads(root)
  expect(first).toEqual(expect.arrayContaining(['Exit P&L', 'Funding', 'Break-even']))
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Exit P&L' }).click()
  await expect.poll(() => heads(root)).not.toContain('Exit P&L')
})

it('works the profit out at the chosen price, with the age of that price, and over what was chosen', async () => {
  await page.viewport(1600, 900)
  const { root } = await openWindow(PositionsView, fixtureSnapshot())
  const cellOf = (): string =>
    [...root.querySelectorAll('tr.row')].find((row) => row.textContent.includes('E-BTC-USDT'))?.querySelector('td.pnl')
      ?.textContent ?? ''
  const atMark = cellOf()
  expect(atMark).toMatch(/ROE \+[\d.]+.% *$/)
  pnlBasis.value = 'exit'
  returnBasis.value = 'roi'
  await expect.poll(() => heads(root)).toContain('P&L, exit')
  expect(cellOf()).toMatch(/ROI \+[\d.]+.% *[\d.]+ s$/)
  expect(parseFloat(cellOf())).toBeLessThan(parseFloat(atMark))
})

it('widens a column by keyboard, and restores the default with one press', async () => {
  await page.viewport(1600, 900)
  const root = await open(crypto.randomUUID())
  const width = (): number => root.querySelector<HTMLElement>('th.pnl')?.offsetWidth ?? 0
  const before = width()
  await page.getByRole('button', { name: 'P&L, mark' }).click()
  for (let press = 0; press < 8; press++) await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.poll(width).toBeGreaterThan(before + 20)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(width).toBe(before)
})

it('labels every figure of a second line, and cuts none', async () => {
  await page.viewport(1600, 900)
  const root = await open(crypto.randomUUID())
  const below = root.querySelectorAll('tr.row:has(td) td:is(.price, .rate, .notional) .sub')
  expect([...below].slice(0, 3).map(({ textContent }) => textContent.trim())).toEqual([
    expect.stringMatching(/^Entry [\d,.]+$/),
    expect.stringMatching(/^Req\. [\d.]+\s%$/),
    expect.stringMatching(/^Margin [\d,.]+/),
  ])
  const subs = [...root.querySelectorAll<HTMLElement>('tr.row .sub')]
  expect(subs.filter((sub) => sub.scrollWidth > sub.clientWidth).map(({ textContent }) => textContent)).toEqual([])
})

it('cuts no figure at any width of the window, however many columns fill it', async () => {
  const root = await open(crypto.randomUUID())
  for (let width = 1000; width <= 2000; width += 20) {
    await page.viewport(width, 900)
    await painted()
    expect(cutFigures(root), `at ${width} px`).toEqual([])
  }
})

it('says that there is no room for a chosen column', async () => {
  await page.viewport(900, 600)
  const root = await open(crypto.randomUUID())
  expect(heads(root)).not.toContain('Notional')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Notional no room' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Cover', exact: true })).toBeChecked()
})

it('exports its rows as CSV, sorted and filtered as shown, with exact figures and their age', async () => {
  await page.viewport(1600, 900)
  const saved: { what: string; text: string }[] = []
  const usual = fixtureSnapshot()
  const read = withPart(usual, 'positions', { readAt: usual.mono - 920 })
  const { root } = await openWindow(PositionsView, read, {
    tableOwner: crypto.randomUUID(),
    desk: { saveText: (asked) => (saved.push(asked), Promise.resolve(ok('/home/trader/table.csv'))) },
  })
  await page.getByLabelText('Filter positions').fill('USDT')
  await page.getByRole('button', { name: 'Contract', exact: true }).click()
  const copied: (string | undefined)[] = []
  document.addEventListener('copy', (event) => copied.push(event.clipboardData?.getData('text/plain')), { once: true })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Save…' }).click()
  await page.getByRole('button', { name: 'Copy rows' }).click()

  expect(saved.map(({ what }) => what)).toEqual(['csv'])
  const [head = '', ...lines] = saved[0]!.text.trim().split('\r\n')
  expect(head).toMatch(/^account,taken_at,age_s,contract,side,margin_mode,/)
  const shown = [...root.querySelectorAll('tr.row td.contract .strong')].map(({ textContent }) => textContent)
  expect(shown.length).toBeGreaterThan(1)
  expect(lines.map((line) => line.split(',')[3])).toEqual(shown)
  const [first] = fixtureSnapshot().parts.positions.data!.filter(({ contract }) => contract === shown[0])
  const cells = new Map(head.split(',').map((name, at) => [name, lines[0]!.split(',')[at]]))
  expect([cells.get('contracts'), cells.get('entry_price')]).toEqual([first!.volume, first!.openPrice])
  expect(Date.parse(cells.get('taken_at')!)).not.toBeNaN()
  // Rounded up: nothing is younger than that.
  expect(cells.get('age_s')).toBe('1')
  for (const age of ['age_s', 'last_price_age_s', 'exit_pnl_age_s']) expect(cells.get(age), age).toMatch(/^\d+(\.\d)?$/)
  expect(copied).toEqual([saved[0]!.text])
})

it('is sorted as by default where the stored sort is by a column that is gone', async () => {
  const owner = crypto.randomUUID()
  localStorage.setItem(`plimsoll.table.${owner}.positions`, JSON.stringify({ sort: { id: 'gone', desc: true } }))
  const sorted = (root: HTMLElement) => [...root.querySelectorAll('th[aria-sort]:not([aria-sort=none])')].map(textOf)
  const textOf = ({ textContent }: Element) => textContent.trim()
  expect(sorted(await open(owner))).toEqual(sorted(await open(crypto.randomUUID())))
  expect(sorted(await open(owner))).toHaveLength(1)
})

it('shows the profit at the last traded price, with that price and its age, if chosen', async () => {
  await page.viewport(1280, 800)
  const root = await open(crypto.randomUUID())
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'P&L at last' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => heads(root)).toContain('P&L at last')
  const cells = [...root.querySelectorAll('tr.row td.last')].map(({ textContent }) => textContent.trim())
  expect(cells.length).toBeGreaterThan(1)
  expect(cells[0]).toMatch(/^[+−][\d,.]+( \w+)? *Last [\d,.]+ .*\d/)
  const subs = [...root.querySelectorAll<HTMLElement>('tr.row td.last .sub')]
  expect(subs.filter((sub) => sub.scrollWidth > sub.clientWidth).map(({ textContent }) => textContent)).toEqual([])
})

it('can show the return on the margin (ROE) and on the value at entry (ROI), which differ by the leverage', async () => {
  // Wide enough for every column.
  await page.viewport(2400, 900)
  const root = await open(crypto.randomUUID())
  const figures = (cell: string): number[] =>
    [...root.querySelectorAll(`tr.row td.${cell}`)].map(({ textContent }) =>
      Number(/[+−]?[\d.]+(?=[×\s]*[%×])/.exec(textContent)![0].replace('−', '-')),
    )
  const [roe, roi, leverage] = [figures('roe'), figures('roi'), figures('contract .sub')]
  expect(roi.filter((each) => each !== 0).length).toBeGreaterThan(2)
  // Both are rounded to the digits that are shown.
  roi.forEach((each, row) => expect(Math.abs(each * leverage[row]! - roe[row]!)).toBeLessThan(0.1 * leverage[row]!))
})

it('keeps its tools in sight at 1280 px enlarged to 200 %', async () => {
  await page.viewport(640, 400)
  const root = await open(crypto.randomUUID())
  const panel = root.querySelector('.panel')!.getBoundingClientRect()
  const cut = [...root.querySelectorAll('.panel header button')].filter((tool) => {
    const { left, right } = tool.getBoundingClientRect()
    return left < panel.left || right > panel.right
  })
  expect(cut.map(({ textContent }) => textContent.trim())).toEqual([])
})
