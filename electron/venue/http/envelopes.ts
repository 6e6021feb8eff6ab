/** The outermost form of requests and replies: query text, body text, and the envelopes of replies. */
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { JsonObject, type Json } from '../json/reader.ts'

/** One value on the wire: text, a number written digit by digit (`literal`), a list, or an object. */
export type WireValue =
  | string
  | { readonly literal: string }
  | { readonly list: readonly WireValue[] }
  | { readonly members: WireParams }
export type WireParams = readonly (readonly [name: string, value: WireValue])[]

/** "a=1&b=2", percent-encoded once, in a form that no URL parser changes again, because these bytes are signed. */
export function toQuery(params: WireParams): string {
  return params.map(([name, value]) => `${name}=${percentEncode(plain(value))}`).join('&')
}

/** The JSON text of a request body. Written by hand, as an amount must not pass through a JavaScript number. */
export function toBody(params: WireParams): string {
  return `{${params.map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`).join(',')}}`
}

function toJson(value: WireValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if ('literal' in value) return value.literal
  return 'list' in value ? `[${value.list.map(toJson).join(',')}]` : toBody(value.members)
}

/** A list in a query is written as JSON; no endpoint of the interface has one. */
function plain(value: WireValue): string {
  return typeof value === 'string' ? value : toJson(value)
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/'/g, '%27')
}

/** The venue's own words for an error: a code (number or text on the wire) and a message in any language. */
export interface VenueError {
  readonly code: string
  readonly message: string
}

type Unwrapped =
  | { readonly kind: 'reply'; readonly value: Json }
  | { readonly kind: 'error'; readonly error: VenueError }

/**
 * The content of a reply in any of the family's envelopes: a bare list or object, {code, msg, data} or {list}. A `code`
 * other than 0 is an error, whatever the HTTP status. Anything that is neither object nor list is not a reply.
 */
export function unwrap(document: Json): Result<Unwrapped, Message> {
  if (isList(document)) return ok({ kind: 'reply', value: document })
  if (!isObject(document)) return err(message('expected.only', { what: message('expected.jsonReply') }))
  const code = document.get('code')
  if (code === undefined || code === null) {
    // A message alone is a refusal: no reply of the interface looks like that.
    if (document.names().join() === 'msg')
      return ok({ kind: 'error', error: { code: '', message: messageOf(document) } })
    return ok({ kind: 'reply', value: listOf(document) })
  }
  if (typeof code !== 'string') return err(message('expected.only', { what: message('expected.codeKind') }))
  if (code !== '0') return ok({ kind: 'error', error: { code, message: messageOf(document) } })
  const data = document.get('data')
  if (data === undefined) return ok({ kind: 'reply', value: listOf(document) })
  return ok({ kind: 'reply', value: isObject(data) ? listOf(data) : data })
}

export function isObject(value: Json): value is JsonObject {
  return value instanceof JsonObject
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function listOf(object: JsonObject): Json {
  return object.get('list') ?? object
}

function messageOf(object: JsonObject): string {
  const message = object.get('msg') ?? object.get('message')
  return typeof message === 'string' ? message : ''
}
