/** What of the account is not known, as matters that need a look: each once, where the parts themselves say so. Pure. */
import { inARow, message } from '#shared/words/message.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { gapMessages, ordersKnown, type KnowledgeGap } from '#shared/snapshot/knowledge.ts'
import { positionOf, type Facts, type Item } from './attention-item.ts'

/** Lists that fail have a matter of their own each; those that were never read come soon. */
const OWN: ReadonlySet<KnowledgeGap['code']> = new Set(['cut', 'rows', 'blind'])

export function unreadItems({ parts }: Facts): readonly Item[] {
  const kept = (parts.positions?.data ?? []).filter((position) => !isConfirmed(position))
  const known = ordersKnown(parts.orders)
  const gaps = known.gaps.filter(({ code }) => OWN.has(code))
  return [
    ...kept.map((position): Item => ({
      id: `kept ${position.key}`,
      urgency: 'act',
      title: message('overview.kept', { position: positionOf(position) }),
      detail: message('overview.keptWhy'),
      screen: 'positions',
    })),
    ...(gaps.length === 0
      ? []
      : [
          {
            id: 'orders',
            urgency: 'mind',
            title: message('overview.ordersPartly'),
            detail: inARow(gapMessages({ ...known, gaps })),
            screen: 'orders',
          } as const,
        ]),
  ]
}
