import type { Area, Instrument } from '#shared/domain/instrument.ts'
import type { Order } from '#shared/domain/order.ts'
import type { OrderBoard, QuoteBoard } from './boards.ts'
import type { Believing } from './believe.ts'
import { contractsToQuote, orderReads, orderScopes, pairsToQuote } from './interest.ts'
import type { Known, Scope } from './interest.ts'
import { readOf } from './read.ts'
import type { Handling, Read, ReadContext } from './read.ts'
import { READS } from './reads.ts'

export interface JobContext extends ReadContext {
  readonly believing: Believing
  readonly quotes: QuoteBoard
  readonly orders: OrderBoard
  readonly reportingCoin: string
  known(): Known
}

/** What to read of one area, worked out from what is known: each job is an endpoint and where its answer goes. */
export function jobsOf(area: Area, context: JobContext, known: Known): readonly Read[] {
  const orders = orderScopes(known)
    .filter((scope) => scope.area === area)
    .map((scope) => orderJob(context, scope))
  return [...(area === 'spot' ? spotJobs(context, known) : contractJobs(context, known)), ...orders]
}

function spotJobs(context: JobContext, known: Known): readonly Read[] {
  const { book, quotes } = context
  return [
    readOf(context, 'spot.pairs', {}, READS.instruments, {
      keep: (answer) => book.keep('instruments', [...answer.value, ...ofArea(context, 'contract')], null),
      parts: ['instruments'],
    }),
    readOf(context, 'spot.account', {}, READS.account, {
      believe: (answer) => context.believing.balances(answer),
      parts: ['balances'],
    }),
    ...pairsToQuote(known, context.reportingCoin).map(({ symbol }) =>
      readOf(context, 'spot.ticker', { symbol }, READS.pairTicker, {
        keep: (answer) => quotes.applyTicker('spot', symbol, answer.value, answer.sentAt),
        fail: () => quotes.miss('spot', symbol),
        name: symbol,
      }),
    ),
  ]
}

function contractJobs(context: JobContext, known: Known): readonly Read[] {
  const { book, quotes } = context
  return [
    readOf(context, 'contract.contracts', {}, READS.instruments, {
      keep: (answer) => book.keep('instruments', [...ofArea(context, 'spot'), ...answer.value], null),
      parts: ['instruments'],
    }),
    readOf(context, 'contract.account', {}, READS.account, {
      believe: (answer) => context.believing.account(answer),
      parts: ['marginAccounts', 'positions'],
    }),
    ...contractsToQuote(known).flatMap(({ name }) => [
      readOf(context, 'contract.ticker', { contract: name }, READS.contractTicker, {
        keep: (answer) => quotes.applyTicker('contract', name, answer.value, answer.sentAt),
        fail: () => quotes.miss('contract', name),
        name,
      }),
      readOf(context, 'contract.index', { contract: name }, READS.index, {
        keep: (answer) => quotes.applyIndex(name, answer.value, answer.sentAt),
        name,
      }),
    ]),
  ]
}

function orderJob(context: JobContext, scope: Scope): Read {
  const { area, instrument } = scope
  const handling: Handling<readonly Order[]> = {
    keep: (answer) => context.orders.apply(area, instrument, answer.value, answer.sentAt),
    fail: (failure) => context.orders.fail(area, instrument, failure),
    name: instrument,
    changes: 'orders',
  }
  const every = orderReads(scope)
  return area === 'spot'
    ? readOf(context, 'spot.openOrders', { symbol: instrument }, every, handling)
    : readOf(context, 'contract.openOrders', { contract: instrument }, every, handling)
}

function ofArea(context: JobContext, area: Area): readonly Instrument[] {
  return context.known().instruments.filter((one) => one.area === area)
}
