/** Judges an HTTP exchange: first the body, then the status, because errors also come with HTTP 200. */
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { EndpointName, Params, Reply } from '../endpoints/calls.ts'
import type { Row } from '../endpoints/row.ts'
import { codesOf } from '../endpoints/table.ts'
import type { Exchange } from '../http/transport.ts'
import type { Answer } from '../port.ts'
import type { Dialect } from '../profile/dialect.ts'
import {
  keptReply,
  notListed,
  refusedByCode,
  refusedByStatus,
  transportFailure,
  unreadableReply,
  withoutSecrets,
  type Attempt,
} from './classify-failure.ts'
import { ListCaps } from './list-caps.ts'
import { ListedNames } from './listed-names.ts'
import { readReply } from './read-reply.ts'

/** The call that was made, and the secrets that no failure may show. */
interface Asked<E extends EndpointName> extends Attempt {
  readonly operation: E
  readonly params: Params<E>
  readonly row: Row<E>
  readonly secrets: readonly string[]
}

/** Judges the exchanges of one client. Remembers contract names and list lengths from earlier replies. */
export class ExchangeJudge {
  readonly #caps = new ListCaps()
  readonly #names = new ListedNames()

  judge<E extends EndpointName>(
    asked: Asked<E>,
    exchange: Exchange,
    dialect: Dialect,
  ): Result<Answer<Reply<E>>, Failure> {
    const { operation: endpoint, params, row } = asked
    if (exchange.kind === 'failed') {
      const isRefused = exchange.status !== null && exchange.status >= 400
      return err(isRefused ? refusedByStatus(asked, exchange.status) : transportFailure(asked, exchange))
    }
    const { status, sentAt, answeredAt, oddity, keptMs } = exchange
    const reply = readReply(endpoint, params, exchange.bytes, row)
    if (reply.kind === 'error') {
      const error = withoutSecrets(reply.error, asked.secrets)
      return err(refusedByCode(asked, error, status, codesOf(row.area, dialect)))
    }
    if (status < 200 || status > 299) return err(refusedByStatus(asked, status, oddity))
    if (reply.kind === 'absent') return err(notListed(asked, status))
    if (reply.kind === 'unreadable') return err(unreadableReply(asked, reply.problem, status, oddity))
    // Nothing about an account may come from a cache on the way. Public data is as old as the cache says.
    if (asked.timestamp !== null && keptMs > 0) return err(keptReply(asked, status))
    const { quarantined, rights } = reply
    const value = this.#names.apply(endpoint, reply.value)
    const rows = (Array.isArray(value) ? value.length : 0) + quarantined.length
    const isCut = this.#caps.isCut(endpoint, params, rows, dialect.openOrdersLimit)
    return ok({
      ...{ value, sentAt: sentAt - keptMs, answeredAt, timestamp: asked.timestamp, quarantined },
      ...(rights && { rights }),
      ...(isCut && { isCut }),
    })
  }
}
