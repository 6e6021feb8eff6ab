/** Protective orders: they close a position, or part of it, at market once the price reaches a trigger. */
import { CLOSING_SIDE, type Position } from '../../domain/account.ts'
import { roundToPrice, floorToUnitStep, type Price } from '../../domain/amounts.ts'
import { compare } from '../../domain/compare.ts'
import { sum, type Decimal } from '../../domain/decimal.ts'
import type { Message } from '../../domain/message.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { amount, inARow, message, positionTitle } from '../../words/message.ts'
import { roundTowardMark } from '../../risk/account/liquidation.ts'
import { modelPosition } from '../../risk/account/position-model.ts'
import { breakEvenOf, liquidationsOf } from '../../risk/account/position-risk.ts'
import type { Action } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import { coverOf } from '../cover.ts'
import { liquidatedBefore } from '../late-trigger.ts'
import type { Denial, DenyCode, ProtectRequest } from '../plan.ts'
import { sliceBounds } from '../slice.ts'
import { shareOf, volumeOf } from './close.ts'
import { heldOn } from './close-all.ts'
import { deny, type Draft } from './draft.ts'
import { holdingOf, lastOf, markOf, priceOf, type Holding } from './known.ts'
import { together } from './reduce-positions.ts'
import { whyPartial } from './unread.ts'

/** The direction in which the price must move to reach the trigger. */
const TRIGGERS = {
  stopLoss: { long: 'fall', short: 'rise' },
  takeProfit: { long: 'rise', short: 'fall' },
} as const satisfies Record<ProtectRequest['purpose'], Record<'long' | 'short', ProtectRequest['trigger']>>

export function draftProtect(
  { positionKey, purpose, size, trigger: at }: Extract<Action, { kind: 'protect' }>,
  facts: DeskFacts,
): Result<Draft, Denial> {
  const holding = holdingOf(positionKey, facts)
  if (!holding.ok) return holding
  const { position, contract } = holding.value
  const mark = markOf(position, facts)
  const bounds = sliceBounds(contract, mark)
  const wanted = volumeOf(size, position, bounds, position.volume)
  if (!wanted.ok) return wanted
  const most = bounds.max?.lt(wanted.value) ? bounds.max : wanted.value
  const volume = floorToUnitStep(most, bounds.step)
  if (volume.lt(bounds.min)) {
    const facts = { contract: contract.name, min: amount(bounds.min), wanted: amount(wanted.value) }
    return deny('BAD_AMOUNT', message('plan.nothingProtected', facts))
  }
  const triggerPrice = at.kind === 'price' ? priceOf(at.price, contract) : breakEvenPrice(holding.value, mark)
  if (!triggerPrice.ok) return triggerPrice
  const trigger = TRIGGERS[purpose][position.side]
  const last = lastOf(position, facts)
  const refusal = firesAtOnce(triggerPrice.value, trigger, { mark, last }, contract.name)
  if (refusal) return err(refusal)
  const leg: ProtectRequest = {
    kind: 'protect',
    area: 'contract',
    instrument: contract.name,
    positionKey,
    purpose,
    side: CLOSING_SIDE[position.side],
    marginMode: position.marginMode,
    volume,
    triggerPrice: triggerPrice.value,
    trigger,
  }
  const warnings = [
    ...tooLate(leg, holding.value, mark, facts),
    ...protectedAlready(leg, position, facts),
    ...lockedAlready(leg, position, facts),
    ...unprotected(wanted.value, volume, contract.name),
  ]
  return ok({ legs: [leg], warnings })
}

/**
 * A stop-loss at break-even for the whole of every position. Each position that gets none is named with the reason, such
 * as a price on the wrong side of break-even, or orders of ours that protect it already.
 */
export function draftBreakEvenAll(facts: DeskFacts): Result<Draft, Denial> {
  if (facts.positions === null) return deny('READ_FAILED', message('plan.noPositionRead'))
  const stops = heldOn(null, facts.positions)
    .toSorted((a, b) => compare(a.key, b.key))
    .map((position) => breakEvenStop(position, facts))
  const { legs, warnings } = together(stops)
  const all = [...(facts.isPartial === true ? [whyPartial(facts)] : []), ...warnings]
  if (legs.length > 0) return ok({ legs, warnings: all })
  const why = all.length > 0 ? all : [message('plan.noPositions')]
  return deny(facts.isPartial === true ? 'READ_FAILED' : 'NOTHING_TO_DO', inARow([...why, message('plan.nothingSent')]))
}

/**
 * The stop of one position or, with the position's name, why it gets none. A stop that is asked for alone may protect
 * more than is held; here there is none in that case, so that asking again for all positions does not pile up orders.
 */
function breakEvenStop({ key }: Position, facts: DeskFacts): Result<Draft, Denial> {
  const size = { kind: 'percent', percent: 100 } as const
  const trigger = { kind: 'breakEven' } as const
  const stop = draftProtect({ kind: 'protect', positionKey: key, purpose: 'stopLoss', size, trigger }, facts)
  const refusedFor = (code: DenyCode, why: Message): Result<never, Denial> =>
    deny(code, message('plan.noStopFor', { position: positionTitle(key), why }))
  if (!stop.ok) return refusedFor(stop.error.code, stop.error.message)
  const excess = stop.value.warnings.find(({ code }) => code === 'plan.protectedAlready')
  return excess ? refusedFor('NOTHING_TO_DO', excess) : stop
}

/** The break-even price, rounded to the venue's digits so that it does not lose: up for a long, down for a short. */
function breakEvenPrice({ position, contract }: Holding, mark: Decimal | null): Result<Price, Denial> {
  const { priced } = modelPosition(position, contract, mark)
  const exact = priced && breakEvenOf(position, priced)
  if (!exact) return deny('BAD_AMOUNT', message('plan.breakEvenUnknown', { contract: contract.name }))
  const places = contract.pricePrecision ?? mark?.decimalPlaces() ?? 0
  const price = roundToPrice(exact, places, position.side === 'long' ? 'up' : 'down')
  if (price.gt(0)) return ok(price)
  return deny('BAD_AMOUNT', message('plan.breakEvenNoPrice', { contract: contract.name, price: amount(exact) }))
}

/**
 * Refuses a trigger on the wrong side of the price, which would close the position now. Venues do not say whether the
 * mark or the last price fires it, so both are checked.
 */
function firesAtOnce(
  trigger: Decimal,
  direction: ProtectRequest['trigger'],
  { mark, last }: { readonly mark: Decimal | null; readonly last: Decimal | null },
  name: string,
): Denial | null {
  if (mark === null) return { code: 'READ_FAILED', message: message('plan.markUnknown', { contract: name }) }
  const isBeyond = (price: Decimal): boolean => (direction === 'fall' ? trigger.lt(price) : trigger.gt(price))
  const where = direction === 'fall' ? 'below' : 'above'
  const refused = (what: 'Mark' | 'Last', price: Decimal): Denial => ({
    code: 'BAD_AMOUNT',
    message: message(`plan.firesAtOnce.${where}${what}`, { price: amount(price), trigger: amount(trigger) }),
  })
  if (!isBeyond(mark)) return refused('Mark', mark)
  return last === null || isBeyond(last) ? null : refused('Last', last)
}

/**
 * Warns that a trigger beyond the liquidation price never fires. It is no refusal: the liquidation price is an estimate
 * and moves with margin.
 */
function tooLate(
  leg: ProtectRequest,
  { position, contract }: Holding,
  mark: Decimal | null,
  { risk }: DeskFacts,
): readonly Message[] {
  const venue = position.venueLiquidationPrice
  const own = venue === null && risk !== null ? (liquidationsOf(risk).get(position.key) ?? null) : null
  const at = liquidatedBefore(leg, { own, venue }, mark)
  if (at === null) return []
  const price = mark ? roundTowardMark(at, mark, contract.pricePrecision ?? mark.decimalPlaces()) : at
  const facts = {
    position: message(`plan.position.${position.side}`, { contract: contract.name }),
    price: amount(price),
  }
  return [message(leg.trigger === 'fall' ? 'plan.liquidatedBefore.above' : 'plan.liquidatedBefore.below', facts)]
}

/**
 * Warns when this protection and earlier ones together exceed the position. Each of them fires for its own volume, so
 * they would ask to close more than is held.
 */
function protectedAlready(
  { positionKey, purpose, volume }: ProtectRequest,
  { contract, volume: held }: Position,
  { protections = [] }: DeskFacts,
): readonly Message[] {
  const same = protections.filter(
    ({ state, request }) =>
      (state === 'believed' || state === 'unknown') &&
      request.positionKey === positionKey &&
      request.purpose === purpose,
  )
  const before = sum(same.map(({ request }) => request.volume))
  if (before.plus(volume).lte(held)) return []
  return [message('plan.protectedAlready', { share: shareOf(contract, before, held) })]
}

/**
 * Warns about contracts that are already in closing orders: a venue refuses a protection for more contracts than are
 * left when it fires.
 */
function lockedAlready(leg: ProtectRequest, position: Position, facts: DeskFacts): readonly Message[] {
  const { closable } = coverOf(position, { protections: [], orders: facts.orders, ownLiquidation: null })
  if (closable === null || leg.volume.lte(closable) || position.volume.eq(closable)) return []
  const share = shareOf(position.contract, closable, leg.volume)
  return [
    closable.gt(0)
      ? message('plan.lockedAlready', { share, part: amount(closable) })
      : message('plan.lockedWholly', { share }),
  ]
}

function unprotected(wanted: Decimal, volume: Decimal, name: string): readonly Message[] {
  return volume.gte(wanted) ? [] : [message('plan.protectsPart', { share: shareOf(name, volume, wanted) })]
}
