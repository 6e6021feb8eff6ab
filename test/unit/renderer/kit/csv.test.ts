import { expect, it } from 'vitest'
import { harmless, toCsv, type CsvField } from '../../../../renderer/src/kit/csv.ts'

const FIELDS: readonly CsvField<{ readonly name: string | null; readonly amount: string | number | undefined }>[] = [
  { name: 'name', of: ({ name }) => name },
  { name: 'amount', of: ({ amount }) => amount },
]

it('has a header and one line per row, each terminated, and an empty cell for an unknown figure', () => {
  const rows = [
    { name: 'E-BTC-USDT', amount: '0.00000001' },
    { name: null, amount: -2.5e-7 },
    { name: 'zero', amount: 0 },
    { name: 'none', amount: undefined },
  ]
  expect(toCsv(FIELDS, rows)).toBe('name,amount\r\nE-BTC-USDT,0.00000001\r\n,-2.5e-7\r\nzero,0\r\nnone,\r\n')
  expect(toCsv(FIELDS, [])).toBe('name,amount\r\n')
})

it('keeps a cell whole whatever it contains', () => {
  const rows = [{ name: 'a, "b"\nc', amount: 1 }]
  expect(toCsv(FIELDS, rows)).toBe('name,amount\r\n"a, ""b""\nc",1\r\n')
})

it('has a semicolon between cells where decimals follow a comma, and never a comma in place of a point of a text', () => {
  const rows = [
    { name: 'a; b', amount: '-0.00000012' },
    { name: 'v1.5, x', amount: 2.5e-7 },
    { name: '2026-11-20T14:03:11.123Z', amount: 1_234.5 },
  ]
  expect(toCsv(FIELDS, rows, ',')).toBe(
    'name;amount\r\n"a; b";-0,00000012\r\n"v1.5, x";2,5e-7\r\n2026-11-20T14:03:11.123Z;1234,5\r\n',
  )
})

it('guards a text, and never a number', () => {
  const rows = [{ name: '=cmd()', amount: '-1.5' }]
  expect(toCsv(FIELDS, rows, ',')).toBe("name;amount\r\n'=cmd();-1,5\r\n")
})

it.each(['=1+1', '@SUM(A1)', '+cmd', '-cmd', "-1+cmd|' /C calc'!A0", '+1*2', '\t=1', '\r=1', '-(1)', '+1;2', '-'])(
  'runs no formula from a venue’s name: %j',
  (text) => {
    expect(harmless(text)).toBe(`'${text}`)
  },
)

it.each([
  '-1.5',
  '+2',
  '-0.00000001',
  '-1,234.50',
  '-2.5e-7',
  '-1.5 %',
  '+12.40 USDT',
  '-1 234,50 USDT',
  '-1’234.50',
  '1=1',
  'E-BTC-USDT',
  '',
])('leaves a number and a plain name unchanged: %j', (text) => {
  expect(harmless(text)).toBe(text)
})
