/** Decides what closed or changed a position: liquidation, a stop of ours, a foreign order, or unknown. Pure. */
import type { Protection } from '../desk/plan.ts'
import { isBeyond } from '../desk/stop-watch.ts'
import type { Position } from '../domain/account.ts'
import { smaller, ZERO, type Decimal } from '../domain/decimal.ts'
import type { EventFacts, Evidence, Happening, VolumeChange } from './event.ts'
import type { ForeignOrder, Piece } from './fills.ts'
import { happened, type Moment } from './reading.ts'

/** The compared fields of a position. */
export type Held = Pick<
  Position,
  'key' | 'contract' | 'marginMode' | 'side' | 'volume' | 'freeze' | 'markPrice' | 'venueLiquidationPrice'
> & { readonly leverage: Decimal | null }

/** A position that changed, or does not match its orders. */
export interface Case {
  readonly first: Held | null
  readonly since: Moment
  readonly held: Pick<Held, 'key' | 'contract' | 'marginMode' | 'side'>
  last: Held | null
  at: Moment
  /** Reads in a row that agree with `last`. */
  agreeing: number
  wasFrozen: boolean
  mark: Decimal | null
  /** Our protective orders when it began to change. */
  readonly protections: readonly Protection[]
  /** Whether a read of its orders was requested. */
  isRefreshed: boolean
}

/** The codes of explained changes of volume. */
type VolumeCode = Exclude<Extract<EventFacts, VolumeChange>['code'], 'positionChanged'>

/** A liquidation trades about at the venue's liquidation price. */
const NEAR_LIQUIDATION = { long: '1.002', short: '0.998' }

export const changeOf = ({ first, last }: Case): Decimal => (last?.volume ?? ZERO).minus(first?.volume ?? ZERO)

/**
 * `cases`: the positions of one contract and side. `mayBeOwn`: whether a request of ours could have made a position
 * smaller.
 */
export function happeningsOf(
  cases: readonly Case[],
  pieces: readonly Piece[],
  mayBeOwn: (one: Case) => boolean,
): readonly Happening[] {
  return [...sharedOut(cases, pieces)].flatMap(([one, parts]) => {
    const [more, less] = ([1, -1] as const).map((sign) => parts.filter((piece) => piece.sign === sign))
    return [...grown(one, more ?? []), ...shrunk(one, less ?? [], mayBeOwn(one))]
  })
}

/** Each margin mode gets its own change; the rest goes to the last case. */
function sharedOut(cases: readonly Case[], pieces: readonly Piece[]): ReadonlyMap<Case, readonly Piece[]> {
  const shares = new Map<Case, Piece[]>(cases.map((one) => [one, []]))
  const rests = new Map(cases.map((one) => [one, changeOf(one)]))
  for (const piece of pieces) {
    let left = piece.volume
    for (const [index, one] of cases.entries()) {
      const isLast = index === cases.length - 1
      const rest = (rests.get(one) ?? ZERO).times(piece.sign)
      const part = isLast ? left : smaller(left, rest)
      if (!part.gt(0)) continue
      shares.get(one)?.push({ ...piece, volume: part })
      rests.set(one, rest.minus(part).times(piece.sign))
      left = left.minus(part)
    }
  }
  return shares
}

function grown(one: Case, pieces: readonly Piece[]): readonly Happening[] {
  const code = one.first === null ? 'openedElsewhere' : 'enlargedElsewhere'
  return pieces.map(({ volume, found }) =>
    found === null ? unexplained(one, volume, true, false) : volumeEvent(one, code, volume, found, [found.evidence]),
  )
}

function shrunk(one: Case, pieces: readonly Piece[], mayBeOwn: boolean): readonly Happening[] {
  const isGone = one.last === null
  const forcedCode = isGone ? 'liquidated' : 'forceReduced'
  if (one.wasFrozen) return inOne(one, forcedCode, pieces, 'frozen')
  const stops = firedStops(one, totalOf(pieces))
  const found = foundIn(pieces)
  const fired = stops.map(({ request }) =>
    volumeEvent(one, 'stopFired', request.volume, found, ['ownStop', ...evidenceOf(found)]),
  )
  const firedVolume = stops.reduce((sum, { request }) => sum.plus(request.volume), ZERO)
  const rest = without(pieces, firedVolume)
  const forced = rest.filter((piece) => isPastLiquidation(one, piece.found))
  const others = rest.filter((piece) => !isPastLiquidation(one, piece.found))
  const otherEvents = others.map((piece) => {
    if (piece.found === null) return unexplained(one, piece.volume, false, mayBeOwn)
    const code = isGone ? 'closedElsewhere' : 'reducedElsewhere'
    return volumeEvent(one, code, piece.volume, piece.found, [piece.found.evidence])
  })
  return [...fired, ...inOne(one, forcedCode, forced, 'liquidationPrice'), ...otherEvents]
}

function inOne(one: Case, code: VolumeCode, pieces: readonly Piece[], why: Evidence): readonly Happening[] {
  if (pieces.length === 0) return []
  const found = foundIn(pieces)
  return [volumeEvent(one, code, totalOf(pieces), found, [why, ...evidenceOf(found)])]
}

function without(pieces: readonly Piece[], volume: Decimal): readonly Piece[] {
  let left = volume
  return pieces.flatMap((piece) => {
    const part = smaller(left, piece.volume)
    left = left.minus(part)
    return part.eq(piece.volume) ? [] : [{ ...piece, volume: piece.volume.minus(part) }]
  })
}

const totalOf = (pieces: readonly Piece[]): Decimal => pieces.reduce((sum, { volume }) => sum.plus(volume), ZERO)
const foundIn = (pieces: readonly Piece[]): ForeignOrder | null =>
  pieces.find(({ found }) => found !== null)?.found ?? null
const evidenceOf = (found: ForeignOrder | null): readonly Evidence[] => (found === null ? [] : [found.evidence])

export function placeOf({ contract, marginMode, side }: Pick<Held, 'contract' | 'marginMode' | 'side'>) {
  return { contract, marginMode, side }
}

/** Our stops and take-profits that the mark has passed, within the volume that is gone. */
function firedStops({ protections, mark, first }: Case, volume: Decimal): readonly Protection[] {
  const marks = [mark, first?.markPrice ?? null].filter((each) => each !== null)
  let left = volume
  return protections.filter(({ state, request }) => {
    const isDue = state !== 'orphaned' && marks.some((each) => isBeyond(request, each))
    if (!isDue || request.volume.gt(left)) return false
    left = left.minus(request.volume)
    return true
  })
}

/** Whether it was closed at the venue's liquidation price or beyond. */
function isPastLiquidation({ first, last, mark, held }: Case, found: ForeignOrder | null): boolean {
  const at = first?.venueLiquidationPrice ?? last?.venueLiquidationPrice ?? null
  if (at === null) return false
  const bound = at.times(NEAR_LIQUIDATION[held.side])
  return [mark, found?.price ?? null].some(
    (price) => price !== null && (held.side === 'long' ? price.lte(bound) : price.gte(bound)),
  )
}

function volumeEvent(
  one: Case,
  code: VolumeCode,
  volume: Decimal,
  found: ForeignOrder | null,
  evidence: readonly Evidence[],
): Happening {
  return happened({ code, ...changeFacts(one, volume, found) }, one.since, one.at, evidence)
}

function unexplained(one: Case, volume: Decimal, isMore: boolean, mayBeOwn: boolean): Happening {
  const facts = { code: 'positionChanged', isMore, mayBeOwn, ...changeFacts(one, volume, null) } as const
  return happened(facts, one.since, one.at, ['readings'])
}

function changeFacts({ first, last, held }: Case, volume: Decimal, found: ForeignOrder | null): VolumeChange {
  return {
    ...placeOf(held),
    volume,
    before: first?.volume ?? ZERO,
    after: last?.volume ?? ZERO,
    orderId: found?.orderId ?? null,
    price: found?.price ?? null,
  }
}
