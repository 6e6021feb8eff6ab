/**
 * What came of a protective order once the mark was beyond its trigger: no list shows one, so only its position tells.
 * Pure.
 */
import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { ProtectRequest } from './plan.ts'

/** A protective order that is believed to stand. `id`: unique among them. */
export interface Watched {
  readonly id: string
  readonly request: ProtectRequest
}

/** What is remembered of one from read to read. */
export interface Watch {
  /** Contracts its position held when the mark was last short of the trigger, less what others closed since. */
  readonly held: Decimal
  /** When the mark was first read beyond the trigger, monotonic ms; null while it is short of it. */
  readonly beyondSince: number | null
  /** Reads since then. */
  readonly reads: number
}

export interface Looked {
  readonly watches: ReadonlyMap<string, Watch>
  /** Its position is smaller by what it was for: it fired. */
  readonly closed: readonly string[]
  /** The mark was beyond its trigger for a while, and its position is as large as before. */
  readonly nothing: readonly string[]
}

/** One read may show the mark of a moment later than the volume. */
const READS = 2
const PATIENCE_MS = 3_000

type Held = Pick<Position, 'key' | 'volume' | 'markPrice'>

/** One good read of the positions, started at `now` (monotonic ms). */
export function watchStops(
  before: ReadonlyMap<string, Watch>,
  stops: readonly Watched[],
  positions: readonly Held[],
  now: number,
): Looked {
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
    closed: looks.flatMap(({ closed }) => closed),
    nothing: looks.flatMap(({ nothing }) => nothing),
  }
}

function lookAt(held: Held, stops: readonly Watched[], before: ReadonlyMap<string, Watch>, now: number): Looked {
  const { markPrice: mark, volume } = held
  const watches = new Map<string, Watch>()
  const closed: string[] = []
  const nothing: string[] = []
  if (mark === null) return { watches: keptOf(stops, before), closed, nothing }
  const beyond = stops.filter(({ request }) => isBeyond(request, mark)).toSorted(firesFirst)
  for (const { id } of stops) watches.set(id, { held: volume, beyondSince: null, reads: 0 })
  for (const { id, request } of beyond) {
    const known = before.get(id) ?? { held: volume, beyondSince: null, reads: 0 }
    // What one that fired before took is none of this one's.
    const taken = beyond.filter((other) => closed.includes(other.id))
    const rest = taken.reduce((left, other) => left.minus(other.request.volume), known.held)
    const watch = { held: rest, beyondSince: known.beyondSince ?? now, reads: known.reads + 1 }
    if (rest.minus(volume).gte(request.volume)) {
      closed.push(id)
      watches.delete(id)
      continue
    }
    watches.set(id, watch)
    if (watch.reads >= READS && now - watch.beyondSince >= PATIENCE_MS) nothing.push(id)
  }
  return { watches, closed, nothing }
}

function keptOf(stops: readonly Watched[], before: ReadonlyMap<string, Watch>): ReadonlyMap<string, Watch> {
  return new Map(
    stops.flatMap(({ id }) => {
      const known = before.get(id)
      return known === undefined ? [] : [[id, known] as const]
    }),
  )
}

/** Whether a mark is at the trigger of a protective order or beyond it. */
export function isBeyond(
  { trigger, triggerPrice }: Pick<ProtectRequest, 'trigger' | 'triggerPrice'>,
  mark: Decimal,
): boolean {
  return trigger === 'fall' ? mark.lte(triggerPrice) : mark.gte(triggerPrice)
}

function firesFirst(a: Watched, b: Watched): number {
  const rising = a.request.triggerPrice.cmp(b.request.triggerPrice)
  return a.request.trigger === 'rise' ? rising : -rising
}
