/** Judges an HTTP exchange: first the body, then the status, because errors also come with HTTP 200. */
import { positionKey, type Position } from '#shared/domain/account.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { listedName, type Contract } from '#shared/domain/instrument.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import type { EndpointName, Params, Reply } from '../endpoints/calls.ts'
import type { Row } from '../endpoints/row.ts'
import { codesOf, isOfArea } from '../endpoints/table.ts'
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
import { readReply } from './read-reply.ts'

/** The call that was made, and the secrets that no failure may show. */
interface Asked<E extends EndpointName> extends Attempt {
  readonly operation: E
  readonly params: Params<E>
  readonly row: Row<E>
  readonly secrets: readonly string[]
}

/** Lengths at which venues of the family cut a list of open orders that has no paging. */
const CAPS: ReadonlySet<number> = new Set([100, 200, 500, 1000])
const CUT_LISTS: ReadonlySet<EndpointName> = new Set(['spot.openOrders', 'contract.openOrders'])

/** Judges the exchanges of one client. Remembers contract names and list lengths from earlier replies. */
export class ExchangeJudge {
  #contracts: readonly Contract[] = []
  /** The longest list of open orders seen, by call. */
  readonly #longest = new Map<string, number>()

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
    const value = this.#renamed(endpoint, reply.value)
    const rows = (Array.isArray(value) ? value.length : 0) + quarantined.length
    const isCut = this.#isCut(endpoint, params, rows, dialect.openOrdersLimit)
    return ok({
      value,
      sentAt: sentAt - keptMs,
      answeredAt,
      timestamp: asked.timestamp,
      quarantined,
      ...(rights && { rights }),
      ...(isCut && { isCut }),
    })
  }

  /**
   * Positions may spell a contract in another case or with other separators than the contract list. Every call uses the
   * list's spelling, so positions are renamed to it. A name that is not in the newest list stays as it is.
   */
  #renamed<E extends EndpointName>(endpoint: E, reply: Reply<E>): Reply<E> {
    if (endpoint === 'contract.contracts') this.#contracts = reply as Reply<'contract.contracts'>
    if (endpoint !== 'contract.account') return reply
    const { positions, ...account } = reply as Reply<'contract.account'>
    return { ...account, positions: positions.map((position) => asListed(position, this.#contracts)) }
  }

  /**
   * Whether the venue probably cut a list of open orders: its length is the requested limit (`asked`) or a usual cap,
   * and no longer list was seen. A complete list of exactly that length counts as cut too, which errs on the safe side.
   * `rows`: the number of rows in the reply.
   */
  #isCut<E extends EndpointName>(endpoint: E, params: Params<E>, rows: number, asked: number): boolean {
    if (!CUT_LISTS.has(endpoint)) return false
    const key = `${endpoint} ${String(isOfArea(params))}`
    const longest = Math.max(rows, this.#longest.get(key) ?? 0)
    this.#longest.set(key, longest)
    const isAskedFor = endpoint === 'spot.openOrders' && rows === asked
    return rows === longest && (isAskedFor || CAPS.has(rows))
  }
}

function asListed(position: Position, contracts: readonly Contract[]): Position {
  const contract = listedName('contract', position.contract, contracts)
  if (contract === position.contract) return position
  return { ...position, contract, key: positionKey(contract, position.marginMode, position.side) }
}
