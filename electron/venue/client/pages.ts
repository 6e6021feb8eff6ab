/**
 * Reads histories page by page. No document says which direction `fromId` has, and venues differ. So pages are read
 * backward from the oldest entry seen and, if that gives nothing older, forward from the smallest possible id.
 */
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import type { Params, Reply } from '../endpoints/calls.ts'
import type { Answer, Lane, VenueClient } from '../port.ts'

/** The lists of the interface that accept a fromId. */
type PagedEndpoint = 'spot.myTrades' | 'contract.orderHistory' | 'contract.profitHistory' | 'contract.myTrades'

/** What one request added. */
export interface Page<E extends PagedEndpoint> {
  /** Entries that were on no earlier page, in the venue's order. */
  readonly entries: Reply<E>
  /** Entries that could not be read. The next page may repeat them. */
  readonly quarantined: Answer<unknown>['quarantined']
}

export interface PageOptions {
  /** Entries per request. Venues return at most 1000, some 100. */
  readonly limit?: number
  /** The most requests; default 1000. */
  readonly maxRequests?: number
  readonly lane?: Lane
  readonly signal?: AbortSignal
}

/** Some venues cut longer pages without saying so. */
const DEFAULT_LIMIT = 100
/** 100,000 entries at the default limit, in about two minutes. A longer history is not a real one. */
const MAX_REQUESTS = 1000
/** If the page includes fromId itself, pages of one entry would never advance. */
const MIN_LIMIT = 2
const FIRST_ID = 1n

/** The id that fromId refers to. */
const ID_OF: { readonly [E in PagedEndpoint]: (entry: Reply<E>[number]) => string } = {
  'spot.myTrades': ({ tradeId }) => tradeId,
  'contract.orderHistory': ({ orderId }) => orderId,
  'contract.profitHistory': ({ id }) => id,
  'contract.myTrades': ({ tradeId }) => tradeId,
}

/**
 * The whole history, one request per step, every entry once. Entries added meanwhile may be missing. It ends when no
 * page leads further, or with the first failure. If it ends without a failure, the history is complete; only from a
 * venue that ignores fromId it is just the first page. After `maxRequests` it ends with the failure `unexpectedReply`:
 * the entries up to there are correct but incomplete.
 */
export async function* pages<E extends PagedEndpoint>(
  client: Pick<VenueClient, 'call'>,
  endpoint: E,
  params: Omit<Params<E>, 'limit' | 'fromId'>,
  options: PageOptions = {},
): AsyncGenerator<Result<Page<E>, Failure>, void> {
  const reader = new PageReader(client, endpoint, params, options)
  const first = await reader.read(null)
  yield* added(first)
  if (!first.ok || first.value.span === null) return

  const start = first.value.span.oldest
  let oldest = start
  for (;;) {
    const back = await reader.read(oldest)
    yield* added(back)
    if (!back.ok) return
    if (back.value.span === null || back.value.span.oldest >= oldest) break
    oldest = back.value.span.oldest
  }
  if (oldest !== start) return

  for (let newest = FIRST_ID; newest < start;) {
    const next = await reader.read(newest)
    yield* added(next)
    if (!next.ok || next.value.span === null || next.value.span.newest <= newest) return
    newest = next.value.span.newest
  }
}

interface ReadPage<E extends PagedEndpoint> extends Page<E> {
  /** The range of ids on the page, including those seen before; null: the page has none. */
  readonly span: { readonly oldest: bigint; readonly newest: bigint } | null
}

/** Yields a failure, or a page that has something new. */
function* added<E extends PagedEndpoint>(
  read: Result<ReadPage<E>, Failure>,
): Generator<Result<Page<E>, Failure>, void> {
  if (!read.ok) {
    yield read
    return
  }
  const { entries, quarantined, span } = read.value
  if (entries.length > 0 || (span === null && quarantined.length > 0)) yield ok({ entries, quarantined })
}

class PageReader<E extends PagedEndpoint> {
  readonly #client: Pick<VenueClient, 'call'>
  readonly #endpoint: E
  readonly #params: Omit<Params<E>, 'limit' | 'fromId'>
  readonly #limit: number
  readonly #options: { lane?: Lane; signal?: AbortSignal }
  readonly #seen = new Set<string>()
  #requestsLeft: number

  constructor(
    client: Pick<VenueClient, 'call'>,
    endpoint: E,
    params: Omit<Params<E>, 'limit' | 'fromId'>,
    { limit = DEFAULT_LIMIT, maxRequests = MAX_REQUESTS, ...options }: PageOptions,
  ) {
    this.#client = client
    this.#endpoint = endpoint
    this.#params = params
    this.#limit = Math.max(limit, MIN_LIMIT)
    this.#requestsLeft = maxRequests
    this.#options = options
  }

  async read(fromId: bigint | null): Promise<Result<ReadPage<E>, Failure>> {
    if (this.#requestsLeft-- <= 0)
      return err(localFailure('unexpectedReply', this.#endpoint, message('failure.endless')))
    const from = fromId === null ? {} : { fromId: String(fromId) }
    const params = { ...this.#params, ...from, limit: this.#limit } as Params<E>
    const answer: Result<Answer<Reply<E>>, Failure> = await this.#client.call(this.#endpoint, params, this.#options)
    if (!answer.ok) return answer
    const { value, quarantined } = answer.value
    const all: readonly Reply<E>[number][] = value
    return ok({
      entries: all.filter((entry) => this.#isNew(entry)) as unknown as Reply<E>,
      quarantined,
      span: this.#spanOf(all),
    })
  }

  #isNew(entry: Reply<E>[number]): boolean {
    // An account that trades with itself has two entries for one trade.
    const key = `${ID_OF[this.#endpoint](entry)} ${entry.side}`
    return !this.#seen.has(key) && this.#seen.add(key).has(key)
  }

  #spanOf(entries: readonly Reply<E>[number][]): ReadPage<E>['span'] {
    const ids = entries.map((entry) => BigInt(ID_OF[this.#endpoint](entry)))
    const [first, ...others] = ids
    if (first === undefined) return null
    const oldest = others.reduce((least, id) => (id < least ? id : least), first)
    return { oldest, newest: others.reduce((most, id) => (id > most ? id : most), first) }
  }
}
