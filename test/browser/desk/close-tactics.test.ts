import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { staged } from '../../../renderer/src/positions/actions.ts'
import { painted } from '../support/window.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { openSheet, press, type Sheet } from './sheet.ts'

const ETH = 'E-ETH-USDT:isolated:short'

function tactic({ dialog }: Sheet, name: string): HTMLElement {
  const found = [...dialog().querySelectorAll('label')].find((each) => each.textContent.trim() === name)
  if (!found) throw new Error(`expected a tactic ${name}`)
  return found
}

function percent({ dialog }: Sheet): HTMLInputElement {
  const found = dialog().querySelector<HTMLInputElement>('.field.percent')
  if (!found) throw new Error('expected a field for a percentage')
  return found
}

it('limits how far from the mark a close at market may go, and shows that price', async () => {
  const sheet = await openSheet(staged(ETH, 'close'))
  tactic(sheet, 'Capped').click()
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toMatchObject({ tactic: { kind: 'capped', percent: '0.5' } })
  // A short is bought back: 0.5 % above the mark of 3,498.10, rounded toward it.
  expect(sheet.text()).toContain('no worse than 3,515.59 USDT')
  expect(sheet.text()).toContain('Close short E-ETH-USDT isolated at market, at most 0.5 % away')
  await userEvent.fill(percent(sheet), '1')
  await sheet.advance(250)
  expect(sheet.text()).toContain('no worse than 3,533.08 USDT')
  expect(sheet.previewed.at(-1)).toMatchObject({ tactic: { kind: 'capped', percent: '1' } })
})

it('requests nothing while the percentage is invalid, and says so', async () => {
  const sheet = await openSheet(staged(ETH, 'close'))
  tactic(sheet, 'Capped').click()
  await painted()
  await userEvent.fill(percent(sheet), '0,5')
  await sheet.advance(250)
  expect(sheet.text()).toContain('The distance from the mark must be above 0')
  expect(sheet.text()).toContain('no worse than ?')
  expect(sheet.previewed).toHaveLength(1)
  press(sheet.run())
  await sheet.advance(1_000)
  expect(sheet.submitted).toEqual([])
})

it('starts a chase by keyboard alone, with a line that explains it and how to stop it', async () => {
  const sheet = await openSheet(staged(ETH, 'close'))
  sheet.dialog().querySelector<HTMLElement>('[aria-label="Price"] input:checked')?.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toMatchObject({ tactic: { kind: 'chase', stopPercent: '0.5' } })
  expect(sheet.text()).toContain('Close short E-ETH-USDT isolated, chasing the best price')
  expect(sheet.text()).toContain(
    'Follows the best price on your side; gives up when the price has moved this far from where the chase began. It is no stop-loss. Cancel its order to end it.',
  )
  await userEvent.fill(percent(sheet), '2')
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(sheet.run())
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toMatchObject({ tactic: { kind: 'chase', stopPercent: '2' } })
})

it('remembers the last percentage of each tactic for the next sheet', async () => {
  const sheet = await openSheet(staged(ETH, 'close'))
  tactic(sheet, 'Capped').click()
  await painted()
  await userEvent.fill(percent(sheet), '1.5')
  await userEvent.keyboard('{Escape}')
  await painted()
  usePlanSheet().open(staged(ETH, 'close'))
  await painted()
  tactic(sheet, 'Chase').click()
  await painted()
  expect(percent(sheet).value).toBe('0.5')
  tactic(sheet, 'Capped').click()
  await painted()
  expect(percent(sheet).value).toBe('1.5')
})

const limitPrice = ({ dialog }: Sheet): string =>
  dialog().querySelector<HTMLInputElement>('[aria-label="Limit price"]')?.value ?? ''

function from({ dialog }: Sheet, name: string): HTMLButtonElement {
  const found = [...dialog().querySelectorAll('button')].find((each) => each.textContent.trim().startsWith(name))
  if (!found) throw new Error(`expected a button for the ${name}`)
  return found
}

it('fills in a limit price at a distance from the market, by keyboard alone', async () => {
  const sheet = await openSheet(staged(ETH, 'close'))
  sheet.dialog().querySelector<HTMLElement>('[aria-label="Price"] input:checked')?.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await painted()
  expect(sheet.text()).toContain('Enter the limit price.')
  expect(limitPrice(sheet)).toBe('')
  // The price, then the distance, which is below the market for a short.
  await userEvent.tab()
  await userEvent.tab()
  expect(sheet.text()).toContain('Below by')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Distance from the market')
  await userEvent.keyboard('{Control>}a{/Control}0.2')
  // Over the unit and the mark to the best bid.
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(from(sheet, 'mark'))
  await userEvent.tab()
  expect(document.activeElement?.textContent).toContain('bid: 3,491.09')
  await userEvent.keyboard('{Enter}')
  await sheet.advance(250)
  expect(limitPrice(sheet)).toBe('3491.09')
  expect(sheet.previewed.at(-1)).toMatchObject({ tactic: { kind: 'limit', price: '3491.09' } })
  expect(sheet.text()).toContain('Close short E-ETH-USDT isolated at 3,491.09')
  expect(sheet.submitted).toEqual([])
})

it('counts a distance in ticks, and sends the price as it was filled in when the market has moved', async () => {
  const sheet = await openSheet(staged(ETH, 'close'))
  tactic(sheet, 'Limit').click()
  await painted()
  tactic(sheet, 'ticks').click()
  await painted()
  await userEvent.fill(percent(sheet), '5')
  from(sheet, 'ask').click()
  await sheet.advance(250)
  expect(limitPrice(sheet)).toBe('3498.06')
  const snapshot = fixtureSnapshot()
  const moved = snapshot.parts.quotes.data?.map((each) =>
    each.instrument === 'E-ETH-USDT' ? { ...each, ask: toText(decimal('3510.5')) } : each,
  )
  await sheet.send(withPart(snapshot, 'quotes', { data: moved ?? null }))
  expect(from(sheet, 'ask').textContent).toContain('3,510.45')
  expect(limitPrice(sheet)).toBe('3498.06')
  press(sheet.run())
  await sheet.advance(700)
  expect(sheet.submitted.at(-1)?.action).toMatchObject({ tactic: { kind: 'limit', price: '3498.06' } })
})

it('fills in nothing from a price that is too old, and says how old it is', async () => {
  const sheet = await openSheet(staged(ETH, 'close'))
  tactic(sheet, 'Limit').click()
  await sheet.advance(20_000)
  expect(from(sheet, 'bid').disabled).toBe(true)
  expect(from(sheet, 'bid').title).toContain('ago: too old to set a limit by')
  expect(from(sheet, 'mark').disabled).toBe(true)
})
