/** Finds the possible ways and ranks them. */
import { compare, compareKnown } from '../../domain/compare.ts'
import { decimal, floorToStep, ONE, smaller, toFloat, toText, type Decimal } from '../../domain/decimal.ts'
import { closeAtMarket, type Action } from '../action.ts'
import { isCancelable } from '../compile/cancel-legs.ts'
import { openingOrders, orderMarginOf } from '../estimate/margin-given-back.ts'
import { createAppraise, type Appraise, type Appraised, type RescueWay } from './appraise.ts'
import { contractsFor, gainOf, mostGaining, reliefOfBoth, type Relief } from './relief.ts'
import type { Candidate, Unit } from './unit.ts'

export const MOST_WAYS = 8

/** Pairs are formed only from this many positions, those with the highest gain. */
const MOST_PAIRED = 12

/**
 * The ways that improve the margin rate or leave no position. `isLimited`: pairs were formed from only some positions.
 */
export function waysOf(unit: Unit) {
  const { ways, isLimited } = waysTried(unit)
  const before = unit.row.marginRate ?? 0
  return { ways: ways.filter(({ after }) => after === null || after > before), isLimited }
}

/**
 * Tries every kind of way. The best ways of each kind, judged by the order books, are appraised: twice as many as are
 * shown.
 */
function waysTried(unit: Unit) {
  const appraise = createAppraise(unit)
  const { candidates, need, row } = unit
  if (row.mode === 'isolated') {
    const all = candidates.map(({ position }) => appraise(closeAtMarket(position.key)))
    return { ways: present(all), isLimited: false }
  }
  const orders = present([cancelling(unit, appraise)])
  const parts = candidates.map((candidate) => single(candidate, need))
  const singles = valued(parts, appraise)
  const hedged = valued(hedgesOf(unit), appraise)
  const ways = [...orders, ...singles, ...hedged]
  if (singles.some(({ reaches }) => reaches)) return { ways, isLimited: false }
  const known = new Set(hedged.map(sizesOf))
  const pairs = valued(pairsOf(unit), appraise).filter((pair) => !known.has(sizesOf(pair)))
  return { ways: [...ways, ...pairs], isLimited: candidates.length > MOST_PAIRED }
}

/** Identifies what an action closes, regardless of the order in which it names the positions. */
function sizesOf({ action }: Appraised): string {
  const closes = action.kind === 'reduce' ? action.closes : []
  return JSON.stringify(closes.toSorted((a, b) => compare(a.positionKey, b.positionKey)))
}

/** Cancels every opening order. The margin they hold is not part of the equity, so cancelling gives it back. */
function cancelling({ facts, risk, row }: Unit, appraise: Appraise): Appraised | null {
  const orders = openingOrders(row.marginCoin, facts).filter(isCancelable)
  if (orders.length === 0 || orderMarginOf(row.marginCoin, risk)?.gt(0) !== true) return null
  const refs = orders.map(({ area, instrument, orderId }) => ({ area, instrument, orderId }))
  return appraise({ kind: 'cancelOrders', orders: refs.toSorted(byId) })
}

function byId(a: { instrument: string; orderId: string }, b: { instrument: string; orderId: string }): number {
  return compare(a.instrument, b.instrument) || compare(a.orderId, b.orderId)
}

/** A way before it is planned and appraised: `volume` of `part`, plus whatever `actionOf` adds to it. */
interface Outlook {
  readonly part: Candidate
  /**
   * The smallest sufficient size by the book, or else the one that gains most. A valid size, at most what can be
   * closed.
   */
  readonly volume: Decimal
  readonly reaches: boolean
  /** Gain minus cost, in margin coins; if the cost is unknown, the gain before it. */
  readonly gain: Decimal
  /** Null if unknown. */
  readonly cost: Decimal | null
  readonly actionOf: (volume: Decimal) => Action
}

/** The smallest sufficient part of one position, or else the part that gains most. */
function single(part: Candidate, need: Decimal): Outlook {
  const close = closeAtMarket(part.position.key)
  return {
    ...partFor(need, part),
    actionOf: (volume) =>
      part.most.eq(volume) ? close : { ...close, size: { kind: 'volume', volume: toText(volume) } },
  }
}

function partFor(need: Decimal, part: Candidate): Omit<Outlook, 'actionOf'> {
  const enough = sizeFrom(contractsFor(need, part.relief), part)
  const reaches = outcomeOf(enough, part.relief).gain.gte(need)
  const volume = reaches ? enough : sizeFrom(mostGaining(part.relief) ?? part.most, part)
  return { part, volume, reaches, ...outcomeOf(volume, part.relief) }
}

/** The smallest valid size of at least `volume`, capped at what can be closed. */
function sizeFrom(volume: Decimal, { bounds, most }: Candidate): Decimal {
  // A division may leave a whole number of steps too large by a rounding error; this must not add a step.
  return smaller(orderable(volume.times(ALMOST_ONE), bounds), most)
}

const ALMOST_ONE = ONE.minus(decimal('1e-30'))

/** The smallest size of at least `volume`, in whole steps, that splits into valid orders. */
function orderable(volume: Decimal, { min, max, step }: Candidate['bounds']): Decimal {
  const stepped = (volume.gt(min) ? volume : min).div(step).ceil().times(step)
  if (max === null) return stepped
  const least = min.times(stepped.div(max).ceil())
  return least.gt(stepped) ? least : stepped
}

/** Pairs a long with a short in the same asset and closes the same share of both, so that the rest stays hedged. */
function hedgesOf({ candidates, need }: Unit): readonly Outlook[] {
  const pairs = candidates.flatMap((one, at) =>
    candidates.slice(at + 1).flatMap((other) => (isHedge(one, other) ? [[one, other] as const] : [])),
  )
  return pairs.flatMap(([one, other]) => {
    const [fine, coarse] = stepsOf(one).gte(stepsOf(other)) ? [one, other] : [other, one]
    const both = bothOf(fine, coarse)
    if (both.most.lt(both.bounds.min)) return []
    return { ...partFor(need, both), actionOf: (volume) => reduceBoth(fine, volume, coarse) }
  })
}

function isHedge({ position, contract }: Candidate, other: Candidate): boolean {
  return contract.baseAsset === other.contract.baseAsset && position.side !== other.position.side
}

function stepsOf({ position, bounds }: Candidate): Decimal {
  return position.volume.div(bounds.step)
}

/** Both positions as one candidate, in contracts of `one`, limited to the share that can be closed of both. */
function bothOf(one: Candidate, other: Candidate): Candidate {
  const [own, its] = [one.position.volume, other.position.volume]
  const share = floorToStep(other.most.times(own).div(its), one.bounds.step)
  const relief = reliefOfBoth(one.relief, other.relief, its.div(own))
  return { ...one, most: smaller(share, one.most), relief }
}

/** Closes `volume` of `one` and the same share of `other`. */
function reduceBoth(one: Candidate, volume: Decimal, other: Candidate): Action {
  const share = volume.times(other.position.volume).div(one.position.volume)
  return { kind: 'reduce', closes: [closeOf(one, volume), closeOf(other, sizeFrom(share, other))] }
}

/** Pairs of positions: all of the one that costs less per gain, and as much of the other as is still needed. */
function pairsOf({ candidates, need }: Unit): readonly Outlook[] {
  const wholes = candidates
    .map(wholeOf)
    .toSorted((a, b) => b.gain.cmp(a.gain) || compare(a.part.position.key, b.part.position.key))
    .slice(0, MOST_PAIRED)
  const pairs = wholes.flatMap((one, at) => wholes.slice(at + 1).map((other) => [one, other] as const))
  return pairs.map(([one, other]) => {
    const [all, rest] = one.costShare <= other.costShare ? [one, other] : [other, one]
    const outlook = partFor(need.minus(all.gain), rest.part)
    return {
      ...outlook,
      gain: outlook.gain.plus(all.gain),
      cost: outlook.cost && all.cost && outlook.cost.plus(all.cost),
      actionOf: (volume) => ({
        kind: 'reduce',
        closes: [closeOf(all.part, all.part.most), closeOf(rest.part, volume)],
      }),
    }
  })
}

function closeOf({ position }: Candidate, volume: Decimal) {
  return { positionKey: position.key, volume: toText(volume) }
}

/** The gain of closing a whole position, and the cost as a share of it. An unknown cost counts as the highest. */
function wholeOf(part: Candidate) {
  const { most, relief } = part
  const { gain, cost } = outcomeOf(most, relief)
  return { part, gain, cost, costShare: cost ? toFloat(cost.div(relief.perContract.times(most))) : Infinity }
}

/** Gain and cost of closing `volume`. If the cost is unknown, the gain is before it. */
function outcomeOf(volume: Decimal, relief: Relief): Pick<Outlook, 'gain' | 'cost'> {
  const before = relief.perContract.times(volume)
  const gain = gainOf(volume, relief)
  return { gain: gain ?? before, cost: gain && before.minus(gain) }
}

/** Appraises the best of these outlooks. */
function valued(outlooks: readonly Outlook[], appraise: Appraise): readonly Appraised[] {
  const best = outlooks.toSorted(
    (a, b) =>
      compareReach(a, b) ||
      (a.reaches ? compareKnown(a.cost, b.cost) : b.gain.cmp(a.gain)) ||
      compare(a.part.position.key, b.part.position.key),
  )
  return present(best.slice(0, 2 * MOST_WAYS).map((outlook) => smallest(outlook, appraise)))
}

/**
 * The smallest size, starting at the expected one, that reaches the target when appraised; if none does, the better of
 * the expected size and the maximum. The expected size is right unless slicing or the end of the book interferes.
 */
function smallest({ part: { bounds, most }, volume, actionOf }: Outlook, appraise: Appraise): Appraised | null {
  const at = (size: Decimal): Appraised | null => appraise(actionOf(size))
  const found = at(volume)
  if (found?.reaches || volume.eq(most)) return found
  const all = at(most)
  if (all?.reaches) return between(volume, most, bounds, at) ?? all
  return (found?.after ?? 0) > (all?.after ?? 0) ? found : all
}

/**
 * Searches between `low` (not enough) and `high` (enough) for the smallest size, in whole steps, that reaches the
 * target. Null: nothing below `high` does.
 */
function between(
  low: Decimal,
  high: Decimal,
  { step }: Candidate['bounds'],
  at: (volume: Decimal) => Appraised | null,
): Appraised | null {
  let found: Appraised | null = null
  let [below, above, reach]: [Decimal, Decimal, Decimal] = [low, high, step]
  while (above.minus(below).gt(step)) {
    // Tries sizes near the expected one first, because it is rarely off by more than a step or two.
    const near = below.plus(reach)
    const middle: Decimal = found === null && near.lt(above) ? near : floorToStep(below.plus(above).div(2), step)
    const tried = at(middle)
    if (tried?.reaches) [found, above] = [tried, middle]
    else [below, reach] = [middle, reach.times(2)]
  }
  return found
}

/**
 * The ways that reach the target, cheapest first and unknown costs last; then the others, nearest to the target first.
 * Cancelling orders costs nothing, so it is always kept.
 */
export function ranked(ways: readonly Appraised[]): readonly RescueWay[] {
  const inOrder = ways.toSorted(
    (a, b) =>
      compareReach(a, b) ||
      (a.reaches ? 0 : (b.after ?? 0) - (a.after ?? 0)) ||
      compareKnown(a.cost, b.cost) ||
      a.notional.cmp(b.notional) ||
      compare(JSON.stringify(a.action), JSON.stringify(b.action)),
  )
  const isKept = ({ action }: Appraised): boolean => action.kind === 'cancelOrders'
  let room = MOST_WAYS - inOrder.filter(isKept).length
  return inOrder
    .filter((way) => isKept(way) || room-- > 0)
    .map(({ action, after, reaches, cost, realized, netExposure }) => {
      return { action, after, reaches, cost, realized, netExposure }
    })
}

function compareReach(a: Pick<RescueWay, 'reaches'>, b: Pick<RescueWay, 'reaches'>): number {
  return a.reaches === b.reaches ? 0 : a.reaches ? -1 : 1
}

function present(ways: readonly (Appraised | null)[]): readonly Appraised[] {
  return ways.filter((way) => way !== null)
}
