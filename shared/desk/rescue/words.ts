/** What is said about a rescue, in plain English. */
import { inEnglish } from '../../words/say.ts'
import { CLOSING_SIDE } from '../../domain/account.ts'
import { toText } from '../../domain/decimal.ts'
import { soundBook } from '../../risk/liquidity/order-book.ts'
import { depthOf } from '../compile/known.ts'
import { knowsOpeningOrders, orderMarginOf } from '../estimate/margin-given-back.ts'
import { unsoundBooks } from '../estimate/warnings.ts'
import type { RescueWay } from './appraise.ts'
import { nameOf, percentText, type Unit } from './unit.ts'

/** What stands against the ways shown of a unit, or was not looked at; worst first. */
export function warningsOf(unit: Unit, ways: readonly RescueWay[], isLimited: boolean): readonly string[] {
  return [
    ...partialWarning(unit),
    ...venueWarning(unit),
    ...reachWarning(unit, ways),
    ...lossWarning(unit, ways),
    ...isolatedWarning(unit),
    ...hedgeWarning(unit),
    ...bookWarning(ways),
    ...unsoundWarning(unit),
    ...orderWarning(unit),
    ...unit.obstacles,
    ...(isLimited ? ['Pairs were looked for among the positions alone that gain most.'] : []),
  ]
}

function partialWarning({ facts }: Unit): string[] {
  return facts.isPartial === true ? ['Some positions could not be read: the margin rates here leave them out.'] : []
}

function venueWarning({ row: { venueRateReproduced, venueMarginRate, marginRate } }: Unit): string[] {
  if (venueRateReproduced !== false || venueMarginRate === null || marginRate === null) return []
  const rates = `the venue says ${percentText(venueMarginRate)}, Plimsoll's figures give ${percentText(marginRate)}`
  return [`The margin rate is not what the venue says: ${rates}. The ways are ranked by Plimsoll's.`]
}

function reachWarning({ target, candidates }: Unit, ways: readonly RescueWay[]): string[] {
  if (ways.some(({ reaches }) => reaches)) return []
  // A way that is shown betters the rate, unless it leaves no position to have one.
  if (ways.some(({ after }) => after !== null))
    return [`Nothing here reaches ${toText(target.times(100))} %: take several of these, or flatten.`]
  const why =
    candidates.length === 0
      ? 'Nothing can be closed of it now.'
      : 'By the books as they are, closing makes the margin rate worse, or no better.'
  return [`${why} Margin can be added on the venue's own site.`]
}

/** A way that leaves no position has no rate to tell that it takes more than there is. */
function lossWarning({ row }: Unit, ways: readonly RescueWay[]): string[] {
  const last = ways.filter(({ after }) => after === null)
  const lost = `By the books as they are, closing all of it costs more than ${nameOf(row)} has.`
  const unknown = `Where no position is left and no cost is told, it may be more than ${nameOf(row)} has.`
  return [
    ...(last.some(({ reaches }) => !reaches) ? [lost] : []),
    ...(last.some(({ reaches, cost }) => reaches && cost === null) ? [unknown] : []),
  ]
}

function isolatedWarning({ row }: Unit): string[] {
  if (row.mode === 'cross') return []
  return [
    'Closing a part of an isolated position hands back its margin share by share: its rate does not change. Only all of it helps.',
  ]
}

function hedgeWarning({ candidates, row }: Unit): string[] {
  if (row.mode === 'isolated') return []
  const byAsset = Map.groupBy(candidates, ({ contract }) => contract.baseAsset)
  const hedged = [...byAsset].filter(([, own]) => new Set(own.map(({ position }) => position.side)).size > 1)
  if (hedged.length === 0) return []
  const assets = hedged.map(([asset]) => asset).sort()
  return [
    `Longs and shorts of ${assets.join(', ')} hedge each other: closing one alone raises the rate and bares the other. See the net exposure after.`,
  ]
}

function bookWarning(ways: readonly RescueWay[]): string[] {
  if (ways.every(({ cost }) => cost !== null)) return []
  return [
    'Where no cost is told, the book or the fee rate is not known, or the book not sound or not deep enough: the rate after does not count it.',
  ]
}

function unsoundWarning({ candidates, facts }: Unit): string[] {
  return unsoundBooks(
    candidates.flatMap(({ position, contract: { name } }) => {
      const depth = depthOf(name, facts)
      const book = depth && soundBook(depth, CLOSING_SIDE[position.side])
      return book?.ok === false ? [{ instrument: name, why: inEnglish(book.error) }] : []
    }),
  )
}

function orderWarning({ facts, risk, row: { mode, marginCoin } }: Unit): string[] {
  const held = orderMarginOf(marginCoin, risk)
  if (mode === 'isolated' || !held?.gt(0) || knowsOpeningOrders(marginCoin, facts)) return []
  const amount = `${toText(held)} ${marginCoin}`
  return [
    `Open orders hold ${amount} of margin; not all of them are known, so what cancelling gives back is not counted: it may help.`,
  ]
}
