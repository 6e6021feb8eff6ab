import { computed, shallowRef } from 'vue'
import type { Message } from '#shared/domain/message.ts'
import { inARow, message, verbatim, type Code, type Facts } from '#shared/words/message.ts'
import { decimalMarkOf, inFormat, numberWriter, USUAL_NUMBERS, type NumberFormat } from '#shared/words/number-format.ts'
import { sayIn, type Language } from '#shared/words/say.ts'
import { privacy } from './privacy.ts'

const language = shallowRef<Language>('en')
const numbers = shallowRef<NumberFormat>(USUAL_NUMBERS)
/** The mark before the decimals of every number on screen. */
export const decimalMark = computed(() => decimalMarkOf(numbers.value))
const writer = computed(() => numberWriter(numbers.value))

/** From now on everything on screen is in `next`. */
export function setLanguage(next: Language): void {
  language.value = next
  document.documentElement.lang = next
}

/** From now on all numbers on screen are written in `next`. */
export function setNumbers(next: NumberFormat): void {
  numbers.value = next
}

/** `message` in the window's language, with hidden amounts masked. Called while rendering, it follows both. */
export function say(message: Message): string {
  return sayIn(language.value, privacy.value, numbers.value)(message)
}

/** Sentences in a row, joined as the language does it; absent and empty ones are left out. */
export function sayAll(...texts: readonly (Message | string | null | undefined | false)[]): string {
  const left = texts
    .filter((each) => each !== null && each !== undefined && each !== false)
    .filter((each) => each !== '')
  return say(inARow(left.map((each) => (typeof each === 'string' ? verbatim(each) : each))))
}

/** The words of `code` in the window's language, with its facts filled in. Never kept past a render. */
export function t<C extends Code>(code: C, ...facts: Facts<C>): string {
  return say(message(code, ...facts))
}

/** Decimal text with its digits grouped, in the chosen format. */
export function grouped(text: string): string {
  return writer.value(text)
}

/** Decimal text as the trader types it, and what was typed as decimal text; see `inFormat`. */
export function asTyped(text: string): string {
  return inFormat(text, numbers.value)
}
