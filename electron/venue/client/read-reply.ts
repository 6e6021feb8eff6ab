import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import type { EndpointName, KeyRights, Params, Reply } from '../endpoints/calls.ts'
import { NotListed, Unreadable } from '../decode/fields.ts'
import type { Quarantine } from '../decode/read-list.ts'
import { ENDPOINTS } from '../endpoints/table.ts'
import type { Row } from '../endpoints/row.ts'
import { parseJson } from '../json/reader.ts'
import { unwrap, type VenueError } from '../http/envelopes.ts'

/** The content of a reply. Any bytes are one of these four kinds. */
export type ReadReply<E extends EndpointName> =
  | {
      readonly kind: 'value'
      readonly value: Reply<E>
      readonly quarantined: Quarantine
      readonly rights?: KeyRights
    }
  | { readonly kind: 'error'; readonly error: VenueError }
  /** A list without the requested order. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly problem: Message }

/** Decodes the reply to `endpoint`: takes it out of its envelope and into our types, without losing digits. */
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
    const value = row.decode(reply.value.value, quarantined, params)
    const rights = row.rights?.(reply.value.value) ?? null
    return { kind: 'value', value, quarantined, ...(rights && { rights }) }
  } catch (error) {
    if (error instanceof NotListed) return { kind: 'absent' }
    if (!(error instanceof Unreadable)) throw error
    return { kind: 'unreadable', problem: message('expected.at', { path: error.path, problem: error.reason }) }
  }
}
