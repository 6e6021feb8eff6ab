/** Answers of the core with every message in English, for tests of the wording. */
import type { Decimal } from '#shared/domain/decimal.ts'
import { isMessage, type Fact, type Message } from '#shared/domain/message.ts'
import { inEnglish } from '#shared/words/say.ts'

type InWords<T> = T extends Message
  ? string
  : T extends Decimal
    ? T
    : T extends object
      ? { [K in keyof T]: InWords<T[K]> }
      : T

export function inWords<T>(value: T): InWords<T> {
  return said(value) as InWords<T>
}

function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  if ('facts' in value && isMessage(value as Fact)) return inEnglish(value as Message)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, said(each)]))
}
