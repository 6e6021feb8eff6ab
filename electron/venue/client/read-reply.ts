import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { EndpointName, KeyRights, Params, Reply } from '../endpoints/calls.ts'
import { NotListed, Unreadable } from '../decode/fields.ts'
import type { Quarantine } from '../decode/read-list.ts'
import { ENDPOINTS } from '../endpoints/table.ts'
import type { Row } from '../endpoints/row.ts'
import { parseJson } from '../json/reader.ts'
import { unwrap, type VenueError } from '../http/envelopes.ts'

/** What a reply's bytes turned out to be. Total: any bytes at all are one of the four. */
export type ReadReply<E extends EndpointName> =
  | {
      readonly kind: 'value'
      readonly value: Reply<E>
      readonly quarantined: Quarantine
      readonly rights?: KeyRights
    }
  | { readonly kind: 'error'; readonly error: VenueError }
  /** It is a list, and what was asked for is not in it. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly problem: Message }

/** Reads the bytes of a reply to `endpoint`: losslessly, out of its envelope, into our own types. */
export function readReply<E extends EndpointName>(
  endpoint: E,
  params: Params<E>,
  bytes: Buffer,
  row: Row<E> = ENDPOINTS[endpoint],
): ReadReply<E> {
  const document = parseJson(bytes)
  const reply = document.ok ? unwrap(document.value) : document
  if (!reply.ok) return { kind: 'unreadable', problem: reply.error }
  if (reply.value.kind === 'error') return reply.value
  const quarantined: Quarantine = []
  try {
    const value = row.decode(reply.value.value, params, quarantined)
    const rights = row.rights?.(reply.value.value) ?? null
    return { kind: 'value', value, quarantined, ...(rights && { rights }) }
  } catch (error) {
    if (error instanceof NotListed) return { kind: 'absent' }
    if (!(error instanceof Unreadable)) throw error
    return { kind: 'unreadable', problem: message('expected.at', { path: error.path, problem: error.reason }) }
  }
}
