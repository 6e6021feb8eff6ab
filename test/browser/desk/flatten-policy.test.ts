import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { painted } from '../support/window.ts'
import { FLATTEN, openSheet, type Sheet } from './sheet.ts'

const SELL = { kind: 'flatten', spot: 'sell' } as const
const REMEMBERED = 'Your last choice for this account is kept for the next time.'

/** Chooses to sell Spot, by keyboard alone, and goes back. */
async function chooseToSell(sheet: Sheet): Promise<void> {
  sheet.dialog().querySelector<HTMLElement>('[aria-label="Spot holdings"] input:checked')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual(SELL)
  await userEvent.keyboard('{Escape}')
  await painted()
  expect(sheet.submitted).toEqual([])
}

it('keeps Spot at first, and says that the choice is kept', async () => {
  const sheet = await openSheet(FLATTEN, { tableOwner: 'one' })
  expect(sheet.previewed).toEqual([FLATTEN])
  expect(sheet.text()).toContain(`Spot holdings stay. ${REMEMBERED}`)
})

it('starts with what was last chosen for the account, in a later window too, and says so in its title', async () => {
  const sheet = await openSheet(FLATTEN, { tableOwner: 'one' })
  await chooseToSell(sheet)
  usePlanSheet().open(FLATTEN)
  await painted()
  expect(sheet.previewed.at(-1)).toEqual(SELL)
  expect(sheet.dialog().querySelector('h2')?.textContent).toBe('Flatten and sell Spot')
  await userEvent.keyboard('{Escape}')
  await painted()
  const later = await openSheet(FLATTEN, { tableOwner: 'one' })
  expect(later.previewed).toEqual([SELL])
  expect(later.text()).toContain(`Spot holdings are sold as well. ${REMEMBERED}`)
  // A part of it sells nothing; all of it again does.
  await userEvent.keyboard('1')
  await later.advance(250)
  expect(later.previewed.at(-1)).toEqual({ kind: 'reduceAll', side: null, percent: 25 })
  await userEvent.keyboard('4')
  await later.advance(250)
  expect(later.previewed.at(-1)).toEqual(SELL)
})

it('is not the choice of another account', async () => {
  await chooseToSell(await openSheet(FLATTEN, { tableOwner: 'one' }))
  const other = await openSheet(FLATTEN, { tableOwner: 'two' })
  expect(other.previewed).toEqual([FLATTEN])
})

it.each(['not json', '{"one":"everything"}', '["sell"]'])(
  'keeps Spot when what was kept is spoilt: %s',
  async (kept) => {
    localStorage.setItem('plimsoll.flatten', kept)
    const sheet = await openSheet(FLATTEN, { tableOwner: 'one' })
    expect(sheet.previewed).toEqual([FLATTEN])
  },
)
