import { message, verbatim } from '#shared/words/message.ts'
import { roundText, shockText, shockTick } from '../../kit/chart/number-text.ts'
import { sayAll, t } from '../../kit/say.ts'
import { labelOf } from '../unit-label.ts'
import type { LoadLineInput, ShockWindow } from './load-line-view.ts'
import { moveName, moveTitle } from './moved-prices.ts'
import { pnlAt, type PnlView } from './pnl-curve-view.ts'

/** The move of the first sentence while none is tried out. */
const USUAL = 0.1

/** What the curve shows, in sentences: the P&L of the move tried out or of a usual one, then the worst that is shown. */
export function pnlFinding(input: LoadLineInput, view: PnlView | null): string {
  const { loadLine, labels, moved, reportingCoin: coin, tried = null, isPartial = false, equityDoubt } = input
  if (view === null) return t('pnlCurve.unknown', { names: loadLine.notCounted })
  const scale = Math.max(...view.amounts.map(Math.abs))
  const pnl = (amount: number | null): string => (amount === null ? '?' : roundText(amount, { sign: 'always', scale }))
  const at = (shock: number): string => pnl(pnlAt(view.path, shock))
  const ends = { from: endText(view.window, 0), to: endText(view.window, 1) }
  const first =
    tried === null
      ? message('pnlCurve.usual', {
          move: moveTitle(moved, shockText(-USUAL)),
          fall: at(-USUAL),
          shock: shockText(USUAL),
          rise: at(USUAL),
          coin,
        })
      : message('pnlCurve.tried', { move: moveTitle(moved, shockText(tried)), pnl: at(tried), coin })
  const worst =
    view.worst && message('pnlCurve.worst', { ...ends, pnl: pnl(view.worst[1]), shock: shockText(view.worst[0]), coin })
  return sayAll(
    isFlat(view) ? message('pnlCurve.flat', { move: moveName(moved) }) : first,
    !isFlat(view) && (worst ?? message('pnlCurve.noLoss', ends)),
    !view.countsLiquidations &&
      message('pnlCurve.ignored', { names: loadLine.notModelled.map((id) => labelOf(labels, id)) }),
    isPartial && message('plan.positionsUnread'),
    equityDoubt && verbatim(equityDoubt),
  )
}

/** Whether nothing shown gains or loses. */
export function isFlat({ amounts }: PnlView): boolean {
  return amounts[0] === 0 && amounts[1] === 0
}

/** "−60 %": an end of the window, within which prices stay positive. */
function endText(window: ShockWindow, end: 0 | 1): string {
  return shockTick(Math.max(window[end], -0.99))
}
