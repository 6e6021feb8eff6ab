import { describe, expect, it } from 'vitest'
import { amount, id, integer, name, optionalText, optionalTime, row, time } from '#electron/venue/decode/fields.ts'
import type { Names, Row, Unreadable } from '#electron/venue/decode/fields.ts'
import { inEnglish } from '#shared/words/say.ts'
import { parseJson } from '#electron/venue/json/reader.ts'

/** The row {"x": …} with that text as its value. */
function rowOf(value: string): Row {
  const json = parseJson(Buffer.from(`{"x":${value}}`))
  if (!json.ok) throw new Error(inEnglish(json.error))
  return row(json.value, 'row')
}

function reasonOf(read: (from: Row, names: Names) => unknown, value: string): string | null {
  try {
    read(rowOf(value), 'x')
    return null
  } catch (error) {
    const { path, reason } = error as Unreadable
    return `${path}: ${inEnglish(reason)}`
  }
}

describe('a name', () => {
  it.each(['B', 'BTC', '1000SHIB', 'E-BTC-USDT', 'a_b.c:d/e', '牛', 'ÉTH', 'x'.repeat(64), '牛'.repeat(64)])(
    '%s is read as it is',
    (text) => {
      expect(name(rowOf(JSON.stringify(text)), 'x')).toBe(text)
    },
  )

  it.each(['', '!', '!!!', ' BTC', 'BTC ', '\u202eBTC', '\u202e', 'BT\u200bC', 'x'.repeat(65), '牛'.repeat(65)])(
    '%j is no name',
    (text) => {
      expect(reasonOf(name, JSON.stringify(text))).toBe('row.x: expected a name, was text')
    },
  )
})

it('a text is short, or unknown', () => {
  expect(optionalText(rowOf(`"${'x'.repeat(64)}"`), 'x')).toBe('x'.repeat(64))
  expect(optionalText(rowOf(`"${'x'.repeat(65)}"`), 'x')).toBeNull()
})

it('a whole number is whole, not negative and not above its maximum', () => {
  const upTo30 = (from: Row, names: Names) => integer(from, 30, names)
  expect(['0', '1', '"30"', '7.0'].map((value) => upTo30(rowOf(value), 'x'))).toEqual([0, 1, 30, 7])
  for (const value of ['-1', '1.5', '31']) {
    expect(reasonOf(upTo30, value)).toBe(`row.x: expected a whole number up to 30, was ${value}`)
  }
})

it('an amount has a plausible size', () => {
  expect(['1e30', '9e30', '1e-40', '-1e-40', '0e-50'].map((value) => reasonOf(amount, value))).toEqual(
    Array(5).fill(null),
  )
  for (const value of ['1e31', '-1e31', '9e-41']) expect(reasonOf(amount, value)).toContain('of a plausible size')
})

it('a time is in ms or seconds, and after 1970', () => {
  const at = (value: string) => time(rowOf(value), 'x')
  expect([at('1767139200'), at('1767139200000'), at('"1767139200000"')]).toEqual(Array(3).fill(1_767_139_200_000))
  // Ten digits are seconds; 10^12 ms is in 2001.
  expect([at('1'), at('100000000000')]).toEqual([1_000, 1e14])
  expect([at('1000000000000'), at('100000000000000')]).toEqual([1e12, 1e14])
  for (const none of [
    '0',
    '-1',
    '1767139200.5',
    '100000000000001',
    '100000000001',
    '"2026-01-01 00:00"',
    'true',
    'null',
  ]) {
    expect(optionalTime(rowOf(none), 'x'), none).toBeNull()
    expect(reasonOf(time, none), none).not.toBeNull()
  }
})

it.each([
  ['true', 'was true'],
  ['[1,2]', 'was a list of 2'],
  ['{}', 'was an object'],
  ['"-1.5e3x"', 'was text'],
  ['"--"', 'was --'],
])('what is no id, %s, is reported as %s, without text of the reply', (value, reported) => {
  expect(reasonOf(id, value)).toBe(`row.x: expected an id of up to 20 digits, ${reported}`)
})
