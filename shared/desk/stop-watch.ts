/** Whether a protective order fired once the mark was beyond its trigger: no list shows it, only its position. Pure. */
import type { Position } from '../domain/account.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { ProtectRequest } from './plan.ts'

/** A protective order that should be at the venue. `id`: unique among them. */
export interface Watched {
  readonly id: string
  readonly request: ProtectRequest
}

/** The state of one from read to read. */
export interface Watch {
  /** Contracts of its position when the mark was last short of the trigger, less what others closed since. */
  readonly held: Decimal
  /** When the mark was first read beyond the trigger, monotonic ms; null while it is short of it. */
  readonly beyondSince: number | null
  /** Reads since then. */
  readonly reads: number
}

export interface Looked {
  readonly watches: ReadonlyMap<string, Watch>
  /** Its position shrank by its volume: it fired. */
  readonly closed: readonly string[]
  /** The mark was beyond its trigger for a while, and its position did not shrink. */
  readonly nothing: readonly string[]
}

/** The mark of a read may be newer than its volume. */
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
    // Without the volume of those that fired before.
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

/** For sorting orders of one direction: the one that fires first. */
export function firesFirst(a: Pick<Watched, 'request'>, b: Pick<Watched, 'request'>): number {
  const rising = a.request.triggerPrice.cmp(b.request.triggerPrice)
  return a.request.trigger === 'rise' ? rising : -rising
}
