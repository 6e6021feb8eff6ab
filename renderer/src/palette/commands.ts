/** What can be reached by typing its name, and which of it a text matches. Pure. */
import type { Message } from '#shared/domain/message.ts'

/**
 * The order of the groups in the results. Ways out come first, because they are urgent; then what only shows, because
 * Enter runs the first result.
 */
const GROUPS = ['wayOut', 'instrument', 'position', 'orders', 'screen', 'risk', 'account', 'window'] as const
export type Group = (typeof GROUPS)[number]

export interface Command {
  readonly group: Group
  readonly name: string
  /** The key that does the same. */
  readonly key?: string | undefined
  /**
   * Shows a place, or opens a sheet: the palette itself sends nothing to a venue. Resolves with why main did not do it;
   * null: it did.
   */
  readonly run: (() => void) | (() => Promise<Message | null>)
}

/** Nobody reads more rows than this: the trader types on instead. */
export const MOST_FOUND = 50

/** Listed before anything is typed: what is needed at once, and navigation. */
const AT_FIRST: ReadonlySet<Group> = new Set(['wayOut', 'screen', 'account'])

/**
 * The commands that have every word of `text`, ignoring case, at most `MOST_FOUND` of them: first those where each word
 * begins a word of the name, then those with the text as it was typed, then by group.
 */
export function findCommands(all: readonly Command[], text: string): readonly Command[] {
  const words = wordsOf(text)
  if (words.length === 0) return all.filter(({ group }) => AT_FIRST.has(group))
  const starts = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}.])${word.replaceAll('.', '\\.')}`, 'u'))
  const typed = text.trim().toLowerCase()
  const found = all.flatMap((command) => {
    const lower = command.name.toLowerCase()
    if (!words.every((word) => lower.includes(word))) return []
    const misses = (starts.every((start) => start.test(lower)) ? 0 : 2) + (lower.includes(typed) ? 0 : 1)
    return [{ command, rank: misses * GROUPS.length + GROUPS.indexOf(command.group) }]
  })
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_FOUND)
    .map(({ command }) => command)
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '')
