import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { enterLater } from '../support/late-enter.ts'
import { FLATTEN, openSheet, press, type Sheet } from './sheet.ts'

/** Moves the focus to the chosen share. */
function focusShares({ dialog }: Sheet): void {
  dialog().querySelector<HTMLElement>('[aria-label="Size"] input:checked')?.focus()
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
  sheet.dialog().querySelector<HTMLElement>('[aria-label="Price"] input:checked')?.focus()
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

it('closes everything within a cap, or with limits better than the marks, and cancels and sells nothing then', async () => {
  const sheet = await openSheet(FLATTEN)
  sheet.dialog().querySelector<HTMLElement>('[aria-label="Price"] input:checked')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  const all = { kind: 'reduceAll', side: null, percent: 100 }
  expect(sheet.previewed.at(-1)).toEqual({ ...all, tactic: { kind: 'capped', percent: '0.5' } })
  expect(sheet.dialog().querySelector('h2')?.textContent).toBe('Close every position, at most 0.5\u202f% away')
  expect(sheet.text()).toContain('Positions only. Opening orders and Spot are left alone.')
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
  expect(sheet.previewed.at(-1)).toEqual({ ...all, tactic: { kind: 'offset', percent: '0.1' } })
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
