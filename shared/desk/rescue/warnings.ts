import { CLOSING_SIDE } from '../../domain/account.ts'
import type { Message } from '../../domain/message.ts'
import { soundBook } from '../../risk/liquidity/order-book.ts'
import { amount, message } from '../../words/message.ts'
import { depthOf } from '../compile/known.ts'
import { knowsOpeningOrders, orderMarginOf } from '../estimate/margin-given-back.ts'
import type { RescueWay } from './appraise.ts'
import { nameOf, rateFact, type Unit } from './unit.ts'

/** Problems with the ways shown for a unit, and what was not considered; worst first. */
export function warningsOf(unit: Unit, ways: readonly RescueWay[], isLimited: boolean): readonly Message[] {
  return [
    ...(unit.facts.isPartial === true ? [message('rescue.partlyRead')] : []),
    ...venueWarning(unit),
    ...reachWarning(unit, ways),
    ...lossWarning(unit, ways),
    ...(unit.row.mode === 'isolated' ? [message('rescue.isolatedShare')] : hedgeWarning(unit)),
    ...(ways.some(({ cost }) => cost === null) ? [message('rescue.costUnknown')] : []),
    ...unsoundWarning(unit),
    ...orderWarning(unit),
    ...unit.obstacles,
    ...(isLimited ? [message('rescue.fewPairs')] : []),
  ]
}

function venueWarning({ row: { venueRateMatch, venueMarginRate, marginRate } }: Unit): readonly Message[] {
  if (venueRateMatch !== 'none' || venueMarginRate === null || marginRate === null) return []
  return [message('rescue.venueDiffers', { venue: rateFact(venueMarginRate), own: rateFact(marginRate) })]
}

function reachWarning({ target, candidates }: Unit, ways: readonly RescueWay[]): readonly Message[] {
  if (ways.some(({ reaches }) => reaches)) return []
  // Every way shown improves the rate, except a way that leaves no position.
  if (ways.some(({ after }) => after !== null))
    return [message('rescue.noneReaches', { target: amount(target.times(100)) })]
  return [message(candidates.length === 0 ? 'rescue.noneClosable' : 'rescue.noneBetters')]
}

/** A way that leaves no position has no margin rate, so a loss greater than the equity needs a warning of its own. */
function lossWarning({ row }: Unit, ways: readonly RescueWay[]): readonly Message[] {
  const last = ways.filter(({ after }) => after === null)
  const unit = nameOf(row)
  return [
    ...(last.some(({ reaches }) => !reaches) ? [message('rescue.costsMore', { unit })] : []),
    ...(last.some(({ reaches, cost }) => reaches && cost === null) ? [message('rescue.mayCostMore', { unit })] : []),
  ]
}

function hedgeWarning({ candidates }: Unit): readonly Message[] {
  const byAsset = Map.groupBy(candidates, ({ contract }) => contract.baseAsset)
  const hedged = [...byAsset].filter(([, own]) => new Set(own.map(({ position }) => position.side)).size > 1)
  if (hedged.length === 0) return []
  return [message('rescue.hedged', { names: hedged.map(([asset]) => asset).sort() })]
}

function unsoundWarning({ candidates, facts }: Unit): readonly Message[] {
  return candidates.flatMap(({ position, contract: { name } }) => {
    const depth = depthOf(name, facts)
    const book = depth && soundBook(depth, CLOSING_SIDE[position.side])
    return book?.ok === false ? [message('plan.bookUnsound', { names: [name], why: book.error })] : []
  })
}

function orderWarning({ facts, risk, row: { mode, marginCoin } }: Unit): readonly Message[] {
  const held = orderMarginOf(marginCoin, risk)
  if (mode === 'isolated' || !held?.gt(0) || knowsOpeningOrders(marginCoin, facts)) return []
  return [message('rescue.orderMarginUnknown', { amount: amount(held), coin: marginCoin })]
}
