import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Action } from '#shared/desk/action.ts'
import { enterLater } from '../support/late-enter.ts'
import { FLATTEN, openSheet, press, type Sheet } from './sheet.ts'

/** Moves the focus to the chosen share. */
function focusShares({ dialog }: Sheet): void {
  dialog().querySelector<HTMLElement>('[aria-label="Size"] input:checked')?.focus()
}

/** Moves the focus to the chosen price. */
function focusPrices({ dialog }: Sheet): void {
  dialog().querySelector<HTMLElement>('[aria-label="Price"] input:checked')?.focus()
}

it('closes a part of everything by keyboard alone, named for what it is, and says what stays', async () => {
  const sheet = await openSheet(FLATTEN)
  focusShares(sheet)
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual({ kind: 'reduceAll', side: null, percent: 50 })
  expect(sheet.dialog().querySelector('h2')?.textContent).toBe('Reduce every position by 50\u202f%')
  expect(sheet.text()).toContain('Positions only. Opening orders and Spot are left alone.')
  // What a flatten would do is no longer said, and Spot no longer asked about.
  expect(sheet.text()).not.toMatch(/flat|Spot holdings Keep|cancels every open order/i)
  sheet.run().focus()
  await userEvent.keyboard('{Enter}')
  enterLater(sheet.run(), 700)
  expect(sheet.submitted.map(({ action }) => action)).toEqual([{ kind: 'reduceAll', side: null, percent: 50 }])
})

it('returns to the whole flatten with 4, and to a part with 1 to 3', async () => {
  const sheet = await openSheet(FLATTEN)
  await userEvent.keyboard('3')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual({ kind: 'reduceAll', side: null, percent: 75 })
  await userEvent.keyboard('4')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual(FLATTEN)
  expect(sheet.text()).toContain('Flatten, keep Spot')
  expect(sheet.text()).toContain('Cancels all orders, closes all positions')
})

it('caps how far from the mark a part may trade, and says what stays open', async () => {
  const sheet = await openSheet({ kind: 'reduceAll', side: null, percent: 50 })
  focusPrices(sheet)
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual({
    kind: 'reduceAll',
    side: null,
    percent: 50,
    tactic: { kind: 'capped', percent: '0.5' },
  })
  const field = sheet.dialog().querySelector<HTMLInputElement>('.field.percent')!
  await userEvent.fill(field, '1.5')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual({
    kind: 'reduceAll',
    side: null,
    percent: 50,
    tactic: { kind: 'capped', percent: '1.5' },
  })
  expect(sheet.dialog().querySelector('h2')?.textContent).toBe(
    'Reduce every position by 50\u202f%, at most 1.5\u202f% away',
  )
  expect(sheet.text()).toContain('What the book cannot fill within this cap stays open.')
  await userEvent.fill(field, '51')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toMatchObject({ tactic: { percent: '1.5' } })
  press(sheet.run())
  await sheet.advance(1_000)
  expect(sheet.submitted).toEqual([])
})

it('flattens within a cap by keyboard alone, and says that Spot has none', async () => {
  const sheet = await openSheet({ kind: 'flatten', spot: 'sell' })
  focusPrices(sheet)
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  const capped = { kind: 'flatten', spot: 'sell', tactic: { kind: 'capped', percent: '0.5' } }
  expect(sheet.previewed.at(-1)).toEqual(capped)
  expect(sheet.dialog().querySelector('h2')?.textContent).toBe(
    'Flatten and sell Spot, positions at most 0.5\u202f% away',
  )
  expect(sheet.text()).toContain('Cancels all orders, tries once to close each position')
  expect(sheet.text()).toContain('What the book cannot fill within this cap stays open.')
  expect(sheet.text()).toContain('The cap covers positions only. Spot is sold at market')
  sheet.run().focus()
  await userEvent.keyboard('{Enter}')
  enterLater(sheet.run(), 700)
  expect(sheet.submitted.map(({ action }) => action)).toEqual([capped])
})

it('flattens at market by default, with one hold', async () => {
  const sheet = await openSheet(FLATTEN)
  press(sheet.run())
  await sheet.advance(700)
  expect(sheet.submitted.map(({ action }) => action)).toEqual([FLATTEN])
})

it('closes everything with limits better than the marks, and cancels and sells nothing then', async () => {
  const sheet = await openSheet(FLATTEN)
  focusPrices(sheet)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await sheet.advance(250)
  const all = { kind: 'reduceAll', side: null, percent: 100 }
  expect(sheet.previewed.at(-1)).toEqual({ ...all, tactic: { kind: 'offset', percent: '0.1' } })
  expect(sheet.text()).toContain('Positions only. Opening orders and Spot are left alone.')
  expect(sheet.text()).toContain('% better than the mark of each; the orders wait there')
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual(FLATTEN)
})

it('closes a part of one side', async () => {
  const sheet = await openSheet({ kind: 'closeSide', side: 'short' })
  expect(sheet.text()).toContain('Close all shorts at market')
  await userEvent.keyboard('1')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual({ kind: 'reduceAll', side: 'short', percent: 25 })
  expect(sheet.text()).toContain('Reduce all shorts by 25 %')
  press(sheet.run())
  await sheet.advance(700)
  expect(sheet.submitted.at(-1)?.action).toEqual({ kind: 'reduceAll', side: 'short', percent: 25 })
})

it('caps what all of one side may cost, and closes nothing else', async () => {
  const sheet = await openSheet({ kind: 'closeSide', side: 'long' })
  focusPrices(sheet)
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  const tactic = { kind: 'capped', percent: '0.5' }
  expect(sheet.previewed.at(-1)).toEqual({ kind: 'reduceAll', side: 'long', percent: 100, tactic })
  expect(sheet.text()).toContain('Close all longs, at most 0.5 % away')
})

it('caps a reduction of several positions, and says what the margin rate hangs on', async () => {
  const reduce: Action = { kind: 'reduce', closes: [{ positionKey: 'E-ETH-USDT:isolated:short', volume: '42' }] }
  const sheet = await openSheet(reduce)
  expect(sheet.text()).not.toContain('The margin rate after it')
  focusPrices(sheet)
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual({ ...reduce, tactic: { kind: 'capped', percent: '0.5' } })
  expect(sheet.text()).toContain('at most 0.5 % away')
  expect(sheet.text()).toContain('The margin rate after it is reached only if the book still fills that much.')
  await userEvent.fill(sheet.dialog().querySelector<HTMLInputElement>('.field.percent')!, '')
  await sheet.advance(250)
  expect(sheet.text()).toContain('Enter the distance from the mark, in percent.')
  press(sheet.run())
  await sheet.advance(1_000)
  expect(sheet.submitted).toEqual([])
})
