import { t } from '../../kit/say.ts'
import type { LoadLineWithOrders } from '#shared/risk/load-line/lines.ts'
import { shockText } from '../../kit/chart/number-text.ts'

/**
 * Which open orders fill along a load line, and which are left out: "12 on the way down, 5 up; 2 not in it". `title`:
 * each order, where it fills or why it is left out.
 */
export function fillWords({
  fills,
  leftOut,
  unknownMargin,
}: Pick<LoadLineWithOrders, 'fills' | 'leftOut' | 'unknownMargin'>) {
  const down = fills.filter(({ direction }) => direction === 'down').length
  const facts = { down, up: fills.length - down }
  return {
    text: leftOut.length === 0 ? t('stress.fills', facts) : t('stress.fillsSome', { ...facts, out: leftOut.length }),
    title: [
      ...fills.map(({ instrument, shock }) => t('stress.fillsAt', { instrument, move: shockText(shock) })),
      ...unknownMargin.map((instrument) => t('stress.fillsNoMargin', { instrument })),
      ...leftOut.map(({ instrument, reason }) => t('stress.fillsNot', { instrument, why: reason })),
    ].join('\n'),
  }
}
