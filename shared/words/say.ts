/** Says messages in a language. */
import { compile, createCoreContext, registerMessageCompiler, translate } from '@intlify/core-base'
import { isMessage, type Fact, type Message } from '../domain/message.ts'
import { en } from './en/index.ts'
import { zh } from './zh/index.ts'

export const LANGUAGES = ['en', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/** How a language joins what stands side by side. */
const JOINTS: Readonly<Record<Language, { readonly names: string; readonly sentences: string }>> = {
  en: { names: ', ', sentences: ' ' },
  zh: { names: '、', sentences: '' },
}

/** Each unit of time, and how many ms are told in it at the least. */
const UNITS = [
  { code: 'duration.hours', from: 7_200_000, size: 3_600_000 },
  { code: 'duration.minutes', from: 120_000, size: 60_000 },
  { code: 'duration.seconds', from: 1_000, size: 1_000 },
  { code: 'duration.ms', from: 1, size: 1 },
]

registerMessageCompiler(compile)

/** What says messages in `language`. One whose code is not in the catalogue is said by its code and its facts. */
export function sayIn(language: Language): (message: Message) => string {
  const messages: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, zh }
  const context = createCoreContext({
    locale: language,
    messages: { [language]: messages[language] },
    missingWarn: false,
    fallbackWarn: false,
  })
  const joints = JOINTS[language]
  const numbers = new Intl.NumberFormat(language)

  function say({ code, facts }: Message): string {
    if (code === 'sentences') return partsOf(facts['sentences']).join(joints.sentences)
    const told = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factIn(fact)]))
    if (!Object.hasOwn(messages[language], code)) return [code, ...Object.values(told)].join(' ')
    const plural = pluralOf(facts['count'])
    const said = translate(context, code, told, plural === null ? {} : { plural })
    return typeof said === 'string' ? said : code
  }

  function partsOf(fact: Fact | undefined): readonly string[] {
    return Array.isArray(fact) ? fact.map(factIn) : []
  }

  function factIn(fact: Fact): string {
    if (typeof fact === 'string') return fact
    if (typeof fact === 'number') return numbers.format(fact)
    if (isMessage(fact)) return say(fact)
    if ('amount' in fact) return grouped(fact.amount)
    if ('ms' in fact) return lasting(fact.ms)
    if ('share' in fact) return `${(fact.share * 100).toFixed(fact.places)} %`
    return fact.map(factIn).join(joints.names)
  }

  /** Exact, with the digits it has. */
  function grouped(text: string): string {
    const places = text.split('.')[1]?.length ?? 0
    return new Intl.NumberFormat(language, {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      // Digits are never dropped: the text goes in, not a float of it.
    }).format(text as `${number}`)
  }

  function lasting(ms: number): string {
    const unit = UNITS.find(({ from }) => ms >= from)
    if (unit === undefined) return say({ code: 'duration.instant', facts: {} })
    const { code, size } = unit
    const isFine = size <= 1_000 && ms < 10 * size && (ms / size) % 1 !== 0
    return say({ code, facts: { value: (ms / size).toFixed(isFine ? 1 : 0) } })
  }

  return say
}

/** Half an hour is told like two: "0.5 hours". null: it is no count. */
function pluralOf(count: Fact | undefined): number | null {
  if (typeof count === 'object' && 'amount' in count) return count.amount === '1' ? 1 : 2
  if (typeof count !== 'number') return null
  return Number.isInteger(count) ? count : 2
}

/** For what has no language of its own yet: the command line, and documents for machines. */
export const inEnglish = sayIn('en')
