import { computed, shallowRef } from 'vue'
import { isMessage, type Fact, type Message } from '#shared/domain/message.ts'
import { inARow, listed, message, verbatim, type Code, type Facts } from '#shared/words/message.ts'
import { decimalMarkOf, inFormat, numberWriter, USUAL_NUMBERS, type NumberFormat } from '#shared/words/number-format.ts'
import { sayIn, type Language } from '#shared/words/say.ts'
import { privacy } from './privacy.ts'

const language = shallowRef<Language>('en')
const numbers = shallowRef<NumberFormat>(USUAL_NUMBERS)
/** The mark before the decimals of every number on screen. */
export const decimalMark = computed(() => decimalMarkOf(numbers.value))
const writer = computed(() => numberWriter(numbers.value))
/** Another one whenever the same messages are worded differently from then on. */
export const speaker = computed(() => sayIn(language.value, privacy.value, numbers.value))

/** From now on everything on screen is in `next`. */
export function setLanguage(next: Language): void {
  language.value = next
  document.documentElement.lang = next
}

/** From now on all numbers on screen are written in `next`. */
export function setNumbers(next: NumberFormat): void {
  numbers.value = next
}

/**
 * `message` in the window's language, with hidden amounts masked. Called while rendering, it follows both. A list of
 * more than a few names says how many more there are.
 */
export function say(message: Message): string {
  return speaker.value(shortened(message))
}

/** Nobody reads hundreds of names, and they would push away what stands below. */
const MOST_NAMED = 5

function shortened(whole: Message): Message {
  const { code, facts } = whole
  // Whoever counts the others has chosen how many to name.
  if (code === 'andMore' || !Object.values(facts).some((fact) => typeof fact === 'object')) return whole
  const short = (fact: Fact): Fact => {
    if (typeof fact !== 'object') return fact
    if (isMessage(fact)) return shortened(fact)
    if (!Array.isArray(fact)) return fact
    return code === 'sentences' ? fact.map(short) : listed(fact, MOST_NAMED, short)
  }
  return { code, facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, short(fact)])) }
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

/** Stands for a name in a sentence. No name contains it: Unicode keeps it for things that are no text. */
const HOLE = '\uFFFC'

/** The words of a sentence before, between and after the name that it is about. Never kept past a render. */
export function partsAround(sentenceAbout: (name: string) => Message): readonly string[] {
  return say(sentenceAbout(HOLE)).split(HOLE)
}

/** Decimal text with its digits grouped, in the chosen format. */
export function grouped(text: string): string {
  return writer.value(text)
}

/** Decimal text as the trader types it, and what was typed as decimal text; see `inFormat`. */
export function asTyped(text: string): string {
  return inFormat(text, numbers.value)
}
