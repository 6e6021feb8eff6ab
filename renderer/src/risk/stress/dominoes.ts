import type { Breach, LoadLine } from '#shared/risk/report.ts'
import { message } from '#shared/words/message.ts'
import { sayAll } from '../../kit/say.ts'
import { labelOf } from '../unit-label.ts'
import { figureText, shockText } from '../../kit/chart/number-text.ts'
import { UNKNOWN } from '../../kit/format.ts'

const SIDES = ['down', 'up'] as const satisfies readonly Breach['direction'][]

/**
 * Why the remaining equity is not known: units and positions whose place in the order is not known; null: it is known.
 */
export function unknownWords({ notModelled, notCounted }: Pick<LoadLine, 'notModelled' | 'notCounted'>): string | null {
  const names = notModelled.map(labelOf)
  const reasons = [
    ...(names.length === 0 ? [] : [message('stress.whereUnknown', { names })]),
    ...(notCounted.length === 0 ? [] : [message('figure.notInIt', { names: notCounted })]),
  ]
  return reasons.length === 0 ? null : sayAll(...reasons, message('stress.leftUnknown'))
}

/** What is liquidated on each side, nearest first; a side without liquidations is left out. */
export function dominoSides(breaches: readonly Breach[]) {
  return SIDES.map((direction) => ({
    direction,
    breaches: breaches.filter((breach) => breach.direction === direction),
  })).filter((side) => side.breaches.length > 0)
}

/** One liquidation as text, amounts in the reporting coin. `loss`: the unit's value now, which is lost there. */
export function dominoRow({ unitId, shock, loss, equityLeft }: Breach) {
  return {
    unit: labelOf(unitId),
    shock: shockText(shock),
    loss: loss === null ? UNKNOWN : figureText(-loss),
    left: equityLeft === null ? UNKNOWN : figureText(equityLeft),
  }
}
