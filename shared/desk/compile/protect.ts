/** A protective order: closes a position, or a part of it, at market once the price gets to a trigger. */
import { CLOSING_SIDE, type Position } from '../../domain/account.ts'
import { floorToStep, roundTo, sum, toText, type Decimal } from '../../domain/decimal.ts'
import { ok, type Result } from '../../domain/result.ts'
import { modelAccount } from '../../risk/account/account-model.ts'
import { roundTowardMark } from '../../risk/account/liquidation.ts'
import { modelPosition } from '../../risk/account/position-model.ts'
import { breakEvenOf, positionRisks } from '../../risk/account/position-risk.ts'
import type { RiskInputs } from '../../risk/inputs.ts'
import type { Action } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import { coverOf } from '../cover.ts'
import { liquidatedBefore } from '../late-trigger.ts'
import type { Denial, ProtectRequest } from '../plan.ts'
import { sliceBounds } from '../slice.ts'
import { volumeOf } from './close.ts'
import { deny, type Draft } from './draft.ts'
import { holdingOf, lastOf, markOf, priceOf, type Holding } from './known.ts'

/** Which way the price must go to fire it. */
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
  const wanted = volumeOf(size, position, bounds, position.volume, '')
  if (!wanted.ok) return wanted
  const whole = floorToStep(wanted.value, bounds.step)
  const volume = bounds.max?.lt(whole) ? bounds.max : whole
  if (volume.lt(bounds.min)) {
    const smallest = `the smallest order of ${contract.name} is ${toText(bounds.min)} contracts`
    return deny('BAD_AMOUNT', `Nothing is protected: ${smallest}, was ${toText(wanted.value)}.`)
  }
  const triggerPrice = at.kind === 'price' ? priceOf(at.price, contract) : breakEvenPrice(holding.value, mark)
  if (!triggerPrice.ok) return triggerPrice
  const trigger = TRIGGERS[purpose][position.side]
  const last = lastOf(position, facts)
  const refusal = firesAtOnce(triggerPrice.value, trigger, { mark, last }, contract.name)
  if (refusal) return deny(refusal.code, refusal.message)
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
 * The price at which the position comes out even, rounded to a price the venue prints on the side where it still does:
 * up for a long, down for a short.
 */
function breakEvenPrice({ position, contract }: Holding, mark: Decimal | null): Result<Decimal, Denial> {
  const { priced } = modelPosition(position, contract, mark)
  const exact = priced && breakEvenOf(position, priced)
  if (!exact) {
    const missing = 'its opening price, fees, funding or mark price is not known, or the contract is not modelled'
    return deny('BAD_AMOUNT', `Where ${contract.name} comes out even can not be told: ${missing}. Give a price.`)
  }
  const places = contract.pricePrecision ?? mark?.decimalPlaces() ?? 0
  const price = roundTo(exact, places, position.side === 'long' ? 'up' : 'down')
  if (price.lte(0))
    return deny('BAD_AMOUNT', `${contract.name} comes out even at ${toText(exact)}: no price the venue prints.`)
  return ok(price)
}

/**
 * A trigger on the wrong side of the price would close the position now, at market. Venues do not say whether it is the
 * mark or the last price that fires it, so both are held against it.
 */
function firesAtOnce(
  trigger: Decimal,
  direction: ProtectRequest['trigger'],
  { mark, last }: { readonly mark: Decimal | null; readonly last: Decimal | null },
  name: string,
): Denial | null {
  if (mark === null) {
    const why = 'so whether it would fire at once can not be told; try again in a moment'
    return { code: 'READ_FAILED', message: `The mark price of ${name} is not known, ${why}.` }
  }
  const isBeyond = (price: Decimal): boolean => (direction === 'fall' ? trigger.lt(price) : trigger.gt(price))
  const where = direction === 'fall' ? 'below' : 'above'
  const refused = (what: string, price: Decimal): Denial => ({
    code: 'BAD_AMOUNT',
    message: `It would fire at once: the trigger must be ${where} the ${what} price ${toText(price)}, was ${toText(trigger)}.`,
  })
  if (!isBeyond(mark)) return refused('mark', mark)
  return last === null || isBeyond(last) ? null : refused('last', last)
}

/**
 * A trigger beyond the liquidation price never fires for the position it is to protect. No refusal: where it is
 * liquidated is an estimate, and moves with the margin.
 */
function tooLate(
  leg: ProtectRequest,
  { position, contract }: Holding,
  mark: Decimal | null,
  { risk }: DeskFacts,
): string[] {
  const venue = position.venueLiquidationPrice
  const own = venue === null && risk !== null ? ownLiquidation(position.key, risk) : null
  const at = liquidatedBefore(leg, { own, venue }, mark)
  if (at === null) return []
  const price = toText(mark ? roundTowardMark(at, mark, contract.pricePrecision ?? mark.decimalPlaces()) : at)
  const nearer = leg.trigger === 'fall' ? 'above' : 'below'
  return [
    `The ${position.side} of ${contract.name} is liquidated at about ${price} before this fires: only a trigger ${nearer} that protects it.`,
  ]
}

/** Our estimate of where the position is liquidated; null: nowhere, or not known. */
function ownLiquidation(key: string, risk: RiskInputs): Decimal | null {
  const { units, pricing } = modelAccount(risk)
  const unit = units.find(({ positions }) => positions.some(({ position }) => position.key === key))
  const rows = unit ? positionRisks(unit, pricing) : []
  return rows.find((row) => row.key === key)?.liquidation?.own ?? null
}

/** Each order that fires closes its own volume: what is more than the position holds would open the other side. */
function protectedAlready(
  { positionKey, purpose, volume }: ProtectRequest,
  { contract, volume: held }: Position,
  { protections = [] }: DeskFacts,
): string[] {
  const same = protections.filter(
    ({ state, request }) =>
      (state === 'believed' || state === 'unknown') &&
      request.positionKey === positionKey &&
      request.purpose === purpose,
  )
  const before = sum(same.map(({ request }) => request.volume))
  if (before.plus(volume).lte(held)) return []
  const ours = `Protective orders of Plimsoll's for ${toText(before)} of ${toText(held)} contracts of ${contract}`
  return [`${ours} are at the venue already: with this one they are for more than is held. Take them back there first.`]
}

/** What a closing order has taken can not be closed by another: a venue refuses one that is for more, when it fires. */
function lockedAlready(leg: ProtectRequest, position: Position, facts: DeskFacts): string[] {
  const { closable } = coverOf(position, { protections: [], orders: facts.orders, ownLiquidation: null })
  if (closable === null || leg.volume.lte(closable) || position.volume.eq(closable)) return []
  const only = `Only ${toText(closable)} of ${toText(leg.volume)} contracts of ${position.contract} can still be closed by it`
  const instead = closable.gt(0) ? `Cancel those, or protect ${toText(closable)}.` : 'Cancel those first.'
  return [`${only} while the other closing orders stand: the venue may refuse it whole when it fires. ${instead}`]
}

function unprotected(wanted: Decimal, volume: Decimal, name: string): string[] {
  if (volume.gte(wanted)) return []
  const share = `${toText(volume)} of ${toText(wanted)} contracts of ${name}`
  return [`Protects ${share}: one order can not take the rest.`]
}
