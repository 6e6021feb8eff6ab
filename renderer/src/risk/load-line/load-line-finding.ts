import type { Message } from '#shared/domain/message.ts'
import { message, verbatim } from '#shared/words/message.ts'
import { moveName, moveSentence, type MovedPrices } from './moved-prices.ts'
import { shockText, sizeText } from '../../kit/chart/number-text.ts'
import { sayAll } from '../../kit/say.ts'
import { byDistance, distance } from './load-line-view.ts'
import type { LoadLineInput, LoadLineUnit } from './load-line-view.ts'
import { labelOf } from '../unit-label.ts'
import { nearestBreach } from '#shared/snapshot/safety.ts'

/** What the load line shows, in one or two sentences; the title of the chart. */
export function loadLineFinding(
  input: Pick<LoadLineInput, 'units' | 'moved' | 'doubt' | 'isPartial' | 'absent'>,
): string {
  const { units, moved, doubt, isPartial = false, absent } = input
  if (absent) return sayAll(verbatim(absent), message('loadLine.noContracts'))
  const name = (unit: LoadLineUnit): string => labelOf(unit.id)
  const silent = units.filter((unit) => unit.state === 'notModelled').map(name)
  const isWhole = silent.length === 0 && !isPartial
  return sayAll(
    nearestSentence(byDistance(units), name, moved, isWhole),
    silent.length > 0 && message('loadLine.notModelled', { names: silent }),
    isPartial && message('plan.positionsUnread'),
    doubt && verbatim(doubt),
  )
}

function nearestSentence(
  ranked: readonly LoadLineUnit[],
  name: (unit: LoadLineUnit) => string,
  moved: MovedPrices,
  isWhole: boolean,
): Message {
  const lost = ranked.filter((unit) => unit.state === 'inLiquidation')
  if (lost.length > 0) return message('loadLine.lost', { names: lost.map(name) })
  const [nearest] = ranked
  if (nearest === undefined) return message(isWhole ? 'loadLine.noPosition' : 'loadLine.unknown')
  if (distance(nearest) === Infinity)
    return message(isWhole ? 'loadLine.none' : 'loadLine.noneModelled', { move: moveName(moved) })
  const shock = nearestBreach(nearest) ?? 0
  const facts = { unit: name(nearest), move: moveSentence(moved, shock < 0, sizeText(shock)) }
  const cross = ranked.find((unit) => unit.mode === 'cross' && distance(unit) < Infinity) ?? nearest
  if (cross === nearest) return message('loadLine.liquidated', facts)
  return message('loadLine.liquidatedThen', {
    ...facts,
    then: name(cross),
    shock: shockText(nearestBreach(cross) ?? 0),
  })
}
