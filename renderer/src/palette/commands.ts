/** What can be reached by typing its name, and which of it a text matches. Pure. */
import type { Message } from '#shared/domain/message.ts'

/** The groups in the order in which the palette lists them. */
const GROUPS = ['wayOut', 'position', 'orders', 'screen', 'risk', 'account', 'window'] as const
export type Group = (typeof GROUPS)[number]

export interface Command {
  readonly group: Group
  readonly title: Message
  /** Keys that do the same. */
  readonly keys?: readonly string[]
  /** Shows a place, or opens a sheet: the palette itself sends nothing to a venue. */
  readonly run: () => void
}

/** A command with its name in words. */
export interface Named {
  readonly command: Command
  readonly name: string
}

/** Nobody reads more rows than this: the trader types on instead. */
export const MOST_FOUND = 50

/** Listed before anything is typed: what is needed at once, and navigation. */
const AT_FIRST: ReadonlySet<Group> = new Set(['wayOut', 'screen', 'window'])

/**
 * The commands that have every word of `text`, ignoring case, at most `MOST_FOUND` of them: first those where each word
 * begins a word of the name, then by group.
 */
export function findCommands(all: readonly Named[], text: string): readonly Named[] {
  const words = wordsOf(text)
  if (words.length === 0) return all.filter(({ command }) => AT_FIRST.has(command.group))
  const found = all.flatMap((named) => {
    const name = named.name.toLowerCase()
    if (!words.every((word) => name.includes(word))) return []
    const starts = wordsOf(name)
    const isStart = words.every((word) => starts.some((start) => start.startsWith(word)))
    return [{ named, rank: (isStart ? 0 : GROUPS.length) + GROUPS.indexOf(named.command.group) }]
  })
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_FOUND)
    .map(({ named }) => named)
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '')
