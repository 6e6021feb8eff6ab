/** What of the account is not known, as matters that need a look: each once, where the parts themselves say so. Pure. */
import { inARow } from '#shared/words/message.ts'
import { say } from '../kit/say.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { gapMessages, ordersKnown, type KnowledgeGap } from '#shared/snapshot/knowledge.ts'
import type { Facts, Item } from './attention-item.ts'

/** Lists that fail have a matter of their own each; those that were never read come soon. */
const OWN: ReadonlySet<KnowledgeGap['code']> = new Set(['cut', 'rows', 'blind'])

export function unreadItems({ parts }: Facts): readonly Item[] {
  const kept = (parts.positions?.data ?? []).filter((position) => !isConfirmed(position))
  const known = ordersKnown(parts.orders)
  const gaps = known.gaps.filter(({ code }) => OWN.has(code))
  return [
    ...kept.map(({ key, contract, side }): Item => ({
      id: `kept ${key}`,
      urgency: 'act',
      title: `${contract} ${side} could not be read again`,
      detail: 'What is shown of it is of the last good read, and not confirmed. It can still be closed.',
      screen: 'positions',
    })),
    ...(gaps.length === 0
      ? []
      : [
          {
            id: 'orders not known',
            urgency: 'mind',
            title: 'Not all open orders are known',
            detail: say(inARow(gapMessages({ ...known, gaps }))),
            screen: 'orders',
          } as const,
        ]),
  ]
}
