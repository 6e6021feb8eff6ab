/**
 * JSON without loss: every number arrives as the text it was written with, so a 19-digit id or a 16-decimal amount never
 * passes through float64. One scan puts quotes around numbers outside strings, then `JSON.parse` does the rest.
 */
import { err, ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'

/** Parsed JSON in which numbers are text: a reader can not tell 1 from "1", and venues mix them anyway. */
export type Json = null | boolean | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

/** Deeper nesting than any venue reply has: refused before it can cost anything. */
const MAX_DEPTH = 64
/** A number that is a whole value: `01`, `1.` and the name in `{1:2}` are not. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[ \t\n\r]*(?:[,\]}]|$))/y

const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The document in `text`, or why it is not one. Accepts exactly what `JSON.parse` accepts, up to 64 levels deep. */
export function parseJson(text: string): Result<Json, string> {
  const quoted = quoteNumbers(text)
  if (!quoted.ok) return quoted
  try {
    return ok(JSON.parse(quoted.value) as Json)
  } catch {
    // The parser's own message quotes the document: it stays here.
    return err('not a JSON document')
  }
}

function quoteNumbers(text: string): Result<string, string> {
  // Text and numbers by turns: joined by quotes, every number stands between two.
  const pieces: string[] = []
  let copied = 0
  let depth = 0
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      if (at === 0) return err('a string has no end')
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at)
      if (end === 0) return err(`no number can stand at character ${String(at)}`)
      pieces.push(text.slice(copied, at), text.slice(at, end))
      copied = at = end
    } else {
      if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
      if (depth > MAX_DEPTH) return err(`nested more than ${String(MAX_DEPTH)} levels deep`)
      at++
    }
  }
  pieces.push(text.slice(copied))
  return ok(pieces.join('"'))
}

/** Past the closing quote of the string that opens at `open`; 0 when it never closes. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && isEscaped(text, close)) close = text.indexOf('"', close + 1)
  return close + 1
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (at - first) % 2 === 1
}

/** Past the number that starts at `start`; 0 when there is none. */
function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start
  return NUMBER.test(text) ? NUMBER.lastIndex : 0
}
