/** How a drill speaks. */
import type { Failure } from '../../domain/failure.ts'

/** What went wrong, as a sentence, with the venue's own code and words marked as such. */
export function wordsOf({ message, venue }: Failure): string {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`
  return venue === null ? sentence : `${sentence} The venue’s words: ${venue.code} “${venue.message}”.`
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`
}

export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
