import type { Area, Instrument } from '#shared/domain/instrument.ts'
import { servesNone, weightOf } from '../venue/venue.ts'
import { named, type Answer, type Dialect } from '../venue/port.ts'
import type { EventWatcher } from '../events/watcher.ts'
import type { QuoteBoard } from './quote-board.ts'
import type { Believing } from './believe.ts'
import { contractsToQuote, orderReads, orderScopes, pairsToQuote, type Known, type Scope } from './interest.ts'
import type { OrderBoard } from './order-board.ts'
import { readOf, type Read, type ReadContext } from './read.ts'
import { READS, type ReadEvery } from './reads.ts'

export interface JobContext extends ReadContext {
  readonly believing: Believing
  readonly quotes: QuoteBoard
  readonly orders: OrderBoard
  /** Receives what is believed, to compare it with the state before. Absent: no events. */
  readonly events?: EventWatcher
  known(): Known
}

/** The reads of one area, given what is known. Each one is an endpoint and the place where its answer is kept. */
export function jobsOf(area: Area, context: JobContext, known: Known): readonly Read[] {
  const jobs = area === 'spot' ? spotJobs(context, known) : contractJobs(context, known)
  return [...jobs, ...orderJobs(context, area, known)]
}

function spotJobs(context: JobContext, known: Known): readonly Read[] {
  const { quotes } = context
  return [
    readOf(context, 'spot.pairs', {}, READS.instruments, {
      keep: (answer) => keepInstruments(context, [...answer.value, ...ofArea(context, 'contract')], null),
      parts: ['instruments'],
    }),
    readOf(context, 'spot.account', {}, READS.account, {
      believe: (answer) => context.believing.balances(answer),
      parts: ['balances'],
    }),
    ...pairsToQuote(known).map(({ symbol }) =>
      readOf(context, 'spot.ticker', { symbol }, READS.pairTicker, {
        keep: (answer) => quotes.applyTicker('spot', symbol, answer.value, answer.sentAt),
        fail: () => quotes.miss('spot', symbol),
        name: symbol,
      }),
    ),
  ]
}

function contractJobs(context: JobContext, known: Known): readonly Read[] {
  const { quotes } = context
  return [
    readOf(context, 'contract.contracts', {}, READS.instruments, {
      keep: (answer) => keepInstruments(context, [...ofArea(context, 'spot'), ...answer.value], answer),
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

/** The share of a host's weight per minute that whole-area order reads may use. */
const AREA_SHARE = 0.2

/** How often one call reads the open orders of a whole area; null: it would weigh too much. */
export function areaOrdersEveryMs(
  area: Area,
  { weightPerMinute, api }: Pick<Dialect, 'weightPerMinute' | 'api'>,
): number | null {
  const most = weightPerMinute[area]
  if (most === null) return READS.areaOrders.everyMs
  const weight = weightOf(`${area}.openOrders`, {}, { api })
  return weight > most * AREA_SHARE
    ? null
    : Math.max(READS.areaOrders.everyMs, (weight * MINUTE_MS) / (most * AREA_SHARE))
}

const MINUTE_MS = 60_000

/** Reads of open orders: the whole area in one call if the venue serves that, and each instrument. */
function orderJobs(context: JobContext, area: Area, known: Known): readonly Read[] {
  const { areas, asked, over } = known.lists
  const scopes = orderScopes(known).filter((scope) => scope.area === area)
  const { openOrders, ...dialect } = context.client.dialect()
  const everyMs = areaOrdersEveryMs(area, dialect)
  const single = (some: readonly Scope[]): readonly Read[] => some.map((scope) => orderJob(context, scope))
  if (everyMs === null || openOrders[area] === 'perInstrument' || over.has(area)) return single(scopes)
  // The list is checked against the account, so the account must be known first.
  if ((area === 'spot' ? known.balances : known.positions) === null) return single(scopes)
  // A list that is not believed is rarely read.
  const every = areas.has(area) ? everyMs : Math.max(everyMs, READS.coldOrders.everyMs)
  // The first list of the area may make the other reads unnecessary. Only instruments in use do not wait for it.
  const first = asked.has(area) ? scopes : scopes.filter(({ hot }) => hot)
  return [areaJob(context, area, { ...READS.areaOrders, everyMs: every }), ...single(first)]
}

function areaJob(context: JobContext, area: Area, every: ReadEvery): Read {
  return readOf(context, `${area}.openOrders`, {}, every, {
    keep(answer) {
      const known = context.known()
      context.orders.applyArea(area, answer, known, orderScopes(known))
    },
    fail(failure) {
      if (servesNone(failure)) context.orders.endArea(area)
      else context.orders.failArea(area)
    },
    changes: 'orders',
    isTrial: true,
  })
}

function orderJob(context: JobContext, scope: Scope): Read {
  const { area, instrument } = scope
  return readOf(context, `${area}.openOrders`, named(area, instrument), orderReads(scope), {
    keep: (answer) => context.orders.apply(area, instrument, answer, context.known().instruments),
    fail: (failure) => context.orders.fail(area, instrument, failure),
    name: instrument,
    changes: 'orders',
  })
}

function keepInstruments({ parts, events }: JobContext, all: readonly Instrument[], contracts: Answer<unknown> | null) {
  parts.keep('instruments', all, null)
  events?.instruments(all, contracts)
}

function ofArea(context: JobContext, area: Area): readonly Instrument[] {
  return (context.parts.part('instruments').data ?? []).filter((one) => one.area === area)
}
