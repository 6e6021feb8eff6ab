import { ok, type Result } from '../../domain/result.ts'
import { message, positionTitle } from '../../words/message.ts'
import { tacticOf, type Action } from '../action.ts'
import type { DeskFacts } from '../facts.ts'
import type { Denial } from '../plan.ts'
import { draftClose } from './close.ts'
import { deny, type Draft } from './draft.ts'

/**
 * Reduces several positions, each by its own size: cancels the orders in the way, then closes in the given order. One
 * invalid size denies the whole action. A position that cannot be traded is a warning; if none can, the action is
 * denied.
 */
export function draftReduce(
  action: Extract<Action, { kind: 'reduce' }>,
  facts: DeskFacts,
  newClientOrderId: () => string,
): Result<Draft, Denial> {
  const { closes } = action
  if (closes.length === 0) return deny('NOTHING_TO_DO', message('plan.noPositionNamed'))
  const keys = closes.map(({ positionKey }) => positionKey)
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  if (twice !== undefined) return deny('BAD_AMOUNT', message('plan.namedTwice', { position: positionTitle(twice) }))
  const drafts = closes.map(({ positionKey, volume }) =>
    draftClose(
      { kind: 'closePosition', positionKey, size: { kind: 'volume', volume }, tactic: tacticOf(action) },
      facts,
      newClientOrderId,
    ),
  )
  const failed = drafts.filter((draft) => !draft.ok)
  const [first] = failed
  const stopping = failed.find(({ error }) => error.code === 'BAD_AMOUNT')
  if (stopping) return stopping
  if (first && failed.length === closes.length) return first
  return ok(together(drafts))
}

/**
 * One draft of several: all cancels first, then the rest in the given order. A draft that is denied becomes a warning.
 */
export function together(drafts: readonly Result<Draft, Denial>[]): Draft {
  const done = drafts.flatMap((draft) => (draft.ok ? [draft.value] : []))
  const legs = done.flatMap((draft) => draft.legs)
  return {
    legs: [...legs.filter(({ kind }) => kind === 'cancel'), ...legs.filter(({ kind }) => kind !== 'cancel')],
    warnings: [
      ...drafts.flatMap((draft) => (draft.ok ? [] : [draft.error.message])),
      ...done.flatMap(({ warnings }) => warnings),
    ],
  }
}
