import { partsOfKey } from '../domain/account.ts'
import type { Doubt } from '../domain/coherence.ts'
import { toText, type Decimal } from '../domain/decimal.ts'
import type { Failure } from '../domain/failure.ts'
import type { Area } from '../domain/instrument.ts'
import { messageKey, type Amount, type Fact, type Message } from '../domain/message.ts'
import type { en } from './en/index.ts'

/** The name of a sentence. */
export type Code = keyof typeof en

/** The names in braces of a sentence. */
type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never

/** What `message` takes beside a code: nothing, or a fact for each blank. */
export type Facts<C extends Code> = [Blanks<(typeof en)[C]>] extends [never]
  ? []
  : [facts: { readonly [Name in Blanks<(typeof en)[C]>]: Fact }]

/** The sentence `code` with what stands in it: a fact for each blank, no more and no fewer. */
export function message<C extends Code>(code: C, ...[facts]: Facts<C>): Message {
  return { code, facts: facts ?? {} }
}

/** `value` as a fact: all its digits, or so many after the point. */
export function amount(value: Decimal, places?: number): Amount {
  return { amount: places === undefined ? toText(value) : value.toFixed(places) }
}

/** Sentences one after the other, as one message; one alone is itself. */
export function inARow(sentences: readonly Message[]): Message {
  const [first] = sentences
  return first && sentences.length === 1 ? first : message('sentences', { sentences })
}

/** Each of them once: the same sentence with the same facts is the same message. */
export function withoutRepeats<T extends string | Message>(texts: readonly T[]): readonly T[] {
  return [...new Map(texts.map((each) => [typeof each === 'string' ? each : messageKey(each), each])).values()]
}

/** At most so many names, and how many more there are. `nameOf` is called only for those that are named. */
export function listed(names: readonly Fact[], most: number): Fact
export function listed<Of>(all: readonly Of[], most: number, nameOf: (each: Of) => Fact): Fact
export function listed(all: readonly Fact[], most: number, nameOf = (name: Fact): Fact => name): Fact {
  const names = all.slice(0, most).map(nameOf)
  return all.length <= most ? names : message('andMore', { names, count: all.length - most })
}

/** What an area is called. */
export function areaTitle(area: Area): Message {
  return message(`area.${area}`)
}

/** What the position `key` is called. */
export function positionTitle(key: string): Fact {
  const parts = partsOfKey(key)
  return parts === null ? key : message(`position.${parts.side}.${parts.marginMode}`, { contract: parts.contract })
}

/** The same in short, where its margin mode goes without saying: "E-ETH-USDT short". */
export function positionName(key: string): Fact {
  const parts = partsOfKey(key)
  return parts === null ? key : message(`plan.position.${parts.side}`, { contract: parts.contract })
}

/** What a margin unit is called, by its id: "USDT cross", or the position that is isolated. */
export function unitName(id: string): Fact {
  const [, mode, of = ''] = /^(cross|isolated):(.*)$/.exec(id) ?? []
  if (mode === undefined) return id
  return mode === 'cross' ? message('risk.unit.cross', { coin: of }) : positionName(of)
}

/** What went wrong and what to do, with the venue's own code and words marked as such. */
export function failureMessage({ message: own, venue }: Failure): Message {
  if (venue === null || (venue.code === '' && venue.message === '')) return own
  if (venue.message === '') return inARow([own, message('failure.venueCode', { code: venue.code })])
  // The sentence has a stop of its own.
  const text = venue.message.replace(/\.$/, '')
  return inARow([own, message('failure.venueWords', { code: venue.code, text })])
}

/** What speaks against a reply of the account. */
export function doubtMessage(doubt: Doubt): Message {
  if (doubt.code === 'vanished')
    return message('account.doubt.vanished', { position: positionTitle(doubt.positionKey) })
  if (doubt.code === 'nothingListed') return message('account.doubt.nothingListed')
  const { marginCoin: coin } = doubt
  if (doubt.code === 'coinGone') return message('account.doubt.coinGone', { coin })
  const facts = { amount: amount(doubt.amount), coin }
  return doubt.code === 'marginInUse'
    ? message(`account.doubt.marginInUse.${doubt.marginMode}`, facts)
    : message(`account.doubt.${doubt.code}`, facts)
}

/** Text that is in no catalogue, as it is: the venue's own, or a sentence made elsewhere. */
export function verbatim(text: string): Message {
  return message('plain', { text })
}
