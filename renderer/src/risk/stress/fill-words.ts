import { say } from '../../kit/say.ts'
import type { LoadLineWithOrders } from '#shared/risk/load-line/lines.ts'
import { shockText } from '../../kit/chart/number-text.ts'

export interface FillWords {
  /** "12 on the way down, 5 up; 2 not in it". */
  readonly text: string
  /** Each of them: where it fills, or why it is not in it. */
  readonly title: string
}

/** Which open orders fill along a load line, and which are not in it. */
export function fillWords({
  fills,
  leftOut,
  unknownMargin,
}: Pick<LoadLineWithOrders, 'fills' | 'leftOut' | 'unknownMargin'>): FillWords {
  const down = fills.filter(({ direction }) => direction === 'down').length
  const out = leftOut.length === 0 ? '' : `; ${String(leftOut.length)} not in it`
  return {
    text: `${String(down)} on the way down, ${String(fills.length - down)} up${out}`,
    title: [
      ...fills.map(({ instrument, shock }) => `${instrument} fills at ${shockText(shock)}`),
      ...unknownMargin.map((instrument) => `${instrument}: not known what margin its orders hold, so it brings none`),
      ...leftOut.map(({ instrument, reason }) => `${instrument} is not in it. ${say(reason)}`),
    ].join('\n'),
  }
}
