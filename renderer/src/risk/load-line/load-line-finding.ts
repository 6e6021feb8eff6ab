import { moveSentence, type MovedPrices } from './moved-prices.ts'
import { shockText, sizeText } from '../../kit/chart/number-text.ts'
import { byDistance, distance } from './load-line-view.ts'
import type { LoadLineInput, LoadLineUnit } from './load-line-view.ts'
import { labelOf } from '../unit-label.ts'

/** What the load line says, in one or two sentences; the title of the chart. */
export function loadLineFinding(
  input: Pick<LoadLineInput, 'units' | 'labels' | 'moved' | 'doubt' | 'isPartial' | 'absent'>,
): string {
  const { units, labels, moved, doubt, isPartial = false, absent } = input
  if (absent) return `${absent} No price move liquidates anything.`
  const name = (unit: LoadLineUnit): string => labelOf(labels, unit.id)
  const silent = units.filter((unit) => unit.state === 'notModelled').map(name)
  const caveat = [
    ...(silent.length === 0 ? [] : [`Not modelled: ${silent.join(', ')}.`]),
    ...(isPartial ? ['Some positions could not be read.'] : []),
    ...(doubt ? [doubt] : []),
  ]
  const isWhole = silent.length === 0 && !isPartial
  return [nearestSentence(byDistance(units), name, moved, isWhole), ...caveat].join(' ')
}

function nearestSentence(
  ranked: readonly LoadLineUnit[],
  name: (unit: LoadLineUnit) => string,
  moved: MovedPrices,
  isWhole: boolean,
): string {
  const lost = ranked.filter((unit) => unit.state === 'inLiquidation')
  if (lost.length > 0) return `Below required margin now: ${lost.map(name).join(', ')}.`
  const [nearest] = ranked
  if (nearest === undefined) {
    return isWhole ? 'No position: no price move liquidates anything.' : 'Not known what a price move liquidates.'
  }
  if (distance(nearest) === Infinity) {
    return `No ${moved.move} from −99 % to +200 % liquidates anything${isWhole ? '' : ' that is modelled'}.`
  }
  const cross = ranked.find((unit) => unit.mode === 'cross' && distance(unit) < Infinity)
  if (cross === undefined || cross === nearest) return `${liquidated(nearest, name, moved)}.`
  return `${liquidated(cross, name, moved)}; nearest: ${name(nearest)} at ${shockText(nearestShock(nearest))}.`
}

function liquidated(unit: LoadLineUnit, name: (unit: LoadLineUnit) => string, moved: MovedPrices): string {
  const shock = nearestShock(unit)
  return `${name(unit)} is liquidated if ${moveSentence(moved, shock < 0, sizeText(shock))}`
}

/** The signed shock of the nearer breach; of two equally near ones the fall. Only for a unit that has one. */
function nearestShock(unit: LoadLineUnit): number {
  const { breachDown, breachUp } = unit
  if (breachDown === null) return breachUp ?? 0
  return breachUp === null || -breachDown <= breachUp ? breachDown : breachUp
}
