import type { Protection } from '#shared/desk/plan.ts'
import { toFloat, decimal, type Encoded } from '#shared/domain/decimal.ts'
import { formatAmount, formatPrice } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import type { Column } from '../kit/use-data-table.ts'

export type Condition = Encoded<Protection>

/** What needs a look comes first. */
const RANK: Readonly<Record<Protection['state'], number>> = { overdue: 0, unknown: 1, orphaned: 2, believed: 3 }

export const conditionPosition = ({ request: { marginMode, instrument } }: Condition): string =>
  t(`orders.protection.position.${marginMode}`, { contract: instrument })

export const conditionTrigger = ({ request: { trigger, triggerPrice } }: Condition): string =>
  t(`orders.protection.${trigger}`, { price: formatPrice(triggerPrice) })

export const conditionVolume = ({ request }: Condition): string =>
  t('kit.volume', { volume: formatAmount(request.volume) })

export const conditionColumns = (): readonly Column<Condition>[] => [
  { id: 'state', header: t('orders.column.status'), width: 92, sort: ({ state }) => RANK[state] },
  { id: 'position', header: t('orders.column.instrument'), width: 160, sort: conditionPosition },
  { id: 'purpose', header: t('orders.column.type'), width: 76, sort: ({ request }) => request.purpose },
  { id: 'side', header: t('kit.side'), width: 58, sort: ({ request }) => request.side },
  { id: 'volume', header: t('orders.column.quantity'), width: 76, align: 'end', figure: conditionVolume },
  {
    id: 'trigger',
    header: t('orders.column.trigger'),
    width: 190,
    align: 'end',
    figure: conditionTrigger,
    sort: ({ request }) => toFloat(decimal(request.triggerPrice)),
  },
  { id: 'id', header: t('orders.fact.id'), width: 150, align: 'end', spare: 2 },
  {
    id: 'placed',
    header: t('orders.column.placed'),
    width: 132,
    align: 'end',
    spare: 1,
    sort: ({ placedAt }) => placedAt,
  },
]
