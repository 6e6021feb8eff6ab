/** Work items for positions and orders that could not be read. Pure. */
import { inARow, message } from '#shared/words/message.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { gapMessages, ordersKnown, type KnowledgeGap } from '#shared/snapshot/knowledge.ts'
import { item, positionOf, type Facts, type Item } from './attention-item.ts'

/** Gaps that get an item here. Failing lists have items of their own; lists not read yet are still to come. */
const OWN: ReadonlySet<KnowledgeGap['code']> = new Set(['cut', 'rows', 'blind'])

export function unreadItems({ parts }: Facts): readonly Item[] {
  const kept = (parts.positions?.data ?? []).filter((position) => !isConfirmed(position))
  const known = ordersKnown(parts.orders)
  const gaps = known.gaps.filter(({ code }) => OWN.has(code))
  return [
    ...kept.map((position) =>
      item('act', `kept ${position.key}`, 'positions', {
        title: message('overview.kept', { position: positionOf(position) }),
        detail: message('overview.keptWhy'),
      }),
    ),
    ...(gaps.length === 0
      ? []
      : [
          item('mind', 'orders', 'orders', {
            title: message('overview.ordersPartly'),
            detail: inARow(gapMessages({ ...known, gaps })),
          }),
        ]),
  ]
}
