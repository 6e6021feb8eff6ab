import { JsonObject, parseJson } from '#electron/venue/json/reader.ts'
import type { Json } from '#electron/venue/json/reader.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Result } from '#shared/domain/result.ts'

/** Parses the document in `text`. */
export function parsed(text: string): Result<Json, Message> {
  return parseJson(Buffer.from(text))
}

/** A document as plain objects and arrays, with every member read. */
export function plain(json: Json): unknown {
  if (!(json instanceof JsonObject)) return Array.isArray(json) ? json.map(plain) : json
  return Object.fromEntries(json.names().map((name) => [name, plain(json.get(name) ?? null)]))
}
