/**
 * The kinds of parameters endpoints take: each checks a value against the published bounds and says how it is written.
 * Checked before anything is sent, so that a mistake of ours costs no rate budget and no doubt.
 */
import { isDecimal, toText } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { WireValue } from './wire.ts'

/** Checks one value and writes it for the wire; the error says what was expected, not which field it was. */
export type ParamKind = (value: unknown, encoding: ParamEncoding) => Result<WireValue, string>

/** The venue's ways of writing values, taken from its dialect. */
export interface ParamEncoding {
  readonly amounts: 'string' | 'number'
  readonly intervals: Readonly<Record<string, string>>
}

/** The venue's own name for an instrument, sent back verbatim. */
export const instrument: ParamKind = (value) =>
  typeof value === 'string' && /^[\p{L}\p{N}._:/-]{1,64}$/u.test(value)
    ? ok(value)
    : refuse('an instrument name of 1 to 64 letters, digits or ._:/-', value)

export const orderId: ParamKind = (value) =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) ? ok(value) : refuse('an order id of 1 to 20 digits', value)

/** The venue wants fewer than 32 characters on Contract; the same bound keeps Spot safe. */
export const clientOrderId: ParamKind = (value) =>
  typeof value === 'string' && /^[\w-]{1,31}$/.test(value)
    ? ok(value)
    : refuse('a client order id of 1 to 31 letters, digits, - or _', value)

/** How many entries to ask for. */
export function upTo(max: number): ParamKind {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
      ? ok({ literal: String(value) })
      : refuse(`a whole number from 1 to ${String(max)}`, value)
}

/** An amount or price: above zero, exact. */
export const positive: ParamKind = (value, { amounts }) => {
  if (!isDecimal(value) || !value.isFinite() || value.lte(0)) return refuse('an amount above 0', value)
  const text = toText(value)
  return ok(amounts === 'string' ? text : { literal: text })
}

/** A number of contracts. */
export const wholeContracts: ParamKind = (value, encoding) =>
  isDecimal(value) && value.isInteger() ? positive(value, encoding) : refuse('a whole number of contracts', value)

/** One of our words and the venue's word (or number) for each. */
export function word(words: Readonly<Record<string, WireValue>>): ParamKind {
  return (value) => {
    const known = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined
    return known === undefined ? refuse(`one of ${Object.keys(words).join(', ')}`, value) : ok(known)
  }
}

const INTERVALS = new Set(['1min', '5min', '15min', '30min', '60min', '1day', '1week', '1month'])

export const interval: ParamKind = (value, { intervals }) =>
  typeof value === 'string' && INTERVALS.has(value)
    ? ok(Object.hasOwn(intervals, value) ? (intervals[value] ?? value) : value)
    : refuse(`one of ${[...INTERVALS].join(', ')}`, value)

function refuse(expected: string, value: unknown): Result<never, string> {
  const shown = isDecimal(value) ? toText(value) : value === undefined ? 'nothing' : JSON.stringify(value)
  return err(`expected ${expected}, was ${shown.slice(0, 80)}`)
}
