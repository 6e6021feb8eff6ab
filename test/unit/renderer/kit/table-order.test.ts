import { describe, expect, it } from 'vitest'
import { holdOrder, inOrder, sameOrder, toLines, type Place } from '../../../../renderer/src/kit/table-order.ts'

const place = (key: string, group = ''): Place<string> => ({ key, group, row: key })
const keys = (places: readonly Place<string>[]) => places.map(({ key, row }) => (row === null ? `(${key})` : key))

describe('inOrder', () => {
  const rows = [['a', 2], ['b', null], ['c', 1], ['d', 2], ['e', null]] as const // prettier-ignore
  const named = (isDescending: boolean): string =>
    inOrder(rows, ([, by]) => by, isDescending)
      .map(([name]) => name)
      .join('')

  it('sorts rows either way, equal ones in their order, and those without a figure last', () => {
    expect([named(false), named(true)]).toEqual(['cadbe', 'adcbe'])
  })

  it('sorts words, and does not change the given rows', () => {
    const words = ['b', 'a', 'c']
    expect(inOrder(words, (word) => word, false)).toEqual(['a', 'b', 'c'])
    expect(words).toEqual(['b', 'a', 'c'])
  })
})

describe('holdOrder', () => {
  it('shows the live order while nobody points at a row', () => {
    expect(keys(holdOrder([place('b'), place('a')], null))).toEqual(['b', 'a'])
  })

  it('keeps every row in place, leaves a gap for a removed row, and puts new rows last', () => {
    const held = [place('a'), place('b'), place('c')]
    const live = [place('d'), place('c'), place('a')]
    expect(keys(holdOrder(live, held))).toEqual(['a', '(b)', 'c', 'd'])
  })

  it('shows the newest figures in the held rows', () => {
    const held = [{ key: 'a', group: '', row: 'old' }]
    expect(holdOrder([{ key: 'a', group: '', row: 'new' }], held)[0]?.row).toBe('new')
  })
})

it('compares two orders', () => {
  expect(sameOrder([place('a'), place('b')], [place('a'), place('b')])).toBe(true)
  expect(sameOrder([place('a'), place('b')], [place('b'), place('a')])).toBe(false)
  expect(sameOrder([place('a')], [])).toBe(false)
})

describe('toLines', () => {
  const groups = [
    { id: 'open', title: 'Opening' },
    { id: 'close', title: 'Closing' },
    { id: 'spot', title: 'Spot' },
  ]

  it('groups rows under their titles with counts and leaves empty groups out', () => {
    const lines = toLines([place('a', 'close'), place('b', 'open'), place('c', 'close')], groups, new Set())
    expect(lines.map((line) => (line.kind === 'group' ? `${line.group.title} ${line.count}` : line.key))).toEqual([
      'Opening 1',
      'b',
      'Closing 2',
      'a',
      'c',
    ])
  })

  it('puts the detail of an open row directly below it, and none below a removed row', () => {
    const lines = toLines([place('a'), { key: 'b', group: '', row: null }], [], new Set(['a', 'b']))
    expect(lines.map(({ kind }) => kind)).toEqual(['row', 'detail', 'gone'])
  })
})
