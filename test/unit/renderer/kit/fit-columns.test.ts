import { expect, it } from 'vitest'
import { fitColumns } from '../../../../renderer/src/kit/fit-columns.ts'
import { journalColumns } from '../../../../renderer/src/journal/journal-columns.ts'
import { conditionColumns } from '../../../../renderer/src/orders/condition-columns.ts'
import { orderColumns } from '../../../../renderer/src/orders/order-columns.ts'
import { positionColumns } from '../../../../renderer/src/positions/position-columns.ts'

const COLUMNS = [
  { id: 'one', header: 'One', width: 100 },
  { id: 'two', header: 'Two', width: 100, spare: 1 },
  { id: 'three', header: 'Three', width: 100, spare: 2 },
]

it.each([
  [0, ['one', 'two', 'three'], false, 300],
  [300, ['one', 'two', 'three'], false, 300],
  [299, ['one', 'two', 'three'], true, 282],
  [282, ['one', 'two', 'three'], true, 282],
  [281, ['one', 'two'], true, 188],
  [187, ['one'], true, 94],
  [50, ['one'], true, 94],
])('of three columns of 100 px in %i px shows %j', (available, ids, isTight, minWidth) => {
  const fit = fitColumns(COLUMNS, available)
  expect({ ...fit, columns: fit.columns.map(({ id }) => id) }).toEqual({ columns: ids, isTight, minWidth })
})

it.each([
  [300, ['one', 'two', 'three']],
  [379, ['one', 'two', 'three']],
  [380, ['one', 'four', 'two', 'three']],
  [399, ['one', 'four', 'two', 'three']],
  [450, ['one', 'two', 'five', 'three']],
  [530, ['one', 'four', 'two', 'five', 'three']],
])('fills %i px with extra columns, the first one first, in their places: %j', (available, ids) => {
  const [one, two, three] = COLUMNS
  const four = { id: 'four', header: 'Four', width: 80, extra: 2 }
  const five = { id: 'five', header: 'Five', width: 150, extra: 1 }
  const fit = fitColumns([one!, four, two!, five, three!], available)
  expect(fit.columns.map(({ id }) => id)).toEqual(ids)
  expect(fit.isTight).toBe(false)
  expect(fit.minWidth).toBeLessThanOrEqual(available)
})

it.each([
  ['positions', positionColumns(), 0],
  ['orders', orderColumns(), 0],
  ['the journal', journalColumns(), 28],
] as const)('shows every figure of %s in full in a window of 1024 px', (_, columns, opener) => {
  // Without the navigation bar, margins, borders and a scroll bar.
  const available = 1024 - 52 - 16 - 2 - 10 - opener
  expect(fitColumns<never>(columns, available).minWidth).toBeLessThanOrEqual(available)
})

it.each([
  ['positions', positionColumns(), ['contract', 'side', 'pnl', 'distance', 'cover', 'actions']],
  ['orders', orderColumns(), ['select', 'instrument', 'side', 'price', 'distance', 'status', 'actions']],
  ['conditional orders', conditionColumns(), ['state', 'position', 'purpose', 'side', 'volume', 'trigger']],
] as const)('beside a drawer, in a window of 1024 px, %s keep what matters', (_, columns, kept) => {
  // Also without the drawer and the gap before it.
  const available = 1024 - 52 - 16 - 2 - 10 - 320 - 8
  const fit = fitColumns<never>(columns, available)
  expect(fit.minWidth).toBeLessThanOrEqual(available)
  expect(fit.columns.map(({ id }) => id)).toEqual(kept)
})
