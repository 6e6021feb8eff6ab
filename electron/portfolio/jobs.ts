import type { Failure } from '#shared/domain/failure.ts'
import type { Area, Instrument } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { PartName } from '#shared/domain/snapshot.ts'
import type { Answer, EndpointName, Params, Reply, VenueClient } from '../venue/client.ts'
import type { OrderBoard, QuoteBoard } from './boards.ts'
import type { Book } from './book.ts'
import { contractsToQuote, orderScopes, pairsToQuote } from './interest.ts'
import type { Known } from './interest.ts'
import type { Job } from './schedule.ts'

/** How often each kind of read is wanted, ms. Weight: how much sooner than the rest it goes when several are late. */
const READS = {
  account: { everyMs: 1_000, weight: 10 },
  instruments: { everyMs: 600_000, weight: 100 },
  hotOrders: { everyMs: 2_000, weight: 2 },
  coldOrders: { everyMs: 20_000, weight: 1 },
  pairTicker: { everyMs: 4_000, weight: 1 },
  contractTicker: { everyMs: 4_000, weight: 1 },
  index: { everyMs: 10_000, weight: 1 },
} as const

export interface JobContext {
  readonly client: VenueClient
  readonly book: Book
  readonly quotes: QuoteBoard
  readonly orders: OrderBoard
  readonly reportingCoin: string
  known(): Known
  /** Called after anything was learned or failed to be. */
  learned(
    operation: EndpointName,
    outcome: { failure: Failure } | { quarantined: Answer<unknown>['quarantined'] },
  ): void
}

/** What to read of one area now, worked out from what is known: each job is an endpoint and where its answer goes. */
export function jobsOf(area: Area, context: JobContext): readonly Job[] {
  const orders = orderScopes(context.known())
    .filter((scope) => scope.area === area)
    .map((scope) => orderJob(context, area, scope.instrument, scope.hot))
  return [...(area === 'spot' ? spotJobs(context) : contractJobs(context)), ...orders]
}

function spotJobs(context: JobContext): readonly Job[] {
  const { book, quotes } = context
  return [
    job(context, 'spot.pairs', {}, READS.instruments, {
      keep: (answer) => book.keep('instruments', [...answer.value, ...ofArea(context, 'contract')], null),
      parts: ['instruments'],
    }),
    job(context, 'spot.account', {}, READS.account, {
      keep: (answer) => book.keep('balances', answer.value, answer.sentAt),
      parts: ['balances'],
    }),
    ...pairsToQuote(context.known(), context.reportingCoin).map(({ symbol }) =>
      job(context, 'spot.ticker', { symbol }, READS.pairTicker, {
        keep: (answer) => quotes.applyTicker('spot', symbol, answer.value, answer.sentAt),
        fail: () => quotes.miss('spot', symbol),
        name: symbol,
      }),
    ),
  ]
}

function contractJobs(context: JobContext): readonly Job[] {
  const { book, quotes } = context
  return [
    job(context, 'contract.contracts', {}, READS.instruments, {
      keep: (answer) => book.keep('instruments', [...ofArea(context, 'spot'), ...answer.value], null),
      parts: ['instruments'],
    }),
    job(context, 'contract.account', {}, READS.account, {
      keep: (answer) => {
        book.keep('marginAccounts', answer.value.marginAccounts, answer.sentAt)
        if (book.keep('positions', answer.value.positions, answer.sentAt)) {
          quotes.applyMarks(answer.value.positions, answer.sentAt)
        }
      },
      parts: ['marginAccounts', 'positions'],
    }),
    ...contractsToQuote(context.known()).flatMap(({ name }) => [
      job(context, 'contract.ticker', { contract: name }, READS.contractTicker, {
        keep: (answer) => quotes.applyTicker('contract', name, answer.value, answer.sentAt),
        fail: () => quotes.miss('contract', name),
        name,
      }),
      job(context, 'contract.index', { contract: name }, READS.index, {
        keep: (answer) => quotes.applyIndex(name, answer.value, answer.sentAt),
        name,
      }),
    ]),
  ]
}

function orderJob(context: JobContext, area: Area, instrument: string, hot: boolean): Job {
  const every = hot ? READS.hotOrders : READS.coldOrders
  const keep = (answer: Answer<readonly Order[]>): void =>
    context.orders.apply(area, instrument, answer.value, answer.sentAt)
  const fail = (failure: Failure): void => context.orders.fail(area, instrument, failure)
  return area === 'spot'
    ? job(context, 'spot.openOrders', { symbol: instrument }, every, { keep, fail, name: instrument })
    : job(context, 'contract.openOrders', { contract: instrument }, every, { keep, fail, name: instrument })
}

interface Handling<T> {
  readonly keep: (answer: Answer<T>) => void
  /** Parts that note a failure of this read. */
  readonly parts?: readonly PartName[]
  readonly fail?: (failure: Failure) => void
  /** The instrument, for endpoints that are read once per instrument. */
  readonly name?: string
}

function job<E extends EndpointName>(
  context: JobContext,
  endpoint: E,
  params: Params<E>,
  every: { everyMs: number; weight: number },
  handling: Handling<Reply<E>>,
): Job {
  return {
    key: jobKey(endpoint, handling.name),
    ...every,
    async run() {
      const result = await context.client.call(endpoint, params, { lane: 'poll' })
      if (result.ok) {
        handling.keep(result.value)
        context.learned(endpoint, { quarantined: result.value.quarantined })
        return
      }
      for (const part of handling.parts ?? []) context.book.fail(part, result.error)
      handling.fail?.(result.error)
      context.learned(endpoint, { failure: result.error })
    },
  }
}

/** The key a job is scheduled under. */
export function jobKey(endpoint: EndpointName, instrument?: string): string {
  return instrument === undefined ? endpoint : `${endpoint}:${instrument}`
}

function ofArea(context: JobContext, area: Area): readonly Instrument[] {
  return context.known().instruments.filter((one) => one.area === area)
}
