import type { Params, VenueClient } from '#electron/venue/port.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { Fill } from '#shared/domain/fill.ts'
import { err, ok } from '#shared/domain/result.ts'
import { verbatim } from '#shared/words/message.ts'

/**
 * How venues may treat fromId: return entries before it or after it, with or without the entry itself, or ignore it.
 */
export const DIRECTIONS = ['back', 'back with it', 'forward', 'forward with it', 'not at all'] as const
export type Direction = (typeof DIRECTIONS)[number]

interface PagedVenue {
  /** The venue's trade ids, in any order. A test may add ids between two calls. */
  readonly history: number[]
  readonly direction: Direction
  /** The most entries that the venue returns, whatever the request asks for. */
  readonly cap: number
  readonly lists?: 'newest first' | 'oldest first'
  /** Called before each answer with the number of the call. A returned failure becomes the answer. */
  readonly before?: (call: number) => Failure | undefined
}

/** A client of such a venue. It only answers calls for the trades of a pair. */
export function pagedClient(venue: PagedVenue): Pick<VenueClient, 'call'> & { readonly asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = []
  const answer = (params: Params<'spot.myTrades'>): unknown => {
    asked.push(params.fromId)
    const failure = venue.before?.(asked.length)
    if (failure) return err(failure)
    const ids = pageOf(venue, Math.min(params.limit ?? 100, venue.cap), params.fromId)
    const value = venue.lists === 'oldest first' ? ids.toReversed() : ids
    return ok({ value: value.map(fill), sentAt: 0, answeredAt: 0, timestamp: 0, quarantined: [] })
  }
  const call = (_: unknown, params: unknown): unknown => Promise.resolve(answer(params as Params<'spot.myTrades'>))
  return { asked, call: call as VenueClient['call'] }
}

/** The ids of one page, newest first. */
function pageOf({ history, direction }: PagedVenue, limit: number, fromId: string | undefined): number[] {
  const newestFirst = history.toSorted((a, b) => b - a)
  if (fromId === undefined || direction === 'not at all') return newestFirst.slice(0, limit)
  const from = Number.parseInt(fromId, 10)
  if (direction === 'back') return newestFirst.filter((id) => id < from).slice(0, limit)
  if (direction === 'back with it') return newestFirst.filter((id) => id <= from).slice(0, limit)
  const later = newestFirst.filter((id) => (direction === 'forward' ? id > from : id >= from))
  return later.slice(-limit)
}

export function fill(id: number): Fill {
  const one = decimal(1)
  const trade = { area: 'spot', instrument: 'SOLUSDT', tradeId: String(id), orderId: null, side: 'buy' } as const
  return { ...trade, price: one, quantity: one, fee: one, feeCoin: 'SOL', isMaker: null, time: id }
}

export const LOST: Failure = localFailure('network', 'spot.myTrades', verbatim('lost'))
