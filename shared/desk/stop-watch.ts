/**
 * Detects whether a protective order fired once the mark passed its trigger. The venue lists no such orders, so the
 * only evidence is the size of the position.
 */
import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { ProtectRequest } from './plan.ts'

/** A protective order that should be at the venue. `id` is unique. */
export interface Watched {
  readonly id: string
  readonly request: ProtectRequest
}

/** What is remembered about one protective order between reads. */
export interface Watch {
  /**
   * How many contracts the position had when the mark was last short of the trigger, minus what other orders closed
   * since.
   */
  readonly held: Decimal
  /** When the mark was first read beyond the trigger, monotonic ms; null while it is short of it. */
  readonly beyondSince: number | null
  /** Number of reads with the mark beyond the trigger. */
  readonly reads: number
}

export interface StopResults {
  readonly watches: ReadonlyMap<string, Watch>
  /** Orders that fired: the position shrank by their volume. */
  readonly fired: readonly string[]
  /** Orders that did not fire, although the mark has been beyond their trigger for a while. */
  readonly notFired: readonly string[]
}

/** Reads needed before an order counts as not fired: a read's mark may be newer than its volume. */
const READS = 2
const PATIENCE_MS = 3_000

/** Processes one good read of the positions, started at `now` (monotonic ms). */
export function watchStops(
  before: ReadonlyMap<string, Watch>,
  stops: readonly Watched[],
  positions: readonly Pick<Position, 'key' | 'volume' | 'markPrice'>[],
  now: number,
): StopResults {
  const looks = positions.map((held) =>
    lookAt(
      held,
      stops.filter(({ request }) => request.positionKey === held.key),
      before,
      now,
    ),
  )
  return {
    watches: new Map(looks.flatMap(({ watches }) => [...watches])),
    fired: looks.flatMap(({ fired }) => fired),
    notFired: looks.flatMap(({ notFired }) => notFired),
  }
}

function lookAt(
  { markPrice: mark, volume }: Pick<Position, 'volume' | 'markPrice'>,
  stops: readonly Watched[],
  before: ReadonlyMap<string, Watch>,
  now: number,
): StopResults {
  const watches = new Map<string, Watch>()
  const fired: string[] = []
  const notFired: string[] = []
  if (mark === null) return { watches: keptOf(stops, before), fired, notFired }
  const beyond = stops.filter(({ request }) => isBeyond(request, mark)).toSorted(firesFirst)
  for (const { id } of stops) watches.set(id, { held: volume, beyondSince: null, reads: 0 })
  for (const { id, request } of beyond) {
    const known = before.get(id) ?? { held: volume, beyondSince: null, reads: 0 }
    // Subtracts the volume of orders that already fired.
    const taken = beyond.filter((other) => fired.includes(other.id))
    const rest = taken.reduce((left, other) => left.minus(other.request.volume), known.held)
    const watch = { held: rest, beyondSince: known.beyondSince ?? now, reads: known.reads + 1 }
    if (rest.minus(volume).gte(request.volume)) {
      fired.push(id)
      watches.delete(id)
      continue
    }
    watches.set(id, watch)
    if (watch.reads >= READS && now - watch.beyondSince >= PATIENCE_MS) notFired.push(id)
  }
  return { watches, fired, notFired }
}

function keptOf(stops: readonly Watched[], before: ReadonlyMap<string, Watch>): ReadonlyMap<string, Watch> {
  return new Map(
    stops.flatMap(({ id }) => {
      const known = before.get(id)
      return known === undefined ? [] : [[id, known] as const]
    }),
  )
}

/** Whether `mark` is at the trigger or beyond it. */
export function isBeyond(
  { trigger, triggerPrice }: Pick<ProtectRequest, 'trigger' | 'triggerPrice'>,
  mark: Decimal,
): boolean {
  return trigger === 'fall' ? mark.lte(triggerPrice) : mark.gte(triggerPrice)
}

/** Sort order for protective orders of one direction: the one that fires first comes first. */
export function firesFirst(a: Pick<Watched, 'request'>, b: Pick<Watched, 'request'>): number {
  const rising = a.request.triggerPrice.cmp(b.request.triggerPrice)
  return a.request.trigger === 'rise' ? rising : -rising
}
