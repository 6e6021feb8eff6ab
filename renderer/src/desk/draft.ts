/** An action while the trader builds it in the sheet: which field is still missing, and what the keys change. Pure. */
import {
  CLOSE_PERCENTS,
  tacticOf,
  type Action,
  type ActionOf,
  type ClosePercent,
  type CloseSize,
  type CloseTactic,
  type SpotPolicy,
} from '#shared/desk/action.ts'
import type { LegRequest } from '#shared/desk/plan.ts'
import type { PositionSide } from '#shared/domain/account.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { isAmount, isPercent } from '#shared/words/amount-text.ts'
import { asTyped, t } from '../kit/say.ts'

/** The largest percentages that main accepts. */
export const MOST_PERCENT = { capped: 50, chase: 10 } as const

/** Asks the trader for the next field that is missing or wrong; null when the action is complete. */
export function missingField(action: Action): string | null {
  if (action.kind === 'closePosition') return tacticMissing(action.tactic) ?? sizeMissing(action.size)
  if (action.kind !== 'protect') return tacticMissing(tacticOf(action))
  const { trigger, size } = action
  return (trigger.kind === 'price' ? amountMissing('triggerPrice', trigger.price) : null) ?? sizeMissing(size)
}

function tacticMissing(tactic: CloseTactic): string | null {
  switch (tactic.kind) {
    case 'market':
      return null
    case 'limit':
      return amountMissing('limitPrice', tactic.price)
    case 'capped':
    case 'offset':
      return percentMissing('capped', tactic.percent)
    case 'chase':
      return percentMissing('chase', tactic.stopPercent)
  }
}

function sizeMissing(size: CloseSize): string | null {
  return size.kind === 'volume' ? amountMissing('contracts', size.volume) : null
}

function amountMissing(what: 'triggerPrice' | 'limitPrice' | 'contracts', typed: string): string | null {
  if (isAmount(typed)) return null
  return typed === '' ? t(`desk.enter.${what}`) : t(`desk.noAmount.${what}`, { example: asTyped('3420.5') })
}

function percentMissing(what: keyof typeof MOST_PERCENT, typed: string): string | null {
  const most = MOST_PERCENT[what]
  if (isPercent(typed, most)) return null
  return typed === '' ? t(`desk.enter.${what}`) : t(`desk.noPercent.${what}`, { most, example: asTyped('0.5') })
}

/**
 * The action with the share that a number key (1 to 4) picks; null when the key does nothing for this action. `spot`:
 * what a flatten does with Spot.
 */
export function withShare(action: Action, key: string, spot: SpotPolicy): Action | null {
  const percent = CLOSE_PERCENTS[Number(key) - 1]
  if (percent === undefined) return null
  if (action.kind === 'closePosition' || action.kind === 'protect') {
    return { ...action, size: { kind: 'percent', percent } }
  }
  const all = shareOfAll(action)
  return all && closeShare({ ...all, percent }, spot)
}

/** The share of many positions that an action closes. `side` null: of every position. */
export interface ShareOfAll {
  readonly side: PositionSide | null
  readonly percent: ClosePercent
  /** Absent: at market. */
  readonly tactic?: ActionOf<'reduceAll'>['tactic']
  /** What is chosen for Spot in this sheet. Absent: what the account does. */
  readonly spot?: SpotPolicy
}

/** The share that `action` closes of every position or of those of a side; null: it is about something else. */
export function shareOfAll(action: Action): ShareOfAll | null {
  if (action.kind === 'flatten') return { side: null, percent: 100, tactic: action.tactic, spot: action.spot }
  if (action.kind === 'closeSide') return { side: action.side, percent: 100 }
  return action.kind === 'reduceAll' ? action : null
}

/** The action that closes this share: all of everything at once is a flatten, which also cancels orders. */
export function closeShare({ side, percent, tactic, spot }: ShareOfAll, policy: SpotPolicy): Action {
  if (side === null && percent === 100 && tactic?.kind !== 'offset')
    return { kind: 'flatten', spot: spot ?? policy, ...(tactic && { tactic }) }
  if (side === null || percent !== 100 || tactic) return { kind: 'reduceAll', side, percent, ...(tactic && { tactic }) }
  return { kind: 'closeSide', side }
}

/** Says which of these requests can be undone; empty when there is nothing to say. */
export function undoWords(requests: readonly Encoded<LegRequest>[]): string {
  const trades = requests.some(({ kind }) => kind === 'close' || kind === 'sell')
  const cancelsSpot = requests.some((each) => each.kind === 'cancel' && each.area === 'spot')
  if (!trades && !cancelsSpot) return ''
  return t(`desk.undo.${!trades ? 'spot' : cancelsSpot ? 'both' : 'trades'}`)
}
