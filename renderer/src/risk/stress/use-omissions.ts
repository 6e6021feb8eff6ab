/** What the figures of the simulation leave out, in sentences. */
import { message } from '#shared/words/message.ts'
import { t } from '../../kit/say.ts'
import { computed } from 'vue'
import { missingOf } from '#shared/risk/inputs.ts'
import type { RiskInputName } from '#shared/risk/report.ts'
import { notFreed } from '#shared/risk/stress/left-out.ts'
import { labelOf } from '../unit-label.ts'
import { useWhatIfStore } from '../../app/stores/what-if.ts'
import { doubtWords } from '../price-doubt-words.ts'
import { namedNotes } from './named-notes.ts'
import type { useStress } from './use-stress.ts'

export function useOmissions({ orders, live, tried, book, doubts }: ReturnType<typeof useStress>) {
  const whatIf = useWhatIfStore()
  const unfreed = computed(() =>
    live.value === null || whatIf.leftOrders.size === 0
      ? []
      : notFreed(live.value.model, orders.value, whatIf.leftOrders),
  )

  return computed(() => {
    if (book.value === null || tried.value === null) return []
    const { inputs, model } = tried.value
    const stuck = model.positions.filter(({ position }) => whatIf.leftPositions.has(position.key))
    const doubt = doubtWords(doubts.value)
    const parts = (names: readonly RiskInputName[]) => names.map((name) => message(`figure.part.${name}`))
    return [
      ...(doubt === null ? [] : [doubt]),
      ...namedNotes(
        ['stress.note.unread', parts(missingOf(inputs))],
        ['stress.note.incomplete', parts(inputs.incomplete)],
      ),
      ...(inputs.orders === null ? [t('stress.ordersUnread')] : []),
      ...namedNotes(
        ['stress.note.unpriced', book.value.unpriced],
        ['stress.note.notModelled', book.value.notModelled.map(labelOf)],
        [
          'stress.note.stuck',
          stuck.map(({ position: { side, contract } }) => message(`plan.position.${side}`, { contract })),
        ],
        ['stress.note.notFreed', [...new Set(unfreed.value.map(({ instrument }) => instrument))]],
      ),
    ]
  })
}
