/** Says messages in a language. */
import { compile, createCoreContext, translate, type MessageFunction } from '@intlify/core-base'
import { isMessage, type Fact, type Message } from '../domain/message.ts'
import { en } from './en/index.ts'
import { numberWriter, USUAL_NUMBERS, type NumberFormat } from './number-format.ts'
import { zh } from './zh/index.ts'

export const LANGUAGES = ['en', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/** What a trader may choose; `system`: the language the system speaks, where Plimsoll does too. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const

/**
 * What others who see the screen may read of an account: everything; all but its amounts, where prices stay; percentages
 * alone. Names, counts and times always stay.
 */
export const PRIVACY_LEVELS = ['shown', 'amounts', 'percentages'] as const
export type Privacy = (typeof PRIVACY_LEVELS)[number]

/** Stands where a figure is hidden. */
export const HIDDEN = '•••'

/** The language of a locale ("zh-Hans-CN", "zh_CN.UTF-8"); English where we do not speak it. */
export function languageOf(locale: string): Language {
  return /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en'
}

/** How a language joins what stands side by side. */
const JOINTS: Readonly<Record<Language, { readonly names: string; readonly sentences: string }>> = {
  en: { names: ', ', sentences: ' ' },
  zh: { names: '、', sentences: '' },
}

/** Each unit of time, and the shortest time, ms, that is given in it. */
const UNITS = [
  { code: 'duration.hours', from: 7_200_000, size: 3_600_000 },
  { code: 'duration.minutes', from: 120_000, size: 60_000 },
  { code: 'duration.seconds', from: 1_000, size: 1_000 },
  { code: 'duration.ms', from: 1, size: 1 },
]

export type Say = (message: Message) => string

/**
 * `say`: a message whose code is not in the catalogue is said by its code and its facts. `sayDiscreetly`: the same with
 * every amount hidden.
 */
function speakerOf(language: Language, numbers: NumberFormat) {
  const messages: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, zh }
  const context = createCoreContext({ locale: language, messages: { [language]: messages[language] } })
  const joints = JOINTS[language]
  const write = numberWriter(numbers)
  /** By code. Each is compiled when first said: finding it again by its text takes longer than saying it. */
  const compiled = new Map<string, MessageFunction>()
  /** What is said without facts is always the same. A table says hundreds of such words with every price. */
  const fixed = new Map<string, string>()

  function sayWith(amountIn: (text: string) => string): (message: Message) => string {
    const say = ({ code, facts }: Message): string => {
      if (code === 'sentences') return partsOf(facts['sentences']).join(joints.sentences)
      const names = Object.keys(facts)
      const always = names.length === 0 ? fixed.get(code) : undefined
      if (always !== undefined) return always
      const texts = Object.fromEntries(names.map((name) => [name, factIn(facts[name] ?? '')]))
      if (!Object.hasOwn(messages[language], code)) return [code, ...Object.values(texts)].join(' ')
      const plural = pluralOf(facts['count'])
      const words = compiled.get(code) ?? compile(messages[language][code] ?? '', { locale: language, key: code })
      compiled.set(code, words)
      const said = translate(context, words, texts, { resolvedMessage: true, ...(plural !== null && { plural }) })
      const text = typeof said === 'string' ? said : code
      if (names.length === 0) fixed.set(code, text)
      return text
    }

    const partsOf = (fact: Fact | undefined): readonly string[] => (Array.isArray(fact) ? fact.map(factIn) : [])

    function factIn(fact: Fact): string {
      if (typeof fact === 'string') return fact
      if (typeof fact === 'number') return write(fact)
      if (isMessage(fact)) return say(fact)
      if ('amount' in fact) return amountIn(fact.amount)
      if ('ms' in fact) return say(lasting(fact.ms))
      if ('share' in fact) return `${write((fact.share * 100).toFixed(fact.places))} %`
      return fact.map(factIn).join(joints.names)
    }

    return say
  }

  return { say: sayWith(write), sayDiscreetly: sayWith(() => HIDDEN) }
}

/** A duration in its largest unit. */
function lasting(ms: number): Message {
  const unit = UNITS.find(({ from }) => ms >= from)
  if (unit === undefined) return { code: 'duration.instant', facts: {} }
  const { code, size } = unit
  const isFine = size <= 1_000 && ms < 10 * size && (ms / size) % 1 !== 0
  return { code, facts: { value: isFine ? Math.round((ms / size) * 10) / 10 : Math.round(ms / size) } }
}

const speakers = new Map<string, ReturnType<typeof speakerOf>>()

/**
 * What says messages in `language`, with numbers as chosen. Unless all may be seen, every amount in them is hidden,
 * prices too: a message does not tell them apart.
 */
export function sayIn(
  language: Language,
  privacy: Privacy = 'shown',
  numbers: NumberFormat = USUAL_NUMBERS,
): (message: Message) => string {
  const key = `${language} ${numbers}`
  const speaker = speakers.get(key) ?? speakerOf(language, numbers)
  speakers.set(key, speaker)
  return privacy === 'shown' ? speaker.say : speaker.sayDiscreetly
}

/** Half an hour is said like two: "0.5 hours". null: it is no count. */
function pluralOf(count: Fact | undefined): number | null {
  if (typeof count === 'object' && 'amount' in count) return count.amount === '1' ? 1 : 2
  if (typeof count !== 'number') return null
  return Number.isInteger(count) ? count : 2
}

/** For documents and for machines, which have no language of their own. */
export const inEnglish = sayIn('en')
