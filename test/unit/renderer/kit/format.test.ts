import { describe, expect, it, onTestFinished } from 'vitest'
import type { DecimalText } from '#shared/domain/decimal.ts'
import {
  formatAge,
  formatAmount,
  formatCompact,
  formatDay,
  formatDuration,
  formatMoney,
  formatNumber,
  formatOffset,
  formatPercent,
  formatTime,
  formatTimes,
  tone,
  zoneName,
} from '../../../../renderer/src/kit/format.ts'
import { asTyped, setNumbers } from '../../../../renderer/src/kit/say.ts'
import { timeZone, ZONES } from '../../../../renderer/src/kit/use-look.ts'

const text = (value: string): DecimalText => value as DecimalText

describe('formatAmount', () => {
  it.each([
    ['48210.55', {}, '48,210.55'],
    ['-1073.1', { places: 2 }, '−1,073.10'],
    ['312.4', { places: 2, sign: 'always' }, '+312.40'],
    ['0', { places: 2, sign: 'always' }, '0.00'],
    ['-0.001', { places: 2 }, '0.00'],
    ['-0.001', { places: 2, sign: 'always' }, '0.00'],
    ['999999.995', { places: 2 }, '1,000,000.00'],
    ['0.00000012', {}, '0.00000012'],
    ['1234567890123456789.123456789', {}, '1,234,567,890,123,456,789.123456789'],
    ['12.5000', { maxPlaces: 4 }, '12.5'],
    ['100', { maxPlaces: 4 }, '100'],
    ['1e-7', {}, '0.0000001'],
  ] as const)('prints %s with %o as %s', (value, style, printed) => {
    expect(formatAmount(text(value), style)).toBe(printed)
  })

  it('prints an unknown value as a question mark, never as zero', () => {
    expect(formatAmount(null)).toBe('?')
    expect(formatMoney(null, 'USDT')).toBe('? USDT')
    expect(formatAmount(text('12abc'))).toBe('?')
  })

  it('keeps every digit of an amount beyond float64', () => {
    expect(formatAmount(text('9007199254740993'))).toBe('9,007,199,254,740,993')
  })
})

describe('another number format', () => {
  it('is used for every figure, and loses no digit', () => {
    onTestFinished(() => setNumbers('commaPoint'))
    setNumbers('pointComma')
    expect(formatAmount(text('-1234567890123456789.123456789'))).toBe('−1.234.567.890.123.456.789,123456789')
    expect(formatPercent(0.0667)).toBe('6,7\u202f%')
    expect(formatCompact(text('13540'))).toBe('13,5k')
    expect(formatTimes(2.314)).toBe('2,31×')
    expect(formatAge(840)).toBe('0,9 s')
    setNumbers('lakhs')
    expect(formatMoney(text('1234567.5'), 'USDT')).toBe('12,34,567.50 USDT')
  })

  it.each([
    ['commaPoint', '1.5', '1.5'],
    ['commaPoint', '1,5', '1,5'],
    ['pointComma', '1,5', '1.5'],
    ['spaceComma', '0,001', '0.001'],
    ['apostrophePoint', '1.5', '1.5'],
    // It may stand for 1500 or for one and a half: no amount.
    ['pointComma', '1.500', '1,500'],
    ['pointComma', '1.500,5', '1,500.5'],
  ] as const)('in %s, %s is typed for the decimal %s', (numbers, typed, decimal) => {
    onTestFinished(() => setNumbers('commaPoint'))
    setNumbers(numbers)
    expect(asTyped(typed)).toBe(decimal)
    expect(asTyped(decimal)).toBe(typed)
  })
})

describe('formatNumber', () => {
  it.each([
    [-1073.1, { places: 2 }, '−1,073.10'],
    [0.1 + 0.2, { places: 2, sign: 'always' }, '+0.30'],
    [-0.001, { places: 2 }, '0.00'],
    [1e-7, {}, '0.0000001'],
    [1e21, {}, '1,000,000,000,000,000,000,000'],
  ] as const)('prints %s with %o as %s', (value, style, printed) => {
    expect(formatNumber(value, style)).toBe(printed)
  })

  it.each([null, NaN, Infinity])('prints %s, which is unknown, as a question mark', (value) => {
    expect(formatNumber(value, { places: 2 })).toBe('?')
  })
})

describe('formatCompact', () => {
  it.each([
    ['13500', '13.5k'],
    ['97480', '97.5k'],
    ['103000', '103k'],
    ['1200000', '1.20M'],
    ['2500000000', '2.50B'],
    ['812.4', '812'],
    ['0', '0'],
    ['3.14159', '3.14'],
    ['-44300', '−44.3k'],
  ])('prints %s as %s', (value, printed) => {
    expect(formatCompact(text(value))).toBe(printed)
  })
})

describe('ratios', () => {
  it.each([
    [0.0667, {}, '6.7\u202f%'],
    [-0.229, { sign: 'always' }, '−22.9\u202f%'],
    [0.05, { sign: 'always' }, '+5.0\u202f%'],
    [0, { sign: 'always' }, '0.0\u202f%'],
    [null, {}, '?'],
    [Number.NaN, {}, '?'],
    [Infinity, {}, '?'],
  ] as const)('prints the fraction %s as %s', (ratio, style, printed) => {
    expect(formatPercent(ratio, style)).toBe(printed)
  })

  it('prints a multiple with its sign', () => {
    expect(formatTimes(1.0391)).toBe('1.04×')
    expect(formatTimes(null)).toBe('?')
  })
})

describe('times', () => {
  it.each([
    [0, '0.0 s'],
    [801, '0.9 s'],
    [9_900, '9.9 s'],
    [9_901, '10 s'],
    [59_001, '1 min 00 s'],
    [184_000, '3 min 04 s'],
    [3_599_001, '1 h 00 min'],
    [7_500_000, '2 h 05 min'],
    [7_500_001, '2 h 06 min'],
    [86_340_001, '1 d 00 h'],
    [273_600_000, '3 d 04 h'],
    [273_600_001, '3 d 05 h'],
  ])('an age of %i ms never looks younger than it is: %s', (ms, printed) => {
    expect(formatAge(ms)).toBe(printed)
  })

  it('counts down in whole seconds, rounded up', () => {
    expect(formatDuration(1)).toBe('1 s')
    expect(formatDuration(11_001)).toBe('12 s')
  })

  it('name the chosen zone', () => {
    onTestFinished(() => void (timeZone.value = 'local'))
    expect(zoneName()).toBe('Local time')
    timeZone.value = 'utc'
    expect(zoneName()).toBe('UTC')
    timeZone.value = 'America/New_York'
    expect(zoneName()).toBe('America/New York')
    // Kept by another version of the system, which knew it.
    timeZone.value = 'Atlantis/Capital'
    expect([zoneName(), timeZone.value]).toEqual(['Local time', 'local'])
  })

  it('are in the chosen zone, with its day', () => {
    onTestFinished(() => void (timeZone.value = 'local'))
    const at = Date.UTC(2026, 11, 31, 18, 14, 59)
    timeZone.value = 'Asia/Tokyo'
    expect([formatDay(at), formatTime(at), formatTime(at, 'utc')]).toEqual(['2027-01-01', '03:14:59', '18:14:59 UTC'])
    expect(ZONES.slice(0, 2)).toEqual(['local', 'utc'])
    expect(new Set(ZONES).size).toBe(ZONES.length)
  })

  it('show a clock in UTC and in local time', () => {
    const at = Date.UTC(2026, 0, 15, 12, 3, 11)
    expect(formatTime(at, 'utc')).toBe('12:03:11 UTC')
    expect(formatTime(at)).toBe('12:03:11')
  })

  it('have a signed offset', () => {
    expect(formatOffset(12.4)).toBe('+12 ms')
    expect(formatOffset(-3)).toBe('−3 ms')
    expect(formatOffset(0.2)).toBe('0 ms')
  })
})

it('gives zero no color', () => {
  expect([tone(text('-1')), tone(text('0')), tone(text('2')), tone(null)]).toEqual(['down', '', 'up', ''])
})
