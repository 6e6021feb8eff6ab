import type { Failure } from '#shared/domain/failure.ts'
import type { Area, Instrument } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { PartName } from '#shared/domain/snapshot.ts'
import type { Answer, EndpointName, Params, Reply, VenueClient } from '../venue/client.ts'
import type { OrderBoard, QuoteBoard } from './boards.ts'
import type { Book } from './book.ts'
import { contractsToQuote, orderScopes, pairsToQuote } from './interest.ts'
import type { Known } from './interest.ts'
import { READS } from './reads.ts'
import type { Job } from './schedule.ts'

/** What an answer changes: open orders alone, or the account and its prices, and so the risk figures. */
export type Changes = 'orders' | 'account'
export type Outcome = { readonly failure: Failure } | { readonly quarantined: Answer<unknown>['quarantined'] }

export interface JobContext {
  readonly client: VenueClient
  readonly book: Book
  readonly quotes: QuoteBoard
  readonly orders: OrderBoard
  readonly reportingCoin: string
  known(): Known
  /** Called after each read: what it changed or failed to, and how it went. */
  learned(operation: EndpointName, changes: Changes, outcome: Outcome): void
}

/** A job, what it calls, and why it failed if it did. */
interface Read extends Job {
  readonly endpoint: EndpointName
  run(): Promise<Failure | null>
}

/** What to read of one area now, worked out from what is known: each job is an endpoint and where its answer goes. */
export function jobsOf(area: Area, context: JobContext): readonly Read[] {
  const orders = orderScopes(context.known())
    .filter((scope) => scope.area === area)
    .map((scope) => orderJob(context, area, scope.instrument, scope.hot))
  return [...(area === 'spot' ? spotJobs(context) : contractJobs(context)), ...orders]
}

function spotJobs(context: JobContext): readonly Read[] {
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

function contractJobs(context: JobContext): readonly Read[] {
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

function orderJob(context: JobContext, area: Area, instrument: string, hot: boolean): Read {
  const handling: Handling<readonly Order[]> = {
    keep: (answer) => context.orders.apply(area, instrument, answer.value, answer.sentAt),
    fail: (failure) => context.orders.fail(area, instrument, failure),
    name: instrument,
    changes: 'orders',
  }
  const every = hot ? READS.hotOrders : READS.coldOrders
  return area === 'spot'
    ? job(context, 'spot.openOrders', { symbol: instrument }, every, handling)
    : job(context, 'contract.openOrders', { contract: instrument }, every, handling)
}

interface Handling<T> {
  readonly keep: (answer: Answer<T>) => void
  /** Parts that note a failure of this read. */
  readonly parts?: readonly PartName[]
  readonly fail?: (failure: Failure) => void
  /** "account" unless told. */
  readonly changes?: Changes
  /** The instrument, for endpoints that are read once per instrument. */
  readonly name?: string
}

function job<E extends EndpointName>(
  context: JobContext,
  endpoint: E,
  params: Params<E>,
  every: { everyMs: number; weight: number },
  handling: Handling<Reply<E>>,
): Read {
  const changes = handling.changes ?? 'account'
  return {
    endpoint,
    key: jobKey(endpoint, handling.name),
    ...every,
    async run() {
      const result = await context.client.call(endpoint, params, { lane: 'poll' })
      if (result.ok) {
        handling.keep(result.value)
        context.learned(endpoint, changes, { quarantined: result.value.quarantined })
        return null
      }
      for (const part of handling.parts ?? []) context.book.fail(part, result.error)
      handling.fail?.(result.error)
      context.learned(endpoint, changes, { failure: result.error })
      return result.error
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
