/** What a plan warns of, short enough to be read. */
import type { DeskFacts } from '../facts.ts'

/** More are not read. */
const MOST_WARNINGS = 5

/** Of which instruments no cost is told, because their books are none to reckon from, for each reason. */
export function unsoundBooks(found: readonly { readonly instrument: string; readonly why: string }[]): string[] {
  return [...Map.groupBy(found, ({ why }) => why)].map(([why, own]) => {
    const names = [...new Set(own.map(({ instrument }) => instrument))].sort()
    return `What trading ${names.join(', ')} costs is not counted. ${why}`
  })
}

/**
 * What is about the whole account comes first; what differs in the position or the amounts alone is told once, with the
 * names of the others.
 */
export function fewer(warnings: readonly string[], { instruments, positions }: DeskFacts): readonly string[] {
  const names = new Set([
    ...instruments.map((each) => (each.area === 'contract' ? each.name : each.symbol)),
    ...(positions ?? []).map(({ contract }) => contract),
  ])
  const namesIn = (text: string): readonly string[] => text.split(/[\s,;:.]+/).filter((word) => names.has(word))
  const kindOf = (text: string): string => {
    const named = new Set(namesIn(text))
    return text.replace(/[^\s,;:.]+(?:\.+[^\s,;:.]+)*/g, (word) =>
      named.has(word) || /^[\d.]+$/.test(word) ? '' : word,
    )
  }
  const told = [...Map.groupBy(warnings, kindOf).values()].map((alike) => {
    const [first = '', ...others] = alike
    const also = [...new Set(others.flatMap(namesIn))]
    return {
      text: also.length === 0 ? first : `${first} The same: ${also.join(', ')}.`,
      isOfOne: namesIn(first).length > 0,
    }
  })
  return [...told.filter(({ isOfOne }) => !isOfOne), ...told.filter(({ isOfOne }) => isOfOne)]
    .map(({ text }) => text)
    .slice(0, MOST_WARNINGS)
}
