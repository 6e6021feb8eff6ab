import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { staged } from '../../../renderer/src/positions/actions.ts'
import { painted } from '../support/window.ts'
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
  expect(sheet.text()).toContain('Chase out of short E-ETH-USDT isolated')
  expect(sheet.text()).toContain(
    'Follows the best price on your side; stops when the price has moved this far away. Cancel its order to stop it.',
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
